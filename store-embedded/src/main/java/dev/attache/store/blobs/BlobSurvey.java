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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A look at all contents, which reads and checks them if problems are asked for. */
final class BlobSurvey {

  private static final Set<String> OWN = Set.of("packs", "tmp", "damaged", "lock", ".gitignore");

  private final Path root;
  private final List<Pack> packs;
  private final @Nullable Consumer<String> problems;
  private final Map<ContentDigest, Long> seen = new HashMap<>();
  private final Set<ContentDigest> sound = new HashSet<>();
  private final List<BlobFault> faults = new ArrayList<>();
  private long contentBytes;
  private long storedBytes;

  BlobSurvey(Path root, List<Pack> packs, @Nullable Consumer<String> problems) {
    this.root = root;
    this.packs = packs;
    this.problems = problems;
  }

  void run() throws IOException {
    for (Path each : BlobFiles.in(root)) {
      if (isLink(each)) {
        continue;
      }
      if (BlobFiles.isFan(each)) {
        for (Path file : BlobFiles.in(each)) {
          lookAtLoose(file);
        }
      } else if (!OWN.contains(each.getFileName().toString())) {
        report(each, "does not belong here");
      }
    }
    Path inPacks = root.resolve("packs");
    for (Path each : Files.isSymbolicLink(inPacks) ? List.<Path>of() : BlobFiles.in(inPacks)) {
      if (!isLink(each) && !Packs.isPack(each)) {
        report(each, "does not belong here");
      }
    }
    for (Pack each : packs) {
      lookAt(each);
    }
    reportSetAside(root.resolve("damaged"));
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
      if (!isLink(each)) {
        report(
            each,
            "was set aside: "
                + Files.size(each)
                + " bytes, damaged; check whether they can be saved, then delete it");
      }
    }
  }

  /** Whether it is a link, which is said, and followed by nobody. */
  private boolean isLink(Path file) {
    boolean isLink = Files.isSymbolicLink(file);
    if (isLink) {
      report(file, StoreFiles.linkProblem(file));
    }
    return isLink;
  }

  private void lookAtLoose(Path file) throws IOException {
    if (isLink(file)) {
      return;
    }
    ContentDigest digest = BlobFiles.loose(file);
    if (digest == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      report(file, "does not belong here");
      return;
    }
    try (FileChannel channel = StoreFiles.open(file)) {
      long length = channel.size();
      storedBytes += length;
      lookAt(file, digest, BlobBytes.of(channel), new PackEntry(digest, 0, length, -1));
    } catch (NoSuchFileException e) {
      // deleted just now
    } catch (IOException e) {
      report(file, "cannot be read: " + StoreFailure.reason(e));
    }
  }

  private void lookAt(Pack pack) throws IOException {
    if (Files.isSymbolicLink(pack.file())) {
      return; // as was said
    }
    try (BlobBytes bytes = pack.open()) {
      storedBytes += Files.size(pack.file());
      for (PackEntry each : pack.entries()) {
        if (problems == null) {
          count(each.digest(), each.size());
        } else {
          lookAt(pack.file(), each.digest(), bytes, each);
        }
      }
    } catch (NoSuchFileException e) {
      // replaced just now
    } catch (BlobDamage e) {
      fault(pack.file(), null, "is damaged: ", e);
    } catch (IOException e) {
      report(pack.file(), "cannot be read: " + StoreFailure.reason(e));
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
      return ContentDigest.of(sha256.digest());
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

  /** Says what is wrong with a file, by its path from beside the directory. */
  private void report(Path file, String what) {
    if (problems != null) {
      problems.accept(name(file) + ": " + what);
    }
  }

  private void fault(Path file, @Nullable ContentDigest digest, String what, BlobDamage damage) {
    String text = name(file) + ": " + what + damage.message();
    faults.add(new BlobFault(file, digest, text, damage.isOfLaterVersion()));
  }

  private String name(Path file) {
    return (root.getFileName() + "/" + root.relativize(file)).replace('\\', '/');
  }
}
