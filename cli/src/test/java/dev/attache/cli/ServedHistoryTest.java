package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
    talk.good("query", "--new", "--id", "private", "the secret of the user");
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
}
