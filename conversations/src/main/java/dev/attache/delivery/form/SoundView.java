package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.DeliveredResource;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A view in which a content that the store has lost, or holds damaged, costs itself only: a line
 * stands in its place, and no reference is to it. Asked in the order of the request. Not
 * thread-safe.
 */
final class SoundView implements RequestView {

  private final RequestView view;
  private final Map<ContentDigest, Boolean> isSound = new HashMap<>();
  private final Set<String> lost = new LinkedHashSet<>();

  SoundView(RequestView view) {
    this.view = view;
  }

  /** What is lost, a line each, in the order in which it was asked for. */
  List<String> lost() {
    return List.copyOf(lost);
  }

  @Override
  public Shown shown(DeliveryPlace place, DeliveredResource each) {
    ResourceContent content = each.resource().content();
    ResourceContent formatted = each.formatted();
    Shown shown = view.shown(place, each);
    boolean isThere =
        switch (shown.as()) {
          case FULL -> isReadable(content) && (formatted == null || isReadable(formatted));
          case REFERENCE -> isSound.getOrDefault(content.digest(), true);
          case LEFT_OUT, LOST -> true;
        };
    if (isThere) {
      return shown;
    }
    Shown instead = Shown.lost(each);
    lost.add(String.valueOf(instead.line()));
    return instead;
  }

  @Override
  public @Nullable String leftOut(DeliveryPlace place) {
    return view.leftOut(place);
  }

  @Override
  public ResourceForm form(DeliveredResource each) {
    return view.form(each);
  }

  @Override
  public boolean isReadable(ResourceContent content) {
    if (!(content instanceof Stored)) {
      return true;
    }
    return isSound.computeIfAbsent(content.digest(), digest -> isSound(content));
  }

  private static boolean isSound(ResourceContent content) {
    try (InputStream in = content.open()) {
      in.transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
