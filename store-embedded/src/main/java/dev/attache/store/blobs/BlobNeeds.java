package dev.attache.store.blobs;

import dev.attache.history.ConversationId;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Stored;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An index of the contents that conversations name, and of which conversations do. Not thread-safe.
 */
public final class BlobNeeds {

  private static final int NAMED = 5;

  private final Map<ContentDigest, Set<ConversationId>> conversations = new HashMap<>();
  private final Map<String, Place> places = new LinkedHashMap<>();

  /** Where a content is first named with its size. */
  private record Place(Path log, long line, Stored content) {}

  public void add(ConversationId id, Path log, long line, Stored content) {
    conversations.computeIfAbsent(content.digest(), digest -> new LinkedHashSet<>()).add(id);
    places.putIfAbsent(
        content.digest().hex() + ' ' + content.size(), new Place(log, line, content));
  }

  /** Says who needs a content. */
  String of(@Nullable ContentDigest digest) {
    if (digest == null) {
      return "";
    }
    Set<ConversationId> all = conversations.getOrDefault(digest, Set.of());
    if (all.isEmpty()) {
      return "; no conversation needs it";
    }
    var names = new StringBuilder(all.size() == 1 ? "; conversation " : "; conversations ");
    int count = 0;
    for (ConversationId each : all) {
      if (count++ == NAMED) {
        names.append(" and ").append(all.size() - NAMED).append(" more");
        break;
      }
      names.append(count == 1 ? "" : ", ").append(each);
    }
    return names.append(all.size() == 1 ? " needs it" : " need it").toString();
  }

  /** Names what cannot be read, once each, but for what is known to be right or wrong. */
  void report(Predicate<Stored> isKnown, Consumer<String> problems) {
    for (Place each : places.values()) {
      String wrong = isKnown.test(each.content()) ? "" : wrong(each.content());
      if (!wrong.isEmpty() && Files.exists(each.log(), LinkOption.NOFOLLOW_LINKS)) {
        problems.accept(
            each.log()
                + ", line "
                + each.line()
                + " names "
                + each.content().digest()
                + ": "
                + wrong
                + of(each.content().digest()));
      }
    }
  }

  /** Reads a content; returns what is wrong with it, or nothing. */
  private static String wrong(Stored content) {
    try (InputStream in = content.open()) {
      in.transferTo(OutputStream.nullOutputStream());
      return "";
    } catch (IOException e) {
      return StoreFailure.reason(e);
    }
  }
}
