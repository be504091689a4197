package dev.attache.store.blobs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.store.packs.Pack;
import dev.attache.store.packs.PackCopy;
import dev.attache.store.packs.PackEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The putting aside of what is damaged, while nobody else writes: so that it is stored again when
 * the same is attached again. The sound contents of a damaged pack go into a new one before that.
 */
final class BlobRepair {

  private final BlobDirectory directory;

  BlobRepair(BlobDirectory directory) {
    this.directory = directory;
  }

  /** Puts files aside; returns which. */
  Set<Path> run(List<Pack> packs, List<BlobFault> faults) throws IOException {
    directory.requireNoLinksAnywhere();
    Map<Path, Set<ContentDigest>> damaged = new LinkedHashMap<>();
    Set<Path> whole = new HashSet<>();
    for (BlobFault each : faults) {
      if (each.isOfLaterVersion()) {
        continue;
      }
      Set<ContentDigest> digests = damaged.computeIfAbsent(each.file(), file -> new HashSet<>());
      if (each.digest() == null) {
        whole.add(each.file());
      } else {
        digests.add(each.digest());
      }
    }
    if (!damaged.isEmpty()) {
      if (StoreFiles.makeDirectory(directory.damaged())) {
        directory.durability().forceDirectory(directory.root());
      }
    }
    for (Pack each : packs) {
      Set<ContentDigest> digests = damaged.get(each.file());
      if (digests != null && !whole.contains(each.file())) {
        copySound(each, digests);
      }
    }
    for (Path each : damaged.keySet()) {
      putAside(each);
    }
    return damaged.keySet();
  }

  private void copySound(Pack pack, Set<ContentDigest> damaged) throws IOException {
    List<PackCopy.Part> sound = new ArrayList<>();
    for (PackEntry each : pack.entries()) {
      if (!damaged.contains(each.digest())) {
        sound.add(new PackCopy.Part(pack, each));
      }
    }
    if (!sound.isEmpty()) {
      new PackCopy(directory).write(sound);
    }
  }

  private void putAside(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    String name =
        (file.startsWith(directory.packs()) || parent == null
                ? ""
                : parent.getFileName().toString())
            + file.getFileName();
    Path aside = directory.damaged().resolve(name);
    for (int i = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); i++) {
      aside = directory.damaged().resolve(name + "-" + i);
    }
    Files.move(file, aside);
    directory.durability().forceDirectory(directory.damaged());
    if (parent != null) {
      directory.durability().forceDirectory(parent);
    }
  }
}
