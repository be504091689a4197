package dev.attache.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.CliRun;
import dev.attache.cli.TestWorkspace;
import dev.attache.cli.terminal.ExitCode;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on the command line. */
@Tag("process")
class CommandTest {

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary);
  }

  @Test
  @Tag("network")
  void standsAmongFilesAndUrlsInTheOrderOfTheLine() throws Exception {
    try (var server = new MockWebServer()) {
      server.enqueue(
          new MockResponse.Builder().addHeader("Content-Type", "text/plain").body("web").build());
      server.start(InetAddress.getLoopbackAddress(), 0);
      String url = server.url("/x").toString();
      CliRun run =
          workspace()
              .file("src/a.txt", "a")
              .file("src/b.txt", "b")
              .run(
                  "resolve",
                  "--allow-host=localhost",
                  "--json",
                  "cmd:sh -c 'sleep 0.2; echo late'",
                  "src/",
                  url,
                  "cmd:echo last");
      assertThat(run.json())
          .extracting(each -> each.get("source").asText() + " " + each.get("text").asText())
          .containsExactly("cmd late\n", "file a", "file b", "http web", "cmd last\n");
      assertThat(run.exitCode()).isZero();
    }
  }

  @Test
  void isAResultAlsoWhenItFails() {
    CliRun run = workspace().run("resolve", "cmd:sh -c 'echo out; echo err >&2; exit 3'");
    assertThat(run.out())
        .isEqualTo(
            """
            <resource uri="cmd://sh?arg=-c&amp;arg=echo%20out%3B%20echo%20err%20%3E%262%3B%20exit%203" name="sh -c 'echo out; echo err &gt;&amp;2; exit 3'" mimeType="text/markdown">
            exit code: 3

            stdout:
            ```
            out
            ```

            stderr:
            ```
            err
            ```

            </resource>
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void failsIfItCannotBeStarted() {
    CliRun run = workspace().run("resolve", "cmd:no-such-program", "cmd:echo b");
    assertThat(run.err())
        .startsWith("attache: cmd:no-such-program: program \"no-such-program\" is not in the PATH");
    assertThat(run.out()).contains("\nb\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void failsWithWhatToDoWhenItsTimeIsUp() {
    CliRun run = workspace().run("resolve", "cmd://sleep?arg=100&timeout=1");
    assertThat(run.errLines())
        .containsExactly(
            "attache: sleep 100: ran longer than 1 s and was killed; it had printed nothing; raise"
                + " it with --timeout, or timeout=SECONDS in its URI");
  }

  @Test
  void tellsWhatAShellWouldHaveDone() {
    CliRun run = workspace().run("resolve", "cmd:echo a | wc -l");
    assertThat(run.out()).contains("\na | wc -l\n");
    assertThat(run.errLines())
        .containsExactly(
            "attache: cmd:echo a | wc -l: | is passed to echo as is, because no shell is involved;"
                + " quote it, or write sh -c '…'");
  }

  @Test
  void hidesItsSecretsFromPeopleAndModels() {
    TestWorkspace workspace = workspace();
    String reference = "cmd:echo --token hunter2";
    CliRun prompt = workspace.run("resolve", reference);
    assertThat(prompt.out().lines().findFirst())
        .hasValueSatisfying(
            line -> assertThat(line).contains("REDACTED").doesNotContain("hunter2"));
    for (List<String> line :
        List.of(
            List.of("plan", reference),
            List.of("resolve", "--format", "table", reference),
            List.of("resolve", "cmd:no-such-program --token hunter2"),
            List.of("resolve", "cmd://sleep?arg=9&arg=--token&arg=hunter2&timeout=1"),
            List.of("resolve", "cmd:echo 'x --token hunter2"))) {
      CliRun run = workspace.run(line.toArray(String[]::new));
      assertThat(run.err() + run.out().replaceFirst("(?s)\\A.*?\\n--token hunter2", ""))
          .as("%s", line)
          .doesNotContain("hunter2");
    }
  }

  @Test
  void keepsItsExactWordsInJson() {
    JsonNode planned = workspace().run("plan", "--json", "cmd:echo 'a b' ''").json().get(0);
    assertThat(planned.get("command").get("arguments").toString()).isEqualTo("[\"a b\",\"\"]");
    assertThat(planned.get("command").get("decision").asText()).isEqualTo("run");
    assertThat(planned.get("name").asText()).isEqualTo("echo 'a b' ''");
  }
}
