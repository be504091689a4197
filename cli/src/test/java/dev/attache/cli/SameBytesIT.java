package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import dev.attache.store.OwnConversations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of the same conversation that processes of their own print. */
@Tag("process")
class SameBytesIT {

  @TempDir Path temporary;

  @Test
  void areTheSameInTwoProcessesAndGrowAtTheirEnd() throws IOException {
    Talk talk = Talk.in(temporary).file("src/foo.txt", Talk.LONG).file("src/b.txt", "b\n");
    talk.workspace().workspace().file("logo.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});
    talk.good(
        "query", "--print", "--new", "--id", "one", "-a", "src", "-a", "cmd:echo hi", "what?");
    talk.good("conversation", "record-answer", "that");
    talk.input("found\n").good("tool-result", "--tool", "find", "--arguments", "{\"b\":1,\"a\":2}");
    talk.file("src/b.txt", "changed\n");
    talk.run("query", "--print", "-a", "src", "-a", "logo.png", "-a", "none.txt", "again");
    for (String form : List.of("--whole", "--json")) {
      Path first = copy(talk, "first" + form);
      Path second = copy(talk, "second" + form);
      String before = print(talk, first, form);
      assertThat(before).contains("found", "what?", "none.txt", Talk.LONG.substring(0, 30));
      assertThat(print(talk, second, form)).isEqualTo(before);
      assertThat(print(talk, first, form)).startsWith(before).hasSizeGreaterThan(before.length());
    }
  }

  /** A workspace with nothing but the conversations of another. */
  private Path copy(Talk talk, String name) throws IOException {
    Path source = talk.workspace().directory().resolve(OwnConversations.DIRECTORY);
    Path target = temporary.resolve(name);
    try (Stream<Path> all = Files.walk(source)) {
      for (Path each : all.toList()) {
        Path copied = target.resolve(OwnConversations.DIRECTORY).resolve(source.relativize(each));
        Files.createDirectories(copied.getParent());
        Files.copy(each, copied);
      }
    }
    return target;
  }

  private static String print(Talk talk, Path workspace, String form) {
    Ended ended =
        Launch.in(workspace, Launch.installed(), "query", "--print", "-q", "--whole", form, "next")
            .with("XDG_STATE_HOME", talk.workspace().home() + "/state")
            .with("XDG_CONFIG_HOME", talk.workspace().home() + "/config")
            .run();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out();
  }
}
