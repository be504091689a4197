package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.delivery.Shown.As;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
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
  private final Map<ContentDigest, Boolean> isSound;
  private final Set<DeliveryPlace> replaced = new HashSet<>(); // diffs that are there in full
  private final Set<String> lost = new LinkedHashSet<>();

  SoundView(RequestView view) {
    this(view, new HashMap<>());
  }

  private SoundView(RequestView view, Map<ContentDigest, Boolean> isSound) {
    this.view = view;
    this.isSound = isSound;
  }

  /** Returns another view that takes for sound what was found to be so. */
  SoundView of(RequestView other) {
    return new SoundView(other, isSound);
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
          case REFERENCE ->
              isSound.getOrDefault(content.digest(), true) && !replaced.contains(shown.target());
          case DELTA -> isOfUse(shown, each.delivery());
          case LEFT_OUT, LOST -> true;
        };
    if (isThere) {
      return shown;
    }
    boolean isReplaced = shown.as() == As.DELTA || replaced.contains(shown.target());
    if (isReplaced && isReadable(content)) {
      replaced.add(place);
      return Shown.IN_FULL;
    }
    Shown instead = Shown.lost(each);
    lost.add(String.valueOf(instead.line()));
    return instead;
  }

  /** Whether both a diff and what it is against are there. */
  private boolean isOfUse(Shown shown, Delivery delivery) {
    ResourceContent diff = shown.diff();
    return diff != null
        && isReadable(diff)
        && delivery instanceof Delivery.Delta delta
        && isSound.getOrDefault(delta.from(), true);
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
