package dev.attache.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** An obstacle where a file is about to be written, because somebody died or put it there. */
public enum Leftover {
  EMPTY,
  /** Longer than what is written there, so that its end would show. */
  LONG,
  READ_ONLY,
  /** To a file of somebody else, which must stay as it is. */
  LINK,
  LINK_TO_NOTHING,
  EMPTY_DIRECTORY;

  /** Puts it there; beside it lies what links lead to. */
  public void put(Path at) throws IOException {
    switch (this) {
      case EMPTY -> Files.createFile(at);
      case LONG -> Files.writeString(at, "half of it ".repeat(100_000));
      case READ_ONLY -> {
        Files.writeString(at, "half of i");
        Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("r--------"));
      }
      case LINK -> Files.createSymbolicLink(at, Files.writeString(outside(at), "somebody else's"));
      case LINK_TO_NOTHING -> Files.createSymbolicLink(at, outside(at));
      case EMPTY_DIRECTORY -> Files.createDirectory(at);
    }
  }

  /** Asserts that it is gone, and that nothing came of it elsewhere. */
  public void assertIsGone(Path from) throws IOException {
    try (var left = Files.list(parent(from))) {
      assertThat(left).doesNotContain(from);
    }
    if (this == LINK) {
      assertThat(outside(from)).hasContent("somebody else's");
    } else {
      assertThat(outside(from)).doesNotExist();
    }
  }

  private static Path outside(Path at) {
    return parent(parent(at)).resolve("outside");
  }

  private static Path parent(Path of) {
    Path parent = of.toAbsolutePath().getParent();
    if (parent == null) {
      throw new AssertionError(of); // no test writes a root
    }
    return parent;
  }
}
