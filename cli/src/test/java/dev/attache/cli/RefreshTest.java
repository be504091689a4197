package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache refresh}: what the model gets when it reads again what is attached. */
@Tag("process")
class RefreshTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void begin() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG);
    talk.good(
        "query", "--print", "--new", "--id", "one", "-a", "foo.txt", "-a", "cmd:echo hi", "hello");
  }

  @Test
  void readsAgainWhatAnotherDeclarationStillCovers() {
    Talk own = Talk.in(temporary).file("src/n.txt", "one\n").file("src/.env", "A=1\n");
    own.good("query", "--print", "-a", "src/n.txt", "-a", "src/.env", "-a", "src", "what?");
    own.good("attachment", "rm", "src/n.txt", "src/.env");
    assertThat(own.good("refresh", "-q", "src/n.txt").out()).contains("one");
    own.file("src/n.txt", "two\n");
    own.good("conversation", "set", "refresh=notify");
    assertThat(own.good("query", "--print", "-q", "go on").out()).contains("src/n.txt has changed");
    assertThat(own.run("refresh", "-q", "src/.env").out())
        .as("the directory never meant this")
        .contains("it was removed");
    own.good("attachment", "rm", "src");
    assertThat(own.run("refresh", "-q", "src/n.txt").out()).contains("it was removed");
  }

  @Test
  void readsAgainAllThatAPatternOrADirectoryLeadsTo() throws IOException {
    Talk own = Talk.in(temporary);
    for (String name : new String[] {"a", "b", "c"}) {
      own.file("lib/" + name + ".txt", name + " " + Talk.LONG);
    }
    own.good("query", "--print", "--new", "-a", "lib/*.txt", "-a", "!lib/secret*", "what?");
    own.file("lib/b.txt", "b is new\n").file("lib/d.txt", "d is new\n");
    own.file("lib/secret.txt", "left out\n").file("lib/other.md", "no text\n");
    Files.delete(own.workspace().directory().resolve("lib/c.txt"));
    String now = own.good("refresh", "-q", "lib/*.txt").out();
    assertThat(now)
        .contains("lib/a.txt is identical to the attachment at turn 0")
        .contains("b is new\n", "d is new\n")
        .contains("lib/c.txt is not there any more. The snapshot of turn 0 stays as it was.")
        .doesNotContain("left out", "no text");
    own.good("query", "--print", "-a", "lib", "and?");
    assertThat(own.good("refresh", "-q", "lib").out()).contains("other.md");
    for (int i = 0; i < 40; i++) {
      own.file("lib/more" + i + ".txt", "x\n");
    }
    CliRun many = own.run("refresh", "-q", "lib/*.txt");
    assertThat(many.out())
        .contains(
            "lib/*.txt leads to more than 32 resources. Call refresh_resource with the path or URI"
                + " of one of them.");
    assertThat(many.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void readsAgainWhatWasTypedOutsideTheWorkspaceAndNothingBesideIt() throws IOException {
    Path outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    Path typed = Files.writeString(outside.resolve("typed.txt"), "one\n");
    Path beside = Files.writeString(outside.resolve("beside.txt"), "beside\n");
    talk.good(
        "query",
        "--print",
        "-a",
        typed.toString(),
        "--root",
        outside.toString(),
        "-a",
        outside + "/b*",
        "what?");
    Files.writeString(typed, "two\n");
    Files.writeString(beside, "other\n");
    assertThat(talk.good("refresh", typed.toString()).out()).contains("two");
    CliRun refused = talk.run("refresh", beside.toString());
    assertThat(refused.out()).contains("points outside the workspace").doesNotContain("other");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void refersToWhatHasNotChangedAndIsInFullTheSecondTime() {
    CliRun first = talk.good("refresh", "foo.txt");
    assertThat(first.out())
        .contains("identical to the attachment at turn 0")
        .contains("It has not changed")
        .doesNotContain("a line of an attached file");
    assertThat(first.err()).isEqualTo("attache: conversation one, turn 1, call call_1\n");
    assertThat(talk.good("refresh", "foo.txt").out()).contains(Talk.LONG);
  }

  @Test
  void isInFullIfThatIsWantedOrItHasChanged() {
    assertThat(talk.good("refresh", "--force", "foo.txt").out()).contains(Talk.LONG);
    talk.file("foo.txt", Talk.LONG + "changed\n");
    String uri = talk.workspace().workspace().uri() + "/foo.txt";
    assertThat(talk.good("refresh", uri).out()).contains("changed\n");
    assertThat(talk.events("call"))
        .extracting(each -> each.get("call").asText() + " " + each.get("arguments").toString())
        .containsExactly(
            "call_1 {\"uri\":\"foo.txt\",\"force\":true}", "call_2 {\"uri\":\"" + uri + "\"}");
  }

  @Test
  void answersWithAnErrorIfItCannot() throws IOException {
    Files.delete(talk.workspace().directory().resolve("foo.txt"));
    CliRun gone = talk.run("refresh", "foo.txt");
    assertThat(gone.out()).isNotEmpty();
    assertThat(gone.err()).isEqualTo("attache: conversation one, turn 1, call call_1\n");
    assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
    CliRun other = talk.run("refresh", "--json", "fo.txt");
    assertThat(other.exitCode()).isEqualTo(ExitCode.FAILED);
    JsonNode answer = other.json().get(0);
    assertThat(answer.get("isError").asBoolean()).isTrue();
    assertThat(answer.get("_meta").get("computer.jp/error").get("kind").asText())
        .isEqualTo("not-attached");
    assertThat(answer.get("content").get(0).get("text").asText())
        .startsWith("fo.txt is not attached to this conversation")
        .contains("Attached are, among others: foo.txt. The user can");
  }

  @Test
  void runsCommandsThatTheUserHasAttachedAgain() {
    assertThat(talk.good("refresh", "--force", "cmd://echo?arg=hi").out()).contains("hi\n");
  }

  @Test
  void readsNothingThatIsDeclaredNoLonger() {
    talk.good("attachment", "rm", "foo.txt");
    CliRun run = talk.run("refresh", "foo.txt");
    assertThat(run.out()).doesNotContain("a line of an attached file");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void needsAUri() {
    assertThat(talk.refusal("refresh"))
        .isEqualTo("missing argument: URI (`attache attachment ls` lists them)");
  }

  @Test
  @Tag("network")
  void readsFromAServerAgain() throws IOException {
    ServerWorkspace servers =
        ServerWorkspace.in(Files.createDirectory(temporary.resolve("servers"))).withUsers();
    servers.workspace().workspace().file("README.md", "declared\n");
    assertThat(servers.run("query", "--print", "-a", "mcp+test+test://item/1", "hello").exitCode())
        .isZero();
    for (String uri : new String[] {"test://item/1", "mcp+test+test://item/1"}) {
      CliRun run = servers.run("refresh", "--force", uri);
      assertThat(run.out()).as(run.err()).contains("item");
      assertThat(run.exitCode()).isZero();
    }
    assertThat(servers.starts()).isEqualTo(3);
  }
}
