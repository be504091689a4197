package dev.attache.store.blobs;

import dev.attache.history.ConversationStore.Usage;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Stored;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobBytes;
import dev.attache.store.packs.BlobFiles;
import dev.attache.store.packs.BlobInputStream;
import dev.attache.store.packs.Pack;
import dev.attache.store.packs.PackEntry;
import dev.attache.store.packs.Packs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A look at all contents, which reads and checks them if problems are asked for. */
final class BlobSurvey {

  /** Comes before all that there are. */
  static final ContentDigest BEGINNING = new ContentDigest("0".repeat(64));

  private static final Set<String> OWN = Set.of("packs", "tmp", "damaged", "lock", ".gitignore");

  private final Path root;
  private final Packs packs;
  private final @Nullable Consumer<String> problems;
  private final Map<ContentDigest, Long> seen = new HashMap<>();
  private final Set<ContentDigest> sound = new HashSet<>();
  private final List<BlobFault> faults = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private long contentBytes;
  private long storedBytes;

  BlobSurvey(Path root, Packs packs, @Nullable Consumer<String> problems) {
    this.root = root;
    this.packs = packs;
    this.problems = problems;
  }

  /**
   * A place where a content is.
   *
   * @param pack the pack that has it; null if it is a file of its own, of which no more is known
   */
  private record Copy(ContentDigest digest, Path file, @Nullable Pack pack, PackEntry entry) {

    static Copy loose(ContentDigest digest, Path file) {
      return new Copy(digest, file, null, new PackEntry(digest, 0, 0, -1));
    }

    static int compare(Copy one, Copy other) {
      int order = one.digest.hex().compareTo(other.digest.hex());
      return order == 0 ? one.file.compareTo(other.file) : order;
    }
  }

  /** Looks at all of them. */
  void run() throws IOException {
    ContentDigest last = run(null, () -> false);
    if (last != null) {
      throw new ClosedByInterruptException();
    }
  }

  /**
   * Looks at contents in the order of their digests, wherever they lie: what is put in another file
   * between two parts stays where it was.
   *
   * @param after the last one that was looked at; null to begin
   * @return the last one, if it was enough then or the thread was interrupted; null if there are no
   *     more
   */
  @Nullable ContentDigest run(@Nullable ContentDigest after, BooleanSupplier isEnough)
      throws IOException {
    ContentDigest last = after == null ? BEGINNING : after;
    Iterator<Copy> copies = copies(last, last.equals(BEGINNING)).iterator();
    if (!say()) {
      return last;
    }
    Copy next = next(copies);
    while (next != null) {
      Copy copy = next;
      next = next(copies);
      boolean isThere = lookAt(copy);
      if (!say()) {
        return last;
      }
      if (!isThere && copy.pack() != null) { // replaced just now: the rest is elsewhere
        copies = copies(last, false).iterator();
        next = next(copies);
      } else if (next == null || !next.digest().equals(copy.digest())) {
        last = copy.digest();
        if (isEnough.getAsBoolean()) {
          return last;
        }
      }
    }
    return null;
  }

  private static @Nullable Copy next(Iterator<Copy> copies) {
    return copies.hasNext() ? copies.next() : null;
  }

  /** Says what was found, unless the thread was interrupted: then it may only come of that. */
  private boolean say() {
    boolean isSure = !Thread.currentThread().isInterrupted();
    if (isSure && problems != null) {
      said.forEach(problems);
    }
    said.clear();
    return isSure;
  }

  /** Looks again at files in which something was wrong, with all that they have. */
  void lookAgain(List<BlobFault> seen) throws IOException {
    Set<Path> wrong = new HashSet<>();
    seen.forEach(each -> wrong.add(each.file()));
    for (Copy each : copies(BEGINNING, true)) {
      if (wrong.contains(each.file())) {
        boolean unused = lookAt(each);
      }
    }
  }

  /** Finds what comes after a content, and says what else is there if that is asked for. */
  private List<Copy> copies(ContentDigest after, boolean isSaid) throws IOException {
    var copies = new ArrayList<Copy>();
    for (Path each : BlobFiles.in(root)) {
      if (Files.isSymbolicLink(each)) {
        sayLink(each, isSaid);
      } else if (BlobFiles.isFan(each)) {
        for (Path file : BlobFiles.in(each)) {
          addLoose(file, copies, isSaid);
        }
      } else if (isSaid && !OWN.contains(each.getFileName().toString())) {
        report(each, "does not belong here");
      }
    }
    Path inPacks = root.resolve("packs");
    for (Path each : Files.isSymbolicLink(inPacks) ? List.<Path>of() : BlobFiles.in(inPacks)) {
      if (Files.isSymbolicLink(each)) {
        sayLink(each, isSaid);
      } else if (isSaid && !Packs.isPack(each)) {
        report(each, "does not belong here");
      }
    }
    for (Pack each : packs.refresh()) {
      addPacked(each, copies, isSaid);
    }
    if (isSaid) {
      reportSetAside(root.resolve("damaged"));
    }
    copies.removeIf(each -> each.digest().hex().compareTo(after.hex()) <= 0);
    copies.sort(Copy::compare);
    return copies;
  }

  Usage usage() {
    return new Usage(0, 0, seen.size(), contentBytes, storedBytes);
  }

