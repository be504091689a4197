package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of texts with keys in them. The key is put together here, so that none is above. */
class KeysInTextsTest {

  private static final String SECRET = "x7Kq2mWv9RtY4bNc8LsPz3JdH6gFa1QeU5iZ";
  private static final String TEXT = "# settings\ntoken = \"ghp" + "_" + SECRET + "\"\n";
  private static final String FOUND = "contains what looks like a GitHub token (line 2)";

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void begin() {
    talk = Talk.in(temporary).file("src/a.txt", "hello\n").file("src/settings.txt", TEXT);
  }

  private CliRun run(String... line) {
    CliRun run = talk.run(line);
    assertThat(run.err()).doesNotContain(SECRET);
    return run;
  }

  @Test
  void areLeftOutWhereOnlyAWalkFoundThem() {
    for (String reference : List.of("src", "src/*.txt", ".")) {
      CliRun run = run("resolve", reference);
      assertThat(run.out()).contains("hello").doesNotContain(SECRET);
      assertThat(run.err())
          .contains(
              "src/settings.txt: skipped, sensitive: it "
                  + FOUND
                  + "; name it exactly to include it\n");
      assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    }
    assertThat(run("resolve", "--json", "--no-content", "src").out())
        .contains("{\"omitted\":{")
        .contains("\"reason\":\"sensitive\"");
  }

  @Test
  void areAttachedWithANoteIfTheyAreNamed() {
    CliRun run = run("resolve", "src/settings.txt", "src/a.txt");
    assertThat(run.out()).contains(SECRET).contains("hello");
    assertThat(run.err())
        .isEqualTo("attache: src/settings.txt: included because you named it (" + FOUND + ")\n");
    assertThat(run("resolve", "src/settings.txt#L1-1").err()).isEmpty();
    assertThat(run("resolve", "src/settings.txt#L2-2").err()).contains("(line 1)");
  }

  @Test
  void areAttachedWithoutAWordWhereTheUserLetsThem() throws IOException {
    CliRun allowed = run("resolve", "--allow-secrets", "src");
    assertThat(allowed.out()).contains(SECRET);
    assertThat(allowed.err()).isEmpty();
    assertThat(configured("[secrets]\nallow = [\"settings.*\"]\n").out()).contains(SECRET);
    assertThat(configured("[secrets]\nallow = [\"src/\"]\n").out()).contains(SECRET);
    assertThat(configured("[secrets]\nallow = [\"/settings.txt\", \"lib/\"]\n").out())
        .doesNotContain(SECRET);
    assertThat(configured("[secrets]\nallow = [\"[\"]\n").err())
        .contains("own.toml:2: [secrets] allow ([) must contain globs only, such as");
    assertThat(configured("[secrets]\nalow = []\n").err())
        .contains("unknown setting alow in [secrets]; did you mean allow?");
  }

  private CliRun configured(String settings) throws IOException {
    Path file = Files.writeString(temporary.resolve("own.toml"), settings);
    return run("resolve", "--config", file.toString(), "src");
  }

  @Test
  void areNotLetInByTheSettingsOfAWorkspace() {
    talk.file(".attache/config.toml", "[secrets]\nallow = [\"*\"]\n");
    CliRun run = run("resolve", "src");
    assertThat(run.out()).doesNotContain(SECRET);
    assertThat(run.err()).contains("[secrets] is not used; put it into");
  }

  @Test
  @Tag("process")
  void areNotedInWhatACommandPrints() {
    CliRun run = run("resolve", "cmd:cat src/settings.txt");
    assertThat(run.out()).contains(SECRET);
    assertThat(run.err()).contains("included because you named it (" + FOUND + ")");
  }

  @Test
  void areNotReadAgainWhereTheUserNamedOnlyADirectory() {
    talk.file("src/later.txt", "nothing yet\n").file("src/named.txt", "nothing yet\n");
    talk.good("query", "--print", "--new", "-a", "src/named.txt", "-a", "src", "what?");
    talk.file("src/later.txt", TEXT).file("src/named.txt", TEXT);
    CliRun refused = run("refresh", "src/later.txt");
    assertThat(refused.out())
        .contains("may not be read again: " + FOUND + "; name it yourself to include it")
        .doesNotContain(SECRET);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run("refresh", "src/named.txt").out()).contains(SECRET);
    assertThat(run("refresh", "--allow-secrets", "src/later.txt").out()).contains(SECRET);
  }

  @Test
  void areNotTakenForAModel() {
    CliRun run =
        ServeRun.in(talk)
            .call("attach_resource", uri("src/settings.txt"))
            .call("attach_resource", uri("src/a.txt"))
            .serve("--allow-attach")
            .good()
            .run();
    assertThat(run.out())
        .doesNotContain(SECRET)
        .contains(FOUND + "; only the user can attach it, by naming it")
        .contains("hello");
  }

  private String uri(String file) {
    return "{\"uri\":\"" + talk.workspace().workspace().uri() + "/" + file + "\"}";
  }

  @Test
  void areLeftOutOfWhatAWorkspaceDeclares() {
    talk.file(
        ".attache/config.toml",
        "[conversation]\nattachments = [\"src/settings.txt\", \"src/a.txt\"]\n");
    CliRun run = run("resolve", "--declared");
    assertThat(run.out()).contains("hello").doesNotContain(SECRET);
    assertThat(run.err())
        .contains("src/settings.txt: " + FOUND + "; name it yourself to include it");
    var lines = new ArrayList<>(List.of(run.out().split("\n")));
    assertThat(lines).anyMatch(line -> line.contains(FOUND));
  }
}
