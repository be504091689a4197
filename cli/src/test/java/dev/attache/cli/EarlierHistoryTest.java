package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A history that was written when questions, links and images had no types of their own: the
 * requests that it comes to keep their bytes.
 */
class EarlierHistoryTest {

  private static final Path FIXTURE = Path.of("src/test/resources/history-before-tools");

  @TempDir Path temporary;

  private TestWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = TestWorkspace.in(temporary);
    for (String part : new String[] {"conversations", "blobs"}) {
      copy(FIXTURE.resolve(part), workspace.directory().resolve(".attache").resolve(part));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        Files.createDirectories(target.getParent());
        Files.copy(each, target);
      }
    }
  }

  @Test
  void acceptance1Line10PrintsByteForByteAsBefore() throws IOException {
    assertThat(workspace.run("conversation", "print", "one").out())
        .isEqualTo(Files.readString(FIXTURE.resolve("expected.txt")));
    assertThat(workspace.run("conversation", "print", "one", "--json").out())
        .isEqualTo(Files.readString(FIXTURE.resolve("expected.json")));
  }

  @Test
  void isSoundAndGoesOn() {
    assertThat(workspace.run("store", "verify").exitCode()).isZero();
    CliRun next = workspace.run("query", "--print", "and now?");
    assertThat(next.err()).endsWith("attache: conversation one, turn 2\n");
    assertThat(workspace.run("conversation", "print", "one").out())
        .contains("[question: Which?]", "and now?");
  }
}
