package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/serve.md} has users write into the configurations of clients. */
class ServePageTest {

  private static final Path PAGE = Path.of("../docs/serve.md");
  private static final Path GUIDE = Path.of("../docs/guide.md");

  @TempDir Path temporary;

  /** The command lines of all configurations that the page shows. */
  private static List<List<String>> commandLines() throws Exception {
    var lines = new ArrayList<List<String>>();
    String page = PageListing.section(Files.readString(PAGE), "## Add it to a client");
    for (PageListing listing : PageListing.of(page)) {
      JsonNode configuration = new ObjectMapper().readTree(listing.text());
      JsonNode server = configuration.elements().next().get("attache");
      assertThat(server.get("command").asText()).endsWith("attache");
      var words = new ArrayList<String>();
      server.get("args").forEach(word -> words.add(word.asText()));
      lines.add(words);
    }
    return lines;
  }

  @Test
  void areTakenByTheCommand() throws Exception {
    Talk talk = Talk.in(temporary).file("src/a.txt", "a").file("README.md", "# Demo\n");
    String workspace = talk.workspace().directory().toString();
    assertThat(commandLines()).hasSize(6);
    for (List<String> line : commandLines()) {
      String[] words =
          line.stream()
              .map(
                  word ->
                      word.equals("/home/me/project") || word.equals("${workspaceFolder}")
                          ? workspace
                          : word)
              .skip(1)
              .toArray(String[]::new);
      assertThat(line.get(0)).isEqualTo("serve");
      ServeRun served = ServeRun.in(talk).list().serve(words).good();
      assertThat(served.names(1)).as("%s", line).contains("src/a.txt");
      assertThat(served.run().err()).isEmpty();
    }
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
            "--http",
            "--token-file",
            "--accept-host",
            "--accept-origin")) {
      assertThat(help).contains(option);
      assertThat(page).containsPattern("\n\\|.* ?`" + option + "[` ]");
    }
    String guide = Files.readString(GUIDE);
    for (String setting :
        List.of("allow-attach", "allow-attach-from", "poll", "accept-host", "accept-origin")) {
      assertThat(guide).contains("\n| `" + setting + "` |");
    }
  }
}