  /** What is damaged, if problems were asked for. */
  List<BlobFault> faults() {
    return faults;
  }

  /** Whether a content was read and is right. */
  boolean isSound(Stored content) {
    Long size = seen.get(content.digest());
    return size != null && size == content.size() && sound.contains(content.digest());
  }

  private void reportSetAside(Path directory) throws IOException {
    if (problems == null || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    for (Path each : BlobFiles.in(directory)) {
      if (Files.isSymbolicLink(each)) {
        sayLink(each, true);
      } else {
        report(
            each,
            "was set aside: "
                + Files.size(each)
                + " bytes, damaged; check whether they can be saved, then delete it");
      }
    }
  }

  /** Says that it is a link, which nobody follows. */
  private void sayLink(Path file, boolean isSaid) {
    if (isSaid) {
      report(file, StoreFiles.linkProblem(file));
    }
  }

  private void addLoose(Path file, List<Copy> copies, boolean isSaid) {
    if (Files.isSymbolicLink(file)) {
      sayLink(file, isSaid);
      return;
    }
    ContentDigest digest = BlobFiles.loose(file);
    if (digest != null && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      copies.add(Copy.loose(digest, file));
    } else if (isSaid) {
      report(file, "does not belong here");
    }
  }

  private void addPacked(Pack pack, List<Copy> copies, boolean isSaid) {
    if (Files.isSymbolicLink(pack.file())) {
      return; // as was said
    }
    try {
      long rest = Files.size(pack.file());
      storedBytes += isSaid ? rest : 0;
      for (PackEntry each : pack.entries()) {
        copies.add(new Copy(each.digest(), pack.file(), pack, each));
        storedBytes -= isSaid ? each.length() : 0; // which count when they are looked at
      }
    } catch (NoSuchFileException e) {
      // replaced just now
    } catch (BlobDamage e) {
      if (isSaid) {
        fault(pack.file(), null, "is damaged: ", e);
      }
    } catch (IOException e) {
      if (isSaid) {
        report(pack.file(), "cannot be read: " + StoreFailure.reason(e));
      }
    }
  }

  /** Looks at a content; returns whether it was still there. */
  private boolean lookAt(Copy copy) {
    Pack pack = copy.pack();
    try {
      if (pack != null && problems == null) {
        count(copy.digest(), copy.entry().size());
        storedBytes += copy.entry().length();
        return true;
      }
      if (pack == null) {
        lookAtLoose(copy);
      } else {
        storedBytes += copy.entry().length();
        try (BlobBytes bytes = pack.open()) {
          lookAt(copy.file(), copy.digest(), bytes, copy.entry());
        }
      }
      return true;
    } catch (NoSuchFileException e) {
      return false; // deleted or replaced just now
    } catch (IOException e) {
      report(copy.file(), "cannot be read: " + StoreFailure.reason(e));
      return true;
    }
  }

  private void lookAtLoose(Copy copy) throws IOException {
    try (FileChannel channel = StoreFiles.open(copy.file())) {
      long length = channel.size();
      storedBytes += length;
      var entry = new PackEntry(copy.digest(), 0, length, -1);
      lookAt(copy.file(), copy.digest(), BlobBytes.of(channel), entry);
    }
  }

  private void lookAt(Path file, ContentDigest digest, BlobBytes bytes, PackEntry entry)
      throws IOException {
    String name = entry.size() < 0 ? "content" : "content " + digest;
    try (var blob = new BlobInputStream(shared(bytes), entry.offset(), entry.length())) {
      count(digest, blob.size());
      if (problems == null) {
        return;
      }
      if (entry.size() >= 0 && entry.size() != blob.size()) {
        throw new BlobDamage("its index says that it has " + entry.size() + " bytes");
      }
      ContentDigest actual = digest(blob);
      if (!actual.equals(digest)) {
        throw new BlobDamage("its bytes digest to " + actual);
      }
      sound.add(digest);
    } catch (BlobDamage e) {
      fault(file, digest, name + " is damaged: ", e);
    } catch (IOException e) {
      report(file, name + " cannot be read: " + StoreFailure.reason(e));
    }
  }

  private static ContentDigest digest(InputStream in) throws IOException {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, sha256).transferTo(OutputStream.nullOutputStream());
      return ContentDigest.ofHash(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every platform has it
    }
  }

  /** Returns the same bytes, to be closed by somebody else. */
  private static BlobBytes shared(BlobBytes bytes) {
    return new BlobBytes() {
      @Override
      public int read(java.nio.ByteBuffer to, long position) throws IOException {
        return bytes.read(to, position);
      }

      @Override
      public void close() {
        // by whom it was opened
      }
    };
  }

  private void count(ContentDigest digest, long size) {
    if (seen.putIfAbsent(digest, size) == null) {
      contentBytes += size;
    }
  }

  /** Notes what is wrong with a file, by its path from beside the directory. */
  private void report(Path file, String what) {
    said.add(name(file) + ": " + what);
  }

  private void fault(Path file, @Nullable ContentDigest digest, String what, BlobDamage damage) {
    String text = name(file) + ": " + what + damage.message();
    faults.add(new BlobFault(file, digest, text, damage.isOfLaterVersion()));
  }

  private String name(Path file) {
    return (root.getFileName() + "/" + root.relativize(file)).replace('\\', '/');
  }
}
