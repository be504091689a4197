package dev.attache.cli;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code attache chat} at a pseudo-terminal: keys, signals, and what is left of the terminal. */
@Tag("process")
@Tag("network")
@Tag("slow")
class ChatIT {

  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String UP = "\u001b[A";
  private static final String TAB = "\t";
  private static final String ENTER = "\r";

  /** Says what has become of the terminal when the session is over. */
  private static final String AFTER =
      "; echo exit=$?; stty -a | tr -s ' ;' '\\n\\n' | grep -xE -e '-?(icanon|echo|isig)' | sort"
          + " | tr '\\n' ' '; echo over";

  private static final String AS_BEFORE = "exit=0\necho icanon isig over";

  @TempDir Path temporary;

  private final FakeProvider fake =
      FakeProvider.start(received -> FakeWire.CHAT.streamed(text("Yes.")));

  private Path workspace = Path.of("");

  @BeforeEach
  void createWorkspace() throws IOException {
    assumeTrue(TerminalSession.isPossible(), "nothing makes a terminal here");
    workspace = Files.createDirectories(temporary.toRealPath().resolve("ws"));
    Files.createDirectories(workspace.resolve("src"));
    Files.writeString(workspace.resolve("src/Main.java"), "class Main {}\n");
    Files.writeString(workspace.resolve("my notes.txt"), "noted\n");
    Path settings = Files.createDirectories(temporary.resolve("config/attache"));
    Files.writeString(
        settings.resolve("config.toml"),
        "[providers.fake]\nkind = \"openai-chat\"\nbase-url = \""
            + fake.url()
            + "\"\n[tools.say]\ncommand = [\"echo\", \"said\"]\n"
            + "[agent]\nmodel = \"fake\"\ntools = [\"say\"]\n");
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private TerminalSession chat(String terminal) {
    var environment = new HashMap<String, String>();
    environment.put("TERM", terminal);
    environment.put("OPENAI_API_KEY", "k");
    environment.put("XDG_CONFIG_HOME", temporary.resolve("config").toString());
    environment.put("XDG_STATE_HOME", temporary.resolve("state").toString());
    // The shell lives on when Ctrl-C ends what it runs, and says what it has left.
    String command = "trap : INT; '" + Launch.installed() + "' chat --new --id demo" + AFTER;
    return TerminalSession.start(workspace, command, environment);
  }

  /** An answer of which the rest never comes. */
  private void answerThatStops(String beginning) {
    int end = FakeWire.CHAT.bytesUntil(beginning, text(beginning), text("never"));
    fake.answer(FakeWire.CHAT.streamed(text(beginning), text("never")).cutAfter(end).thenSilence());
  }

  private String body(int number) {
    return fake.requests().get(number).body();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xterm", "dumb"})
  void cancelsAnAnswerAndGoesOn(String terminal) {
    answerThatStops("It begins");
    try (var session = chat(terminal)) {
      session.await("> ").type("Hello?" + ENTER).await("It begins").type(CTRL_C);
      session.await("cancelled; what had come is recorded").await("> ");
      session.type("And now?" + ENTER).await("Yes.").await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(1)).containsSubsequence("Hello?", "It begins", "And now?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xterm", "dumb"})
  void asksForConsentOnALineThatCanBeEdited(String terminal) {
    fake.answer(FakeWire.CHAT.streamed(call("c1", "say", "{}")));
    try (var session = chat(terminal)) {
      session.await("> ").type("Say it." + ENTER).await("[p]rint: ");
      session.type("x\u007fy" + ENTER).await("Yes.").await("> "); // Backspace takes the x away
      session.type("/exit" + ENTER).await(AS_BEFORE);
    }
    assertThat(body(1)).contains("said");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xterm", "dumb"})
  void isNotHeldUpByAQuestionThatIsInterrupted(String terminal) {
    fake.answer(FakeWire.CHAT.streamed(call("c1", "say", "{}")));
    try (var session = chat(terminal)) {
      session.await("> ").type("Say it." + ENTER).await("[p]rint: ").type(CTRL_C);
      session.await("cancelled; what had come is recorded").await("> ");
      session.type("Never mind." + ENTER).await("Yes.").await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(1)).contains("Never mind.").doesNotContain("said");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xterm", "dumb"})
  void emptiesTheLineAtThePrompt(String terminal) {
    try (var session = chat(terminal)) {
      session.await("> ").type("Delete every").await("every").type(CTRL_C).await("> ");
      session.type("Hello?" + ENTER).await("Yes.").await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(0)).contains("Hello?").doesNotContain("Delete");
    assertThat(fake.requests()).hasSize(1);
  }

  @Test
  void writesNoEscapeSequencesToADumbTerminal() {
    try (var session = chat("dumb")) {
      session.await("> ").type("one\\" + ENTER).await(". ").type("two" + ENTER);
      session.await("Yes.").await("> ").type(CTRL_D).await(AS_BEFORE);
      assertThat(session.all()).doesNotContain("\u001b");
    }
    assertThat(body(0)).contains("one\\ntwo");
  }

  @Test
  void completesCommandsFilesAndModels() {
    try (var session = chat("xterm")) {
      session.await("> ").type("See @sr" + TAB).await("@src/").type("M" + TAB).await("Main.java");
      session.type("and @my" + TAB).await("\"my notes.txt\"").type(ENTER).await("Yes.");
      session.await("> ").type("/mo" + TAB).await("/model ").type("fake/" + TAB).type(ENTER);
      session.await("model: fake/").await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(0)).contains("class Main {}", "noted");
    assertThat(body(0)).contains("See @src/Main.java and @\\\"my notes.txt\\\"");
  }

  @Test
  void takesWhatIsPastedAsOneMessageAndJoinsLines() {
    try (var session = chat("xterm")) {
      session.await("> ").type("\u001b[200~if (a \\\n  && b)\u001b[201~" + ENTER).await("Yes.");
      session.await("> ").type("one\\" + ENTER).await(". ").type("two" + ENTER).await("Yes.");
      session.await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(0)).contains("if (a \\\\\\n  && b)");
    assertThat(body(1)).contains("one\\ntwo");
    assertThat(fake.requests()).hasSize(2);
  }

  @Test
  void recallsTheLinesOfEarlierSessionsAndNotThoseWithABlankBefore() throws IOException {
    try (var session = chat("xterm")) {
      session.await("> ").type("Remember me! !x" + ENTER).await("Yes.");
      session.await("> ").type(" Forget me." + ENTER).await("Yes.");
      session.await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    try (Stream<Path> files = Files.list(temporary.resolve("state/attache/chat"))) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(all.get(0))))
          .isEqualTo("rw-------");
      assertThat(all.get(0)).content().contains("Remember me! !x").doesNotContain("Forget");
    }
    delete(workspace.resolve(".attache"));
    try (var session = chat("xterm")) {
      session.await("> ").type(UP).await("Remember me! !x").type(ENTER).await("Yes.");
      session.await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(2)).contains("Remember me! !x");
  }

  @Test
  void restoresTheTerminalWhenItIsEnded() {
    try (var session = chat("xterm")) {
      session.await("> ").type("Hello?").await("Hello?");
      session.terminate("dev.attache.cli.Main");
      session.await("exit=143\necho icanon isig over");
    }
  }

  @Test
  void leavesTheTerminalAloneWhileItAnswers() {
    fake.answer(Answer.silence());
    try (var session = chat("xterm")) {
      session.await("> ").type("Hello?" + ENTER).await("waiting for the model");
      await().until(() -> !fake.requests().isEmpty());
      session.type("typed ahead").await("typed ahead").type(CTRL_C).await("cancelled").await("> ");
      session.type("Bye." + ENTER).await("Yes.").await("> ").type(CTRL_D).await(AS_BEFORE);
    }
    assertThat(body(1)).contains("Bye.");
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
