package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of a definition to who has to decide about it. */
class WrittenWayTest {

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(directory).with(Map.of("SECRET", "hunter2", "HOME", "/home/ada"));
  }

  private List<String> lines(String definition) throws IOException {
    return configured.server(definition).written().lines();
  }

  @Test
  void showsAProgramWithItsVariablesAsTheyAreWritten() throws IOException {
    assertThat(
            lines(
                "{\"command\": \"npx\", \"args\": [\"--db=${SECRET}\", \"a b\"],"
                    + " \"env\": {\"DB\": \"${SECRET}\", \"N\": 1, \"API_TOKEN\": \"x${SECRET}\","
                    + " \"PASSWORD\": \"${P:-literal}\", \"TOKEN\": \"literal\"},"
                    + " \"envFile\": \"${HOME}/.env\"}"))
        .containsExactly(
            "starts npx '--db=${SECRET}' 'a b' in " + configured.workspace(),
            "with 'DB=${SECRET}' N=1 'API_TOKEN=REDACTED${SECRET}' 'PASSWORD=${P:-REDACTED}'"
                + " TOKEN=REDACTED",
            "with the variables of the file ${HOME}/.env");
  }

  @Test
  void showsWhereAProgramIsStarted() throws IOException {
    assertThat(lines("{\"command\": \"a\", \"cwd\": \"sub\"}"))
        .containsExactly("starts a in " + configured.workspace().resolve("sub"));
    assertThat(lines("{\"command\": \"a\", \"cwd\": \"/x\"}")).containsExactly("starts a in /x");
    assertThat(lines("{\"command\": \"a\", \"cwd\": \"${SECRET}/x\"}"))
        .containsExactly("starts a in ${SECRET}/x");
  }

  @Test
  void showsAnEndpointWithTheVariablesThatItIsSent() throws IOException {
    assertThat(
            lines(
                "{\"url\": \"https://example.org/?token=${SECRET}\", \"headers\":"
                    + " {\"Authorization\": \"Bearer ${SECRET}\", \"X-Key\": \"literal\"}}"))
        .containsExactly(
            "connects to https://example.org/?token=REDACTED, in it ${SECRET}",
            "with the header Authorization: Bearer ${SECRET}",
            "with the header X-Key: REDACTED");
  }

  @Test
  void knowsWhichOfBothCounts() throws IOException {
    String both = "{\"command\": \"a\", \"url\": \"http://b/\", \"type\": \"%s\"}";
    assertThat(lines(both.formatted("http"))).containsExactly("connects to http://b/");
    assertThat(configured.server(both.formatted("http")).label()).isEqualTo("http://b/");
    assertThat(lines(both.formatted("stdio")))
        .containsExactly("starts a in " + configured.workspace());
    assertThat(configured.server("{\"url\": \"http://${NONE}/\"}").written().connects()).isTrue();
  }
}
