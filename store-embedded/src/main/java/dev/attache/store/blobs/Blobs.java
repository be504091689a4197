package dev.attache.store.blobs;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobBytes;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.store.packs.BlobFailures;
import dev.attache.store.packs.Pack;
import dev.attache.store.packs.PackEntry;
import dev.attache.store.packs.Packs;
import dev.attache.support.places.Durability;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The contents of a store, by their digests. Thread-safe, and safe for several processes. */
public final class Blobs implements EventJson.Contents {

  private static final long WRITER_WAITS_MILLIS = 60_000;
  private static final long COLLECTOR_WAITS_MILLIS = 10_000;

  private static final String PUT_ASIDE =
      "; moved to blobs/damaged: attach the same content again to store it again";

  private final BlobDirectory directory;

  private final Packs packs;

  /** What was read through and found right before something of the same was added. */
  private final SoundContents sound = new SoundContents();

  private Blobs(BlobDirectory directory) {
    this.directory = directory;
    packs = new Packs(directory.packs());
  }

  /** Returns the contents in a directory, which is made when something is written. */
  public static Blobs at(Path directory) {
    return at(directory, Durability.DISK);
  }

  public static Blobs at(Path directory, Durability durability) {
    return new Blobs(new BlobDirectory(directory, durability));
  }

  /** Something that is done while no content can be collected. */
  @FunctionalInterface
  public interface Action {
    void run() throws StoreException;
  }

  public BlobBatch begin() throws StoreException {
    directory.create();
    try {
      packs.refresh();
    } catch (IOException e) {
      throw BlobFailures.reading(directory.root(), e);
    }
    return new BlobSpoolBatch(this, directory);
  }

  /**
   * Makes the contents of a batch safe from a crash, then does something, all unseen by collect.
   */
  public void commit(@Nullable BlobBatch batch, Action action) throws StoreException {
    if (batch == null && !StoreFiles.isDirectory(directory.root())) {
      action.run();
      return;
    }
    if (batch == null) {
      run(action);
      return;
    }
    BlobSpoolBatch own = own(batch);
    synchronized (own) { // before the lock, as in everything that the batch does itself
      try {
        own.prepare();
        BlobLock.Held held = share();
        try {
          own.settle();
          action.run();
        } finally {
          held.close();
        }
      } catch (IOException e) {
        throw BlobFailures.writing(directory.root(), e);
      }
    }
  }

  private void run(Action action) throws StoreException {
    BlobLock.Held held;
    try {
      held = share();
    } catch (IOException e) {
      throw BlobFailures.writing(directory.root(), e);
    }
    try {
      action.run();
    } finally {
      held.close();
    }
  }

  /** Keeps collect out. */
  BlobLock.Held share() throws IOException {
    directory.requireNoLinks();
    return BlobLock.of(directory).shared(WRITER_WAITS_MILLIS);
  }

  private BlobSpoolBatch own(BlobBatch batch) {
    if (batch instanceof BlobSpoolBatch own && own.isOf(this)) {
      return own;
    }
    throw new IllegalArgumentException("the batch is of another store");
  }

  @Override
  public Stored find(boolean isText, long size, ContentDigest digest) {
    Stored.Source source = () -> open(digest);
    return isText ? Stored.text(size, digest, source) : Stored.blob(size, digest, source);
  }

