package dev.attache.store.blobs;

import dev.attache.history.ConversationStore.Collected;
import dev.attache.resource.ContentDigest;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.store.packs.BlobFiles;
import dev.attache.store.packs.Pack;
import dev.attache.store.packs.PackCopy;
import dev.attache.store.packs.PackEntry;
import dev.attache.store.packs.PackFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run that deletes what is not needed, while nobody writes. Packs with something unneeded are
 * replaced by one that has the rest of them, and small ones too when there are many, in groups;
 * each is deleted only after the new one is safe.
 */
final class BlobCollection {

  private static final int MANY_PACKS = 64;
  private static final long SMALL_PACK_BYTES = 4 * 1024 * 1024;

  /** Packs are replaced together until they have so many bytes. */
  private static final long GROUP_BYTES = 64 * 1024 * 1024;

  private final BlobDirectory directory;
  private final List<Pack> packs;
  private final Set<ContentDigest> needed;
  private final boolean isTrial;
  private final Set<ContentDigest> kept = new HashSet<>();
  private final Set<ContentDigest> deleted = new HashSet<>();
  private long freed;
  private long groupBytes = GROUP_BYTES;

  BlobCollection(
      BlobDirectory directory, List<Pack> packs, Set<ContentDigest> needed, boolean isTrial) {
    this.directory = directory;
    this.packs = packs;
    this.needed = new HashSet<>(needed);
    this.isTrial = isTrial;
  }

  /** Replaces packs together until they have so many bytes. */
  BlobCollection inGroupsOf(long bytes) {
    groupBytes = bytes;
    return this;
  }

  /**
   * Deletes it.
   *
   * @param isEnough whether to stop; asked after each directory and each group of packs of which
   *     something was deleted
   */
  Collected run(BooleanSupplier isEnough) throws IOException {
    collectTemporary();
    boolean isDone = collectLoose(isEnough) && collectPacks(isEnough);
    deleted.removeAll(kept); // what was there twice
    return new Collected(deleted.size(), freed, kept.size(), isDone);
  }

  private boolean collectLoose(BooleanSupplier isEnough) throws IOException {
    for (Path fan : BlobFiles.fans(directory.root())) {
      int before = deleted.size();
      collectLoose(fan);
      if (deleted.size() > before && isEnough.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  /** Deletes what dead batches have left, and learns what living ones count on. */
  private void collectTemporary() throws IOException {
    Map<String, Boolean> isAlive = new HashMap<>();
    for (Path each : BlobFiles.in(directory.temporary())) {
      String batch = BlobPins.batch(each);
      Boolean known = isAlive.get(batch);
      if (known == null) {
        Set<ContentDigest> pinned = BlobPins.kept(directory, batch);
        known = pinned != null;
        isAlive.put(batch, known);
        if (pinned != null) {
          needed.addAll(pinned);
        }
      }
      if (!known) {
        delete(each);
      }
    }
  }

  private void collectLoose(Path fan) throws IOException {
    boolean isEmpty = true;
    for (Path each : BlobFiles.in(fan)) {
      ContentDigest digest = BlobFiles.loose(each);
      if (digest != null && !needed.contains(digest)) {
        deleted.add(digest);
        delete(each);
      } else {
        isEmpty = false;
        if (digest != null) {
          kept.add(digest);
        }
      }
    }
    if (isEmpty && !isTrial) {
      Files.delete(fan);
    }
  }

  private void delete(Path file) throws IOException {
    try {
      freed += Files.size(file);
    } catch (NoSuchFileException e) {
      return; // a batch that has ended since, which needs no lock for that
    }
    if (!isTrial) {
      Files.deleteIfExists(file);
    }
  }

  private boolean collectPacks(BooleanSupplier isEnough) throws IOException {
    List<Pack> replaced = new ArrayList<>();
    List<PackCopy.Part> moved = new ArrayList<>();
    Set<ContentDigest> seen = new HashSet<>();
    long bytes = 0;
    for (Pack each : packs) {
      List<PackEntry> entries = entries(each);
      if (entries == null) {
        continue;
      }
      boolean isReplaced = isReplaced(each, entries);
      if (isReplaced) {
        replaced.add(each);
        bytes += Files.size(each.file());
      }
      for (PackEntry entry : entries) {
        if (!needed.contains(entry.digest())) {
          deleted.add(entry.digest());
        } else {
          kept.add(entry.digest());
          if (isReplaced && seen.add(entry.digest())) {
            moved.add(new PackCopy.Part(each, entry));
          }
        }
      }
      if (bytes >= groupBytes) {
        replace(replaced, moved);
        if (isEnough.getAsBoolean()) {
          return false;
        }
        replaced.clear();
        moved.clear();
        bytes = 0;
      }
    }
    replace(replaced, moved);
    return true;
  }

  /** Returns what a pack has, or null if that cannot be told: then it is left as it is. */
  private static @Nullable List<PackEntry> entries(Pack pack) throws IOException {
    try {
      return pack.entries();
    } catch (BlobDamage e) {
      return null;
    }
  }

  private boolean isReplaced(Pack pack, List<PackEntry> entries) throws IOException {
    for (PackEntry each : entries) {
      if (!needed.contains(each.digest())) {
        return true;
      }
    }
    return packs.size() > MANY_PACKS && Files.size(pack.file()) < SMALL_PACK_BYTES;
  }

  private void replace(List<Pack> replaced, List<PackCopy.Part> moved) throws IOException {
    long before = 0;
    for (Pack each : replaced) {
      before += Files.size(each.file());
    }
    long contents = 0;
    for (PackCopy.Part each : moved) {
      contents += each.entry().length();
    }
    freed += before - (moved.isEmpty() ? 0 : PackFormat.bytes(moved.size(), contents));
    if (isTrial || replaced.isEmpty()) {
      return;
    }
    Path created = moved.isEmpty() ? null : new PackCopy(directory).write(moved);
    for (Pack each : replaced) {
      if (!each.file().equals(created)) {
        Files.delete(each.file());
      }
    }
  }
}
