package dev.attache.store;

import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.ConversationStore.Verified;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.store.blobs.BlobNeeds;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.StoreFailure;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The check of a store, and the deleting of what nobody needs, in parts. What is checked are all
 * conversations by their names, then all contents by their digests. A place in it is {@code
 * log:NAME} or {@code content:DIGEST}, each the last one that was looked at. What is deleted leaves
 * no place, but marks: see {@link EmbeddedMarks}.
 */
final class EmbeddedParts {

  private static final String LOG = "log:";
  private static final String CONTENT = "content:";

  private final EmbeddedFiles files;
  private final Blobs blobs;

  EmbeddedParts(EmbeddedFiles files, Blobs blobs) {
    this.files = files;
    this.blobs = blobs;
  }

  /**
   * Deletes a part of what nobody needs. Most of the look at what is needed is done while others
   * write; what they change meanwhile is looked at again while they wait.
   */
  Collected collect(BooleanSupplier isEnough) throws StoreException {
    if (!blobs.isThere()) {
      return new Collected(0, 0, 0);
    }
    EmbeddedMarks marks = EmbeddedMarks.of(files);
    var needs = new EmbeddedNeeds(files, marks);
    boolean isMarked;
    try {
      isMarked = needs.mark(isEnough);
    } finally {
      marks.keep();
    }
    if (!isMarked) {
      return new Collected(0, 0, 0, false);
    }
    Collected collected = blobs.collect(needs::all, isEnough);
    if (collected.isDone()) {
      marks.forget();
    }
    return collected;
  }

  /** Looks at a part. */
  Verified verify(@Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
      throws StoreException {
    if (from != null && from.startsWith(CONTENT)) {
      return contents(digest(from), Usage.NONE, isEnough, new BlobNeeds(), this::needs, problems);
    }
    if (from != null && !from.startsWith(LOG)) {
      throw StoreFailure.noPlace(from);
    }
    var named = new BlobNeeds();
    var check = new EmbeddedCheck(files, blobs, named, problems);
    boolean isDone = check.run(from == null ? null : from.substring(LOG.length()), isEnough);
    if (!isDone || Thread.currentThread().isInterrupted()) {
      blobs.reportMissing(named, problems);
      return new Verified(check.usage(), LOG + check.last());
    }
    return contents(
        null, check.usage(), isEnough, named, from == null ? () -> named : this::needs, problems);
  }

  private static ContentDigest digest(String from) throws StoreException {
    return ContentDigest.parse(from.substring(CONTENT.length()))
        .orElseThrow(() -> StoreFailure.noPlace(from));
  }

  private Verified contents(
      @Nullable ContentDigest after,
      Usage logs,
      BooleanSupplier isEnough,
      BlobNeeds named,
      Blobs.Asking asking,
      Consumer<String> problems)
      throws StoreException {
    Blobs.Checked part = blobs.verify(after, isEnough, named, asking, problems);
    ContentDigest last = part.last();
    return new Verified(logs.plus(part.usage()), last == null ? null : CONTENT + last);
  }

  /** Finds out what all conversations need, which an earlier part has said the problems of. */
  private BlobNeeds needs() throws StoreException {
    var needs = new BlobNeeds();
    boolean unused = new EmbeddedCheck(files, blobs, needs, problem -> {}).run(null, () -> false);
    return needs;
  }
}
