package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What models can have of the conversations of a workspace by themselves. */
class ServedHistoryTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary).file("a.txt", "hello\n");
  }

  @Test
  void keepsHistoriesFromModelsThatMayAttach() {
    talk.good("query", "--print", "--new", "--id", "private", "the secret of the user");
    String history = ".attache/conversations/private/events.jsonl";
    String uri = talk.workspace().workspace().uri() + "/" + history;
    ServeRun served =
        ServeRun.in(talk)
            .call("attach_resource", "{\"uri\":\"" + history + "\"}")
            .call("attach_resource", "{\"uri\":\"a.txt\"}")
            .read(uri)
            .serve("--allow-attach")
            .good();
    assertThat(served.result(1).get("isError").asBoolean()).isTrue();
    assertThat(served.result(2).has("isError")).isFalse();
    assertThat(served.answer(3).has("error")).isTrue();
    assertThat(served.run().out()).doesNotContain("the secret of the user");
  }

  @Test
  void tellsTheModelOfAServerWhatItTellsTheOneOfAQuery() {
    talk.good("query", "--print", "--new", "--id", "asked", "hello");
    String[] attached = {"-a", "a.txt", "-a", ".attache/conversations", "-a", "gone.txt"};
    ServeRun.in(talk).list().serve(and(attached, "--conversation", "served"));
    talk.run(and(attached, "query", "--print", "--new", "--id", "queried", "hello"));
    assertThat(notices("served"))
        .isEqualTo(notices("queried"))
        .containsExactly(
            "not attached: gone.txt: no such file or directory",
            "not attached: .attache/conversations: skipped, because conversations are stored there"
                + " and would grow with every turn; copy what you want to attach elsewhere");
  }

  private static String[] and(String[] attached, String... words) {
    return Stream.concat(Stream.of(words), Stream.of(attached)).toArray(String[]::new);
  }

  private List<String> notices(String conversation) {
    return talk.good("conversation", "show", conversation, "--json").json().stream()
        .filter(each -> each.get("event").asText().equals("notice"))
        .map(each -> each.get("text").asText())
        .toList();
  }
}
