package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which references a turn resolves (RFD 065, "Resolution logic"), row by row. */
class TurnsTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("foo.txt", Talk.LONG).file("bar.txt", "bar\n").file("own.txt", "own\n");
  }

  @Test
  void attachesAllThatIsDeclaredToANewConversation() {
    talk.workspace().declaring("foo.txt").withUser("", "own.txt");
    talk.good("query", "--print", "--new", "-a", "bar.txt", "hello");
    assertThat(talk.attachedIn(0)).containsExactly("own.txt", "foo.txt", "bar.txt");
  }

  @Test
  void attachesExplicitOnesToALaterTurn() {
    talk.workspace().declaring("foo.txt");
    talk.good("query", "--print", "one");
    talk.good("query", "--print", "-a", "bar.txt", "two");
    assertThat(talk.attachedIn(1)).containsExactly("bar.txt");
    assertThat(talk.attachments()).containsExactly("0 foo.txt", "1 bar.txt");
  }

  @Test
  void resolvesNothingInAFollowUp() {
    talk.workspace().declaring("foo.txt");
    talk.good("query", "--print", "one");
    talk.good("query", "--print", "-a", "bar.txt", "two");
    talk.file("bar.txt", "changed\n");
    assertThat(talk.good("query", "--print", "three").out()).isEqualTo("three\n");
    assertThat(talk.attachedIn(2)).isEmpty();
  }

  @Test
  void attachesAgainWhatIsUnchangedAsAReference() {
    talk.good("query", "--print", "-a", "foo.txt", "one");
    String again = talk.good("query", "--print", "-a", "foo.txt", "two").out();
    assertThat(again).contains("attachment at turn 0").contains("It has not changed");
    assertThat(again).doesNotContain("a line of an attached file");
    assertThat(talk.attachments()).containsExactly("1 foo.txt as reference");
  }

  @Test
  void attachesAgainWhatHasChangedInFull() {
    talk.good("query", "--print", "-a", "foo.txt", "one");
    talk.file("foo.txt", Talk.LONG + "changed\n");
    assertThat(talk.good("query", "--print", "-a", "foo.txt", "two").out()).contains("changed\n");
    assertThat(talk.attachments()).containsExactly("1 foo.txt");
    assertThat(talk.events("attachment"))
        .extracting(each -> each.get("size").asLong())
        .containsExactly((long) Talk.LONG.length(), Talk.LONG.length() + 8L);
  }

  @Test
  void attachesAnewToAForkWhatIsDeclared() {
    talk.good("query", "--print", "-a", "foo.txt", "-a", "bar.txt", "one");
    talk.good("attachment", "rm", "bar.txt");
    talk.file("foo.txt", Talk.LONG + "changed\n");
    talk.good("conversation", "fork", "--to", "fork");
    assertThat(talk.good("query", "--print", "--id", "fork", "two").out()).contains("changed\n");
    assertThat(talk.attachedIn(1)).containsExactly("foo.txt");
  }

  @Test
  void attachesWhatWasDeclaredBetweenTwoTurns() {
    talk.good("query", "--print", "one");
    talk.good("attachment", "add", "bar.txt");
    assertThat(talk.attachments()).containsExactly("pending bar.txt");
    talk.good("query", "--print", "two");
    assertThat(talk.attachedIn(1)).containsExactly("bar.txt");
    assertThat(talk.attachments()).containsExactly("1 bar.txt");
  }

  @Test
  void keepsExclusionsInForce() {
    talk.file("src/a.txt", "a").file("src/b.txt", "b").file("src/c.txt", "c");
    talk.good("query", "--print", "-a", "src", "-a", "!src/b.txt", "one");
    assertThat(talk.attachedIn(0)).containsExactly("src/a.txt", "src/c.txt");
    talk.good("query", "--print", "-a", "src", "two");
    assertThat(talk.attachedIn(1)).containsExactly("src/a.txt", "src/c.txt");
    talk.good("query", "--print", "-a", "src/b.txt", "three");
    assertThat(talk.attachedIn(2)).containsExactly("src/b.txt");
    talk.good("query", "--print", "-a", "!src/a.txt", "-a", "src", "four");
    assertThat(talk.attachedIn(3)).containsExactly("src/a.txt", "src/c.txt");
    talk.good("query", "--print", "-a", "!src/c.txt", "five");
    assertThat(talk.attachedIn(4)).isEmpty();
  }

  @Test
  void keepsExclusionsInForceForWhatIsDeclaredLater() {
    talk.file("src/a.txt", "a").file("src/b.txt", "b");
    talk.good("query", "--print", "-a", "!src/b.txt", "-a", "bar.txt", "one");
    talk.good("attachment", "add", "src");
    talk.good("query", "--print", "two");
    assertThat(talk.attachedIn(1)).containsExactly("src/a.txt");
    talk.good("attachment", "add", "src/b.txt");
    talk.good("query", "--print", "three");
    assertThat(talk.attachedIn(2)).containsExactly("src/b.txt");
  }

  @Test
  void declaresAnExclusionAgainOnlyAfterWhatItIsInForceFor() {
    talk.file("src/a.txt", "a").file("src/b.txt", "b");
    talk.good("query", "--print", "-a", "src", "-a", "!src/b.txt", "one");
    talk.good("query", "--print", "-a", "bar.txt", "two");
    talk.good("query", "--print", "-a", "src", "three");
    assertThat(talk.events("config"))
        .extracting(each -> each.get("added").toString())
        .containsExactly("[\"src\",\"!src/b.txt\"]", "[\"bar.txt\"]", "[\"src\",\"!src/b.txt\"]");
  }

  @Test
  @Tag("process")
  void asksForTheUserWhatTheWorkspaceDeclaresToo() {
    talk.workspace().declaring("cmd:echo hello", "bar.txt").withUser("", "cmd:echo hello");
    talk.good("attachment", "add", "--new", "own.txt", "bar.txt");
    assertThat(talk.events("config"))
        .extracting(each -> each.get("added").toString())
        .containsExactly("[\"cmd:echo hello\",\"own.txt\",\"bar.txt\"]");
    talk.good("query", "--print", "one");
    assertThat(talk.attachedIn(0)).containsExactly("echo hello", "own.txt", "bar.txt");
  }

  @Test
  @Tag("process")
  void runsNoCommandThatTheWorkspaceDeclaresAndNobodyTrusts() {
    talk.workspace().declaring("cmd:echo hello");
    CliRun run = talk.run("query", "--print", "one");
    assertThat(run.err()).contains("is declared by the workspace and is not trusted");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.attachedIn(0)).isEmpty();
    assertThat(talk.noticesIn(0)).hasSize(1);
    talk.good("query", "--print", "-a", "cmd:echo hello", "two");
    assertThat(talk.attachedIn(1)).containsExactly("echo hello");
  }

  @Test
  @Tag("process")
  void asksWhetherToTrustWhatTheWorkspaceDeclares() {
    talk.workspace().declaring("cmd:echo hello").answering("y\n");
    CliRun run = talk.good("query", "--print", "one");
    assertThat(run.err()).contains("Trust it? [y/N] ");
    assertThat(talk.attachedIn(0)).containsExactly("echo hello");
  }

  @Test
  @Tag("process")
  void takesNoHistoryForTheUsersConsent() throws Exception {
    talk.good("query", "--print", "-a", "cmd:echo hello", "one");
    talk.good("conversation", "fork", "--to", "fork");
    Path key = talk.workspace().home().resolve("state/attache/consent.key");
    assertThat(key).exists();
    java.nio.file.Files.delete(key); // as for somebody who was sent the workspace
    CliRun run = talk.run("query", "--print", "--id", "fork", "two");
    assertThat(run.err()).contains("is declared by the workspace and is not trusted");
    assertThat(talk.attachedIn(1)).isEmpty();
  }

  @Test
  @Tag("process")
  void runsAgainInAForkWhatTheUserHasAttached() {
    talk.good("query", "--print", "-a", "cmd:echo hello", "one");
    talk.good("conversation", "fork", "--to", "fork");
    talk.good("query", "--print", "--id", "fork", "two");
    assertThat(talk.attachedIn(1)).containsExactly("echo hello");
  }

  @Test
  void tellsTheModelOnceWhatHasChangedIfThatIsWanted() {
    talk.workspace().withUser("refresh = 'notify'\n", "foo.txt");
    talk.good("query", "--print", "one");
    assertThat(talk.good("query", "--print", "two").out()).isEqualTo("two\n");
    talk.file("foo.txt", Talk.LONG + "changed\n");
    String told = talk.good("query", "--print", "three").out();
    assertThat(told).contains("foo.txt").endsWith("three\n");
    assertThat(talk.noticesIn(2)).hasSize(1);
    talk.good("query", "--print", "four");
    assertThat(talk.noticesIn(3)).isEmpty();
    talk.file("foo.txt", Talk.LONG + "changed again\n");
    talk.good("query", "--print", "-a", "foo.txt", "five");
    assertThat(talk.noticesIn(4)).isEmpty(); // it is attached anew
  }

  @Test
  void tellsTheModelNothingUnaskedOfWhatHasChanged() {
    talk.good("query", "--print", "-a", "foo.txt", "one");
    talk.file("foo.txt", "changed\n");
    assertThat(talk.good("query", "--print", "two").out()).isEqualTo("two\n");
    talk.good("conversation", "set", "refresh=notify");
    assertThat(talk.good("query", "--print", "three").out()).isNotEqualTo("three\n");
  }

  @Test
  void goesByTheRulesOfTheConfigurationAndOverThemOfTheConversation() {
    talk.workspace().withUser("[conversation.dedup]\nmin-bytes = '1M'\n", "own.txt");
    talk.good("query", "--print", "-a", "foo.txt", "one");
    talk.good("query", "--print", "-a", "foo.txt", "two");
    assertThat(talk.attachments("--last")).contains("1 foo.txt");
    talk.good("conversation", "set", "dedup.min-bytes=0");
    talk.good("query", "--print", "-a", "foo.txt", "three");
    assertThat(talk.attachments()).contains("2 foo.txt as reference");
    List<JsonNode> all = talk.events("conversation");
    assertThat(all.get(0).get("settings").toString()).isEqualTo("{\"dedup.min-bytes\":0}");
    assertThat(all.get(0).get("tally").get("references").asInt()).isEqualTo(1);
  }

  @Test
  void leavesOutWhatIsSupersededIfThatIsWanted() {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "foo.txt", "one");
    talk.file("foo.txt", Talk.LONG.replace("line", "new line"));
    talk.good("query", "--print", "-a", "foo.txt", "two");
    talk.good("query", "--print", "three");
    assertThat(talk.events("elision")).isEmpty();
    talk.good("conversation", "set", "superseded=drop", "cache.requests=1000");
    CliRun run = talk.good("query", "--print", "--whole", "four");
    assertThat(run.err())
        .isEqualTo(
            """
            attache: 1 superseded snapshot left out of the requests from now on
            attache: conversation one, turn 4
            """);
    assertThat(run.out())
        .contains("is left out; a newer version was delivered at turn 1.")
        .contains("a new line of an attached file");
    assertThat(talk.events("elision")).hasSize(1);
    assertThat(talk.good("query", "--print", "five").err())
        .isEqualTo("attache: conversation one, turn 5\n");
    talk.good("attachment", "print", "foo.txt");
  }

  @Test
  void keepsWhatIsSupersededAsLongAsTheCacheIsWarm() {
    talk.workspace().withUser("superseded = 'keep-until-cold'\n", "foo.txt");
    talk.good("query", "--print", "one");
    talk.file("foo.txt", Talk.LONG.replace("line", "new line"));
    talk.good("query", "--print", "-a", "foo.txt", "two");
    talk.good("query", "--print", "three");
    assertThat(talk.events("elision")).isEmpty();
    talk.good("conversation", "set", "cache.ttl=0");
    talk.good("query", "--print", "four");
    assertThat(talk.events("elision")).hasSize(1);
  }
}
