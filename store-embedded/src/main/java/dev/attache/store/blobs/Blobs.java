package dev.attache.store.blobs;

import com.github.benmanes.caffeine.cache.Caffeine;
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
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  /** So many contents are known to be right; a further one is read through once more. */
  private static final int MOST_SOUND = 1 << 16;

  /** What was read through and found right before something of the same was added. */
  private volatile @Nullable Set<ContentDigest> sound;

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
    if (sound().contains(digest)) {
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
    sound().add(digest);
    return true;
  }

  /** Made when it is needed first: most commands end without. */
  private Set<ContentDigest> sound() {
    Set<ContentDigest> made = sound;
    if (made == null) {
      made =
          Collections.newSetFromMap(
              Caffeine.newBuilder()
                  .maximumSize(MOST_SOUND)
                  .executor(Runnable::run)
                  .<ContentDigest, Boolean>build()
                  .asMap());
      sound = made;
    }
    return made;
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

  public Collected collect(Needed needed, boolean isTrial) throws StoreException {
    if (!StoreFiles.isDirectory(directory.root())) {
      return new Collected(0, 0, 0);
    }
    try {
      directory.requireNoLinks();
      BlobLock.Held held = alone(isTrial);
      try {
        directory.requireNoLinksAnywhere();
        return new BlobCollection(directory, packs.refresh(), needed.digests(), isTrial).run();
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

  /**
   * Reads every content, and puts aside what is damaged; says what of it is damaged or missing, and
   * who needs it. The usage has no conversations in it.
   */
  public Usage verify(BlobNeeds needs, Consumer<String> problems) throws StoreException {
    BlobSurvey survey = survey(problems);
    Set<Path> aside = Set.of();
    String failure = "";
    try {
      aside = putAside(survey);
    } catch (IOException e) {
      failure = "; it could not be moved: " + StoreFailure.reason(e);
    }
    Set<ContentDigest> damaged = new HashSet<>();
    for (BlobFault each : survey.faults()) {
      damaged.add(each.digest());
      String done =
          aside.contains(each.file()) ? PUT_ASIDE : each.isOfLaterVersion() ? "" : failure;
      problems.accept(each.text() + needs.of(each.digest()) + done);
    }
    sound().removeIf(damaged::contains);
    needs.report(
        content -> survey.isSound(content) || damaged.contains(content.digest()), problems);
    return survey.usage();
  }

  /** Puts aside what is damaged, also when it is looked at again while nobody writes. */
  private Set<Path> putAside(BlobSurvey seen) throws IOException {
    if (seen.faults().stream().allMatch(BlobFault::isOfLaterVersion)) {
      return Set.of();
    }
    directory.requireNoLinks();
    BlobLock.Held held = BlobLock.of(directory).alone(COLLECTOR_WAITS_MILLIS);
    try {
      List<Pack> now = packs.refresh();
      var again = new BlobSurvey(directory.root(), now, problem -> {});
      again.run();
      return new BlobRepair(directory).run(now, again.faults());
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
      var survey = new BlobSurvey(directory.root(), packs.refresh(), problems);
      survey.run();
      return survey;
    } catch (IOException e) {
      throw BlobFailures.reading(directory.root(), e);
    }
  }
}
