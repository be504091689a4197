package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import dev.attache.cli.Launch.Launched;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes that write to one conversation at once. */
@Tag("process")
class ParallelTurnsIT {

  private static final int PROCESSES = 3;

  @TempDir Path temporary;

  private Launched start(Talk talk, String input, String... line) {
    var command = new ArrayList<Object>(List.of(Launch.installed()));
    command.addAll(List.of(line));
    return Launch.in(talk.workspace().directory(), command.toArray())
        .with("XDG_STATE_HOME", talk.workspace().home() + "/state")
        .with("XDG_CONFIG_HOME", talk.workspace().home() + "/config")
        .input(input)
        .start();
  }

  @Test
  void loseNoTurnAndNoResult() {
    Talk talk = Talk.in(temporary).file("foo.txt", Talk.LONG);
    talk.good("query", "--print", "--new", "--id", "one", "begin");
    List<Launched> turns =
        IntStream.range(0, PROCESSES)
            .mapToObj(i -> start(talk, "", "query", "--print", "-a", "foo.txt", "turn of " + i))
            .toList();
    List<Ended> ended = turns.stream().map(Launched::end).toList();
    assertThat(ended).allSatisfy(each -> assertThat(each.exitCode()).as(each.err()).isZero());
    assertThat(ended)
        .extracting(Ended::err)
        .containsExactlyInAnyOrder(
            IntStream.rangeClosed(1, PROCESSES)
                .mapToObj(i -> "attache: conversation one, turn " + (i + 1) + "\n")
                .toArray(String[]::new));
    assertThat(talk.events("attachment"))
        .as("in full until one of them is printed")
        .extracting(each -> each.get("delivery").asText())
        .hasSize(PROCESSES)
        .startsWith("full")
        .isSubsetOf("full", "reference")
        .isSortedAccordingTo(Comparator.naturalOrder());
    List<Launched> results =
        IntStream.range(0, PROCESSES)
            .mapToObj(i -> start(talk, "result " + i, "tool-result"))
            .toList();
    assertThat(results.stream().map(Launched::end))
        .allSatisfy(each -> assertThat(each.exitCode()).as(each.err()).isZero());
    assertThat(talk.events("result"))
        .extracting(each -> each.get("call").asText())
        .containsExactlyInAnyOrder("call_1", "call_2", "call_3");
    assertThat(talk.events("call")).hasSize(PROCESSES);
    assertThat(talk.good("store", "verify").err()).isEmpty();
  }
}
