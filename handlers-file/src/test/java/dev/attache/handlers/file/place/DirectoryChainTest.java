package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryChainTest {

  @TempDir Path temporary;

  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = temporary.toRealPath();
  }

  @Test
  void opensEveryDirectoryOfATreeInAnyOrder() throws IOException {
    var random = new Random(1);
    var directories = new ArrayList<String>(List.of(""));
    for (int i = 0; i < 60; i++) {
      String parent = directories.get(random.nextInt(directories.size()));
      String name = List.of("a", "ab", "b", "a.b").get(random.nextInt(4));
      addDirectory(directories, parent.isEmpty() ? name : parent + "/" + name);
    }
    String deep = "a";
    for (int i = 0; i < 300; i++) {
      deep = deep + "/" + (i % 2 == 0 ? "a" : "b");
      addDirectory(directories, deep);
      if (i % 40 == 0) {
        addDirectory(directories, deep + "/ab");
      }
    }
    try (var chain = new DirectoryChain(root)) {
      for (int i = 0; i < 600; i++) {
        String directory = directories.get(random.nextInt(directories.size()));
        assertIsOpen(chain, directory);
        if (i % 7 == 0) {
          assertThatThrownBy(() -> chain.open(directory + "/nothing")).isNotNull();
        }
      }
      for (String directory : directories) {
        assertIsOpen(chain, directory);
      }
    }
  }

  @Test
  void followsNoLink() throws IOException {
    Files.createDirectory(root.resolve("d"));
    Files.createSymbolicLink(root.resolve("l"), Path.of("d"));
    Files.writeString(root.resolve("f"), "");
    try (var chain = new DirectoryChain(root)) {
      assertThatThrownBy(() -> chain.open("l")).isInstanceOf(FileSystemException.class);
      assertThatThrownBy(() -> chain.open("f")).isInstanceOf(FileSystemException.class);
      assertThatThrownBy(() -> chain.open("n")).isInstanceOf(NoSuchFileException.class);
      assertThat(chain.open("d").names()).isEmpty();
    }
  }

  @Test
  void staysWhereItIsWhenADirectoryIsSwapped() throws IOException {
    Files.createDirectories(root.resolve("d/e"));
    Files.writeString(root.resolve("d/e/inside"), "");
    Path outside = Files.createDirectories(root.resolve("outside/e"));
    Files.writeString(outside.resolve("secret"), "");
    try (var chain = new DirectoryChain(root)) {
      chain.open("d");
      Files.move(root.resolve("d"), root.resolve("aside"));
      Files.createSymbolicLink(root.resolve("d"), outside.getParent());
      assertThat(chain.open("d/e").names()).hasToString("[inside]");
      chain.open("");
      assertThatThrownBy(() -> chain.open("d/e")).isInstanceOf(FileSystemException.class);
    }
  }

  @Test
  void isLentToOneAtATimeAndClosedWithTheOthers() throws IOException {
    Files.createDirectories(root.resolve("d"));
    Files.writeString(root.resolve("d/x"), "");
    var chains = new DirectoryChains();
    List<Path> names =
        chains.use(root, "d", outer -> chains.use(root, "d", inner -> inner.names()));
    assertThat(names).hasToString("[x]");
    OpenDirectory first = chains.use(root, "", directory -> directory);
    chains.close();
    assertThatThrownBy(() -> first.attributes(Path.of("d"))).isNotNull();
    OpenDirectory late = chains.use(root, "", directory -> directory);
    assertThatThrownBy(() -> late.attributes(Path.of("d"))).isNotNull();
    chains.close();
  }

  private void addDirectory(List<String> directories, String directory) throws IOException {
    if (!directories.contains(directory)) {
      directories.add(directory);
      Files.createDirectories(root.resolve(directory));
    }
  }

  /** The open directory is the one of that path: it has the same key. */
  private void assertIsOpen(DirectoryChain chain, String directory) throws IOException {
    Path marker = root.resolve(directory).resolve("marker");
    if (Files.notExists(marker)) {
      Files.writeString(marker, "");
    }
    Object key = Files.readAttributes(marker, BasicFileAttributes.class).fileKey();
    assertThat(chain.open(directory).attributes(Path.of("marker")).fileKey())
        .as(directory)
        .isEqualTo(key);
  }
}
