package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of files that were attached, and whose place is another thing now. */
class RefreshOfChangedPlacesTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void attachAFile() {
    talk = Talk.in(temporary).file("a.txt", "one\n").file("b.txt", "two\n");
    talk.good("query", "--print", "-a", "a.txt", "-a", "b.txt", "one");
  }

  private Path place(String name) {
    return talk.workspace().directory().resolve(name);
  }

  private void link(String name, String to) throws IOException {
    Files.delete(place(name));
    Files.createSymbolicLink(place(name), Path.of(to));
  }

  private String refreshed(String named) {
    return talk.run("refresh", "-q", named)
        .out()
        .replaceFirst("^\\[the tool failed(, another try may succeed)?]\n", "");
  }

  @Test
  void saysOfALinkThatItIsOneAndNotThatItIsNotAttached() throws Exception {
    link("a.txt", Files.writeString(temporary.resolve("x"), "secret").toString());
    String byUri = refreshed("file://" + place("a.txt"));
    assertThat(byUri).contains("a.txt may not be read again: ").doesNotContain("not attached");
    assertThat(refreshed("a.txt")).isEqualTo(byUri);
    assertThat(refreshed("./a.txt")).isEqualTo(byUri);
    assertThat(refreshed(place("a.txt").toString())).isEqualTo(byUri);
  }

  @Test
  void takesNoLinkForWhatItLeadsTo() throws Exception {
    link("a.txt", "b.txt");
    assertThat(refreshed("a.txt")).startsWith("a.txt may not be read again");
  }

  @Test
  void saysOfALinkToItselfAndOfNothingWhatTheyAre() throws Exception {
    link("a.txt", "a.txt");
    assertThat(refreshed("a.txt")).startsWith("a.txt ");
    Files.delete(place("a.txt"));
    assertThat(refreshed("a.txt")).startsWith("a.txt is gone: ");
  }

  @Test
  void saysWhereItWasAttachedBeforeTheWorkspaceWasMoved() throws Exception {
    Path old = place("a.txt");
    String history = talk.histories();
    assertThat(history).contains("file://" + old);
    moveHistoryFrom("/old/place");
    assertThat(refreshed("a.txt"))
        .isEqualTo(
            "a.txt is not attached to this conversation from where the workspace is now: it was"
                + " attached as file:///old/place/a.txt. The user can attach it.\n");
    assertThat(refreshed("c.txt")).startsWith("c.txt is not attached to this conversation, and");
  }

  /** Has the history look as if the workspace had been elsewhere when it was written. */
  private void moveHistoryFrom(String place) throws IOException {
    Path conversations = place(".attache/conversations");
    try (var files = Files.walk(conversations)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.endsWith("events.jsonl")) {
          String moved =
              Files.readString(file).replace("file://" + place("").toString(), "file://" + place);
          Files.writeString(file, moved.replace("file://" + place + "//", "file://" + place + "/"));
        } else if (!file.getFileName().toString().equals(".gitignore")) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  void tellsWhatIsUnreadableFromWhatIsGone() throws Exception {
    link("a.txt", Files.writeString(temporary.resolve("x"), "secret").toString());
    Files.delete(place("b.txt"));
    var found = talk.good("attachment", "ls", "--check", "--json").json();
    assertThat(found)
        .extracting(each -> each.get("now").asText())
        .containsExactly("unreadable", "gone");
    assertThat(found.get(0).get("why").asText()).contains("link");
    assertThat(talk.good("attachment", "ls", "--check").outLines().get(1))
        .endsWith("file      unreadable  a.txt");
    talk.good("conversation", "set", "refresh=notify");
    talk.good("query", "--print", "two");
    assertThat(talk.noticesIn(1))
        .hasSize(2)
        .anyMatch(line -> line.contains("a.txt cannot be read now: "))
        .anyMatch(line -> line.contains("b.txt is gone: "));
  }

  @Test
  void tellsNoModelThePath() {
    CliRun run = talk.run("query", "--print", "-a", "cmd:no-such-program", "two");
    assertThat(run.err()).contains("program \"no-such-program\" is not in the PATH");
    assertThat(run.out()).contains("program \"no-such-program\" is not in the PATH");
  }

  @Test
  void looksAtFilesThatTheWorkspaceDeclares() throws Exception {
    talk.file("b.txt", "new\n");
    spoilTheProofs();
    assertThat(talk.good("attachment", "ls", "--check", "--json").json())
        .extracting(each -> each.get("now").asText())
        .containsExactly("current", "changed");
  }

  /** Has each proof in the history be that of somebody else. */
  private void spoilTheProofs() throws IOException {
    try (var files = Files.walk(place(".attache/conversations"))) {
      for (Path file : files.filter(each -> each.endsWith("events.jsonl")).toList()) {
        String events = Files.readString(file);
        Files.writeString(
            file, events.replaceAll("\"consent\":\"[0-9a-f]+\"", "\"consent\":\"00\""));
      }
    }
  }
}
