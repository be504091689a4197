package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages about serving have users write into the configurations of clients, and type. */
class ServePageTest {

  private static final Path CLIENT_PAGE = Path.of("../docs/serve-clients.md");
  private static final Path PAGE = Path.of("../docs/serve.md");
  private static final Path CONFIGURATION = Path.of("../docs/configuration.md");

  private static final List<String> CLIENTS =
      List.of(
          "claude-code",
          "claude-desktop",
          "codex",
          "cursor",
          "gemini",
          "jetbrains",
          "opencode",
          "vscode",
          "zed");

  @TempDir Path temporary;

  /** The configurations that the page shows for clients that start the server. */
  private static List<String> configurations() throws Exception {
    return PageListing.of(Files.readString(CLIENT_PAGE)).stream().map(PageListing::text).toList();
  }

  /** What {@code --print-config} prints to the user of the page. */
  private String printed(String client) {
    TestWorkspace workspace = TestWorkspace.in(temporary);
    CliRun run = workspace.run("serve", "--print-config", client, "--attach", "src");
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out()
        .replace(workspace.directory().toString(), "/home/me/project")
        .replaceAll("([:=] \\[?)\"attache\"", "$1\"/home/me/.local/bin/attache\"");
  }

  @Test
  void showsForEachClientWhatIsPrintedForIt() throws Exception {
    var shown = new TreeSet<String>();
    for (String client : CLIENTS) {
      assertThat(configurations()).as(client).contains(printed(client));
      shown.add(printed(client));
    }
    assertThat(shown).containsExactlyInAnyOrderElementsOf(configurations());
  }

  @Test
  void showsCommandLinesThatAreTaken() throws Exception {
    Talk talk = Talk.in(temporary).file("src/a.txt", "a").file("README.md", "# Demo\n");
    String workspace = talk.workspace().directory().toString();
    ServeRun served =
        ServeRun.in(talk).list().serve("--workspace", workspace, "--attach", "src").good();
    assertThat(served.names(1)).containsExactly("src/a.txt");
    assertThat(served.run().err()).isEmpty();
  }

  @Test
  void explainsEveryOptionAndEverySetting() throws Exception {
    String page = Files.readString(PAGE);
    String help = TestWorkspace.in(temporary).run("help", "serve").out();
    for (String option :
        List.of(
            "--attach",
            "--conversation",
            "--id",
            "--allow-attach",
            "--allow-attach-from",
            "--poll",
            "--check",
            "--print-config",
            "--http",
            "--token-file",
            "--accept-host",
            "--accept-origin")) {
      assertThat(help).contains(option);
      assertThat(page).containsPattern("\n\\|.* ?`" + option + "[` ]");
    }
    String configuration = Files.readString(CONFIGURATION);
    for (String setting :
        List.of("allow-attach", "allow-attach-from", "poll", "accept-host", "accept-origin")) {
      assertThat(configuration).contains("\n| `" + setting + "` |");
    }
  }
}