  /** Whether a content was here when the packs were last looked at. */
  boolean has(ContentDigest digest) throws IOException {
    Path file = directory.loose(digest);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return packs.find(digest) != null;
    }
    StoreFiles.requireNoLink(directory.fan(digest));
    StoreFiles.requireNoLink(file);
    return true;
  }

  /**
   * Whether a content is here and right. It is read through for that, once: a file with the right
   * name may be damaged, or come from somebody else.
   */
  boolean isSound(ResourceContent content) throws IOException {
    ContentDigest digest = content.digest();
    if (!has(digest)) {
      return false;
    }
    if (sound.contains(digest)) {
      return true;
    }
    try (InputStream in = find(content.isText(), content.size(), digest).open()) {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()
          || (e instanceof StoreException known && known.kind() == StoreException.Kind.REFUSED)) {
        throw e;
      }
      return false; // whatever is wrong with it, it cannot be had
    }
    sound.add(digest);
    return true;
  }

  /** Looks which packs there are. */
  void refresh() throws IOException {
    packs.refresh();
  }

  /**
   * Opens a content, which is checked while it is read.
   *
   * @throws StoreException if it is not here, or not what was written
   */
  InputStream open(ContentDigest digest) throws IOException {
    StoreFiles.requireNoLink(directory.root());
    StoreFiles.requireNoLink(directory.fan(digest));
    InputStream found = tryOpen(digest);
    if (found == null) {
      packs.refresh();
      found = tryOpen(digest);
    }
    if (found == null) {
      throw BlobFailures.missing(digest, directory.root());
    }
    return found;
  }

  private @Nullable InputStream tryOpen(ContentDigest digest) throws IOException {
    Path file = directory.loose(digest);
    try {
      FileChannel channel = StoreFiles.open(file);
      return NamedBlobStream.open(digest, file, BlobBytes.of(channel), 0, channel.size());
    } catch (NoSuchFileException e) {
      // then it may be in a pack
    } catch (BlobDamage e) {
      throw BlobFailures.damaged(digest, file, e);
    }
    Packs.Found found = packs.find(digest);
    if (found == null) {
      return null;
    }
    PackEntry entry = found.entry();
    try {
      return NamedBlobStream.open(
          digest, found.pack().file(), found.pack().open(), entry.offset(), entry.length());
    } catch (NoSuchFileException e) {
      return null; // replaced just now
    } catch (BlobDamage e) {
      throw BlobFailures.damaged(digest, found.pack().file(), e);
    }
  }

  /** What tells which contents are needed, asked while no writer can add any. */
  @FunctionalInterface
  public interface Needed {
    Set<ContentDigest> digests() throws StoreException;
  }

  /** Whether a content was ever stored. */
  public boolean isThere() throws StoreException {
    return StoreFiles.isDirectory(directory.root());
  }

  /** Deletes all that is not needed, or says what that would be. */
  public Collected collect(Needed needed, boolean isTrial) throws StoreException {
    return collect(needed, isTrial, () -> false);
  }

  /** Deletes a part of it. */
  public Collected collect(Needed needed, BooleanSupplier isEnough) throws StoreException {
    return collect(needed, false, isEnough);
  }

  private Collected collect(Needed needed, boolean isTrial, BooleanSupplier isEnough)
      throws StoreException {
    if (!isThere()) {
      return new Collected(0, 0, 0);
    }
    try {
      directory.requireNoLinks();
      BlobLock.Held held = alone(isTrial);
      try {
        directory.requireNoLinksAnywhere();
        return new BlobCollection(directory, packs.refresh(), needed.digests(), isTrial)
            .run(isEnough);
      } finally {
        held.close();
      }
    } catch (IOException e) {
      throw BlobFailures.writing(directory.root(), e);
    }
  }

  private BlobLock.Held alone(boolean isTrial) throws IOException {
    try {
      return BlobLock.of(directory).alone(COLLECTOR_WAITS_MILLIS);
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      if (!isTrial) {
        throw e;
      }
      return () -> {}; // where no lock can be had to write, one can still count
    }
  }

  /** Reads every content, as the other does. */
  public Usage verify(BlobNeeds needs, Consumer<String> problems) throws StoreException {
    return verify(null, () -> false, needs, () -> needs, problems).usage();
  }

  /**
   * A part of a check.
   *
   * @param usage how much was looked at, without conversations
   * @param last the content that was looked at last; null if there are no more
   */
  public record Checked(Usage usage, @Nullable ContentDigest last) {}

  /** What finds out who needs a content. */
  @FunctionalInterface
  public interface Asking {
    BlobNeeds needs() throws StoreException;
  }

  /**
   * Reads contents, and puts aside what is damaged; says what of it is damaged, and who needs it,
   * and what is named and missing.
   *
   * @param after the content that was looked at last; null to begin
   * @param named what is named and may be missing
   * @param asking asked if something is damaged
   */
  public Checked verify(
      @Nullable ContentDigest after,
      BooleanSupplier isEnough,
      BlobNeeds named,
      Asking asking,
      Consumer<String> problems)
      throws StoreException {
    BlobSurvey survey;
    ContentDigest last;
    try {
      StoreFiles.requireNoLink(directory.root());
      survey = new BlobSurvey(directory.root(), packs, problems);
      last = survey.run(after, isEnough);
    } catch (IOException e) {
      throw BlobFailures.reading(directory.root(), e);
    }
    boolean isInterrupted = Thread.interrupted(); // or what follows would say wrong things
    try {
      Set<ContentDigest> damaged = reportFaults(survey, asking, problems);
      boolean isWhole = after == null && last == null;
      named.report(
          content ->
              survey.isSound(content)
                  || damaged.contains(content.digest())
                  || (!isWhole && isHere(content)),
          problems);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return new Checked(survey.usage(), last);
  }

  /**
   * Says which of the contents that are named are missing, without a look at those that are not.
   */
  public void reportMissing(BlobNeeds named, Consumer<String> problems) {
    boolean isInterrupted = Thread.interrupted();
    try {
      named.report(this::isHere, problems);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isHere(Stored content) {
    try {
      return has(content.digest());
    } catch (IOException e) {
      return false; // and reading it says why
    }
  }

  private Set<ContentDigest> reportFaults(
      BlobSurvey survey, Asking asking, Consumer<String> problems) throws StoreException {
    var faults = new LinkedHashSet<>(survey.faults());
    if (faults.isEmpty()) {
      return Set.of();
    }
    Set<Path> aside = Set.of();
    String failure = "";
    try {
      aside = putAside(survey, faults);
    } catch (IOException e) {
      failure = "; it could not be moved: " + StoreFailure.reason(e);
    }
    BlobNeeds needs = asking.needs();
    Set<ContentDigest> damaged = new HashSet<>();
    for (BlobFault each : faults) {
      damaged.add(each.digest());
      String done =
          aside.contains(each.file()) ? PUT_ASIDE : each.isOfLaterVersion() ? "" : failure;
      problems.accept(each.text() + needs.of(each.digest()) + done);
    }
    sound.removeAll(damaged);
    return damaged;
  }

  /**
   * Puts aside what is damaged, also when it is looked at again while nobody writes, and adds what
   * else is found in its packs then.
   */
  private Set<Path> putAside(BlobSurvey seen, Set<BlobFault> faults) throws IOException {
    if (faults.stream().allMatch(BlobFault::isOfLaterVersion)) {
      return Set.of();
    }
    directory.requireNoLinks();
    BlobLock.Held held = BlobLock.of(directory).alone(COLLECTOR_WAITS_MILLIS);
    try {
      List<Pack> now = packs.refresh();
      var again = new BlobSurvey(directory.root(), packs, problem -> {});
      again.lookAgain(seen.faults());
      Set<Path> aside = new BlobRepair(directory).run(now, again.faults());
      faults.addAll(again.faults());
      return aside;
    } finally {
      held.close();
      packs.refresh();
    }
  }

  public Usage usage() throws StoreException {
    return survey(null).usage();
  }

  /** Reads every content if problems are asked for, and changes nothing. */
  BlobSurvey survey(@Nullable Consumer<String> problems) throws StoreException {
    try {
      StoreFiles.requireNoLink(directory.root());
      var survey = new BlobSurvey(directory.root(), packs, problems);
      survey.run();
      return survey;
    } catch (IOException e) {
      throw BlobFailures.reading(directory.root(), e);
    }
  }
}
