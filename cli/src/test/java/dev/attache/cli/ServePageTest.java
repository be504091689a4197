package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages about serving have users write into the configurations of clients, and type. */
class ServePageTest {

  private static final Path CLIENT_PAGE = Path.of("../docs/serve-clients.md");
  private static final Path HTTP_PAGE = Path.of("../docs/serve-http.md");
  private static final Path PAGE = Path.of("../docs/serve.md");
  private static final Path CONFIGURATION = Path.of("../docs/configuration.md");

  @TempDir Path temporary;

  /** The configurations that a page shows. */
  private static List<String> configurations(Path page) throws Exception {
    return PageListing.of(Files.readString(page)).stream()
        .filter(listing -> List.of("json", "toml", "yaml").contains(listing.language()))
        .map(PageListing::text)
        .toList();
  }

  /** What {@code --print-config} prints to the user of the page. */
  private CliRun printed(String client, String... options) {
    TestWorkspace workspace = TestWorkspace.in(temporary);
    var line = new ArrayList<>(List.of("serve", "--print-config", client, "--attach", "src"));
    line.addAll(List.of(options));
    CliRun run = workspace.run(line.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private String shown(CliRun printed) {
    return printed
        .out()
        .replace(TestWorkspace.in(temporary).directory().toString(), "/home/me/project")
        .replaceAll("([:=] \\[?)\"attache\"", "$1\"/home/me/.local/bin/attache\"");
  }

  @Test
  void showsForEachClientWhatIsPrintedForIt() throws Exception {
    var shown = new TreeSet<String>();
    for (String client : ServeSetupTest.clients()) {
      String configuration = shown(printed(client));
      assertThat(configurations(CLIENT_PAGE)).as(client).contains(configuration);
      shown.add(configuration);
    }
    assertThat(shown).containsExactlyInAnyOrderElementsOf(configurations(CLIENT_PAGE));
  }

  @Test
  void saysForEachClientWhereItsConfigurationGoes() throws Exception {
    String page = Files.readString(CLIENT_PAGE).replace("`", "").replace("*", "");
    for (String client : ServeSetupTest.clients()) {
      String place =
          printed(client)
              .errLines()
              .get(0)
              .replaceFirst(".*add this to ", "")
              .replaceFirst(", or run: .*", "");
      assertThat(page)
          .containsPattern("\n\\|[^|]+\\| " + client + " \\| " + Pattern.quote(place) + " \\|");
      assertThat(Files.readString(PAGE)).contains("`" + client + "`");
      assertThat(Files.readString(Path.of("../README.md"))).contains(client);
    }
  }

  @Test
  void showsWhatIsPrintedForAClientOfAServerOverHttp() throws Exception {
    Path token = Files.writeString(temporary.resolve("token"), "abc");
    for (String listing : configurations(HTTP_PAGE)) {
      String client =
          ServeSetupTest.clients().stream()
              .filter(each -> !each.equals("claude-desktop"))
              .filter(
                  each ->
                      listing.equals(shown(printed(each, "--http", "8808")))
                          || listing.equals(
                              shown(
                                  printed(
                                      each, "--http", "8808", "--token-file", token.toString()))))
              .findFirst()
              .orElse(null);
      assertThat(client).as(listing).isNotNull();
    }
    assertThat(configurations(HTTP_PAGE)).hasSize(4);
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
