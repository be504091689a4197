package dev.attache.store.packs;

import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.files;
import static dev.attache.store.blobs.BlobSamples.problems;
import static dev.attache.store.blobs.BlobSamples.random;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.text;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.history.BlobBatch;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.store.SmallDisk;
import dev.attache.store.blobs.Blobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobFailuresTest {

  @TempDir Path workspace;

  private Path directory() {
    return workspace.resolve("blobs");
  }

  @Test
  void saysThatTheDirectoryIsAFile() throws Exception {
    Files.writeString(directory(), "mine");
    assertThatThrownBy(Blobs.at(directory())::begin)
        .isInstanceOf(StoreException.class)
        .hasMessage("contents cannot be written to %s: %s is in the way", directory(), directory());
    assertThat(directory()).hasContent("mine");
  }

  @Test
  void saysThatThereIsNoPermission() throws Exception {
    Files.createDirectory(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(directory()), "whoever runs this may write everywhere");
      assertThatThrownBy(Blobs.at(directory())::begin)
          .hasMessage(
              "contents cannot be written to %s: permission denied (%s)",
              directory(), directory().resolve("packs"));
    } finally {
      Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void givesFilesToTheirUserOnlyAndNotToGit() throws Exception {
    commit(Blobs.at(directory()), texts(3, 100, 1));
    commit(Blobs.at(directory()), texts(30, 100, 100));
    assertThat(directory().resolve(".gitignore")).hasContent("*\n");
    try (Stream<Path> all = Files.walk(directory())) {
      for (Path each : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
            .as(each.toString())
            .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void makesAgainWhatSomebodyHasDeleted() throws Exception {
    Blobs blobs = Blobs.at(directory());
    commit(blobs, texts(30, 100, 1));
    try (Stream<Path> all = Files.walk(directory())) {
      for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    ResourceContent content = text(100, 1);
    commit(blobs, List.of(content));
    assertThat(stored(blobs, content)).isEqualTo(read(content));
  }

  @Test
  void refusesABatchOfAnotherStore() throws Exception {
    Blobs blobs = Blobs.at(directory());
    try (BlobBatch batch = Blobs.at(workspace.resolve("other")).begin()) {
      assertThatThrownBy(() -> blobs.commit(batch, () -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the batch is of another store");
    }
  }

  @Test
  void closesWhatItOpens() throws Exception {
    Path open = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(open), "what is open can be seen on Linux only");
    Blobs blobs = Blobs.at(directory());
    List<ResourceContent> all = texts(50, 1000, 1);
    for (int i = 0; i < 10; i++) {
      commit(blobs, all);
      commit(blobs, texts(3, 100, 1000));
      problems(blobs);
      stored(blobs, all.get(i));
      blobs.collect(Set::of, false);
      assertThatThrownBy(() -> stored(blobs, all.get(1))).isInstanceOf(IOException.class);
    }
    List<String> ours = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(open)) {
      for (Path each : descriptors.toList()) {
        if (Files.isSymbolicLink(each)) {
          ours.add(Files.readSymbolicLink(each).toString());
        }
      }
    }
    assertThat(ours).noneMatch(each -> each.startsWith(directory().toString()));
  }

  @Test
  @Tag("process") // mount
  void saysThatTheDiskIsFullAndLeavesNothingHalfWritten() throws Exception {
    Path disk = workspace.resolve("disk");
    try (var small = SmallDisk.mount(disk, "2m")) {
      Blobs blobs = Blobs.at(disk.resolve("blobs"));
      ResourceContent before = text(1000, 1);
      commit(blobs, List.of(before));
      fails(blobs, List.of(random(3_000_000, 1)));
      List<ResourceContent> many = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        many.add(random(20_000, 50 + i));
      }
      fails(blobs, many);
      assertThat(stored(blobs, before)).isEqualTo(read(before));
      ResourceContent after = text(1000, 2);
      commit(blobs, List.of(after));
      assertThat(stored(blobs, after)).isEqualTo(read(after));
      assertThat(problems(blobs)).isEmpty();
      assertThat(files(disk)).hasSize(2);

      small.fill();
      fails(blobs, texts(3, 9000, 3));
      fails(blobs, texts(100, 90, 1000));
      assertThat(problems(blobs)).isEmpty();
      assertThat(blobs.usage().blobs()).isEqualTo(2);
    }
  }

  @Test
  @Tag("process") // mount
  void readsWhereNothingCanBeWritten() throws Exception {
    Path disk = workspace.resolve("disk");
    try (var small = SmallDisk.mount(disk, "2m")) {
      Path directory = disk.resolve("blobs");
      List<ResourceContent> contents = texts(10, 100, 1);
      commit(Blobs.at(directory), contents);
      small.makeReadOnly();

      Blobs blobs = Blobs.at(directory);
      assertThat(stored(blobs, contents.get(0))).isEqualTo(read(contents.get(0)));
      assertThat(problems(blobs)).isEmpty();
      assertThat(blobs.usage().blobs()).isEqualTo(10);
      String message = "contents cannot be written to %s: Read-only file system (%s)";
      assertThatThrownBy(() -> commit(blobs, texts(1, 100, 50)))
          .hasMessage(message, directory, directory.resolve("lock"));
      assertThatThrownBy(() -> blobs.collect(Set::of, false))
          .hasMessage(message, directory, directory.resolve("lock"));
    }
  }

  private static void fails(Blobs blobs, List<ResourceContent> contents) {
    assertThatThrownBy(() -> commit(blobs, contents))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cont")
        .hasMessageContaining("No space left on device");
  }
}
