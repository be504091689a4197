package dev.attache.store.packs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The packs of a directory, as they were when it was last looked at. Thread-safe. */
public final class Packs {

  private static final String SUFFIX = ".pack";

  private final Path directory;
  private volatile @Nullable Map<Path, Pack> known;

  public Packs(Path directory) {
    this.directory = directory;
  }

  /** A content, and the pack that has it. */
  public record Found(Pack pack, PackEntry entry) {}

  /** Returns where a content is, or null if none of the packs has it that can be read. */
  @Nullable
  public Found find(ContentDigest digest) throws IOException {
    Map<Path, Pack> packs = known;
    for (Pack each : packs == null ? refresh() : packs.values()) {
      try {
        PackEntry entry = each.find(digest);
        if (entry != null) {
          return new Found(each, entry);
        }
      } catch (NoSuchFileException | BlobDamage e) {
        // one has been replaced since; the other is for verify, and costs no content of the rest
      }
    }
    return null;
  }

  /** Looks at the directory, and returns what there is. */
  public synchronized List<Pack> refresh() throws IOException {
    Map<Path, Pack> before = known;
    Map<Path, Pack> now = new TreeMap<>();
    for (Path each : files()) {
      Pack pack = before == null ? null : before.get(each);
      now.put(each, pack == null ? new Pack(each) : pack);
    }
    known = now;
    return new ArrayList<>(now.values());
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    if (StoreFiles.isDirectory(directory)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
        for (Path each : all) {
          if (isPack(each)) {
            files.add(each);
          }
        }
      }
    }
    return files;
  }

  /** Whether a file has the name of a pack. */
  public static boolean isPack(Path file) {
    return file.getFileName().toString().endsWith(SUFFIX);
  }

  static String name(ContentDigest index) {
    return index.hex().substring(0, 32) + SUFFIX;
  }
}
