package dev.attache.store.packs;

import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.store.files.StoreFiles;
import dev.attache.support.places.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** The places of everything in the directory of the contents, and how files get there. */
public final class BlobDirectory {

  private static final AtomicLong NAMES = new AtomicLong();

  private final Path root;
  private final Durability durability;

  public BlobDirectory(Path root) {
    this(root, Durability.DISK);
  }

  public BlobDirectory(Path root, Durability durability) {
    this.root = root;
    this.durability = durability;
  }

  /** What makes files and names in it outlast a crash. */
  public Durability durability() {
    return durability;
  }

  public Path root() {
    return root;
  }

  /** Where a content is that has a file to itself. */
  public Path loose(ContentDigest digest) {
    return fan(digest).resolve(digest.hex().substring(2));
  }

  /** The directory of such files whose digests begin alike. */
  public Path fan(ContentDigest digest) {
    return root.resolve(digest.hex().substring(0, 2));
  }

  public Path packs() {
    return root.resolve("packs");
  }

  public Path temporary() {
    return root.resolve("tmp");
  }

  /** What was damaged, and put aside. */
  public Path damaged() {
    return root.resolve("damaged");
  }

  public Path lock() {
    return root.resolve("lock");
  }

  /** Makes the directory, unless it is there. */
  public void create() throws StoreException {
    try {
      requireNoLinks();
      if (Files.isDirectory(temporary()) && Files.isDirectory(packs())) {
        return;
      }
      boolean isNew = StoreFiles.makeDirectory(root);
      if (isNew) {
        StoreFiles.ignore(root, durability);
      }
      StoreFiles.makeDirectory(packs());
      StoreFiles.makeDirectory(temporary());
      durability.forceDirectory(root);
      Path parent = root.toAbsolutePath().getParent();
      if (isNew && parent != null) {
        durability.forceDirectory(parent);
      }
    } catch (IOException e) {
      throw BlobFailures.writing(root, e);
    }
  }

  /** Refuses links where directories of ours have to be. */
  public void requireNoLinks() throws StoreException {
    StoreFiles.requireNoLink(root);
    StoreFiles.requireNoLink(packs());
    StoreFiles.requireNoLink(temporary());
  }

  /** Refuses all links below the directory, before anything is deleted there. */
  public void requireNoLinksAnywhere() throws IOException {
    requireNoLinks();
    for (Path each : BlobFiles.in(root)) {
      StoreFiles.requireNoLink(each);
      if (BlobFiles.isFan(each) || each.equals(packs()) || each.equals(temporary())) {
        for (Path file : BlobFiles.in(each)) {
          StoreFiles.requireNoLink(file);
        }
      }
    }
  }

  /** Returns a name for temporary files that nobody else uses, without an ending. */
  public static String temporaryName() {
    // not random: looking for a source of that would slow each start
    return Long.toHexString(ProcessHandle.current().pid())
        + "-"
        + Long.toHexString(System.currentTimeMillis())
        + "-"
        + Long.toHexString(System.nanoTime())
        + "-"
        + NAMES.incrementAndGet();
  }
}
