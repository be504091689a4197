package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notebooks as models are shown them, and what is only named. */
class NotebookTest {

  private static final String JSON =
      """
      {"cells": [{"cell_type": "code", "source": "1 + 1",
        "outputs": [{"output_type": "execute_result", "data": {"text/plain": "2"}}]}],
       "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}
      """;

  @TempDir Path temporary;
  private TestWorkspace workspace;

  @BeforeEach
  void create() {
    workspace = TestWorkspace.in(temporary).file("a.ipynb", JSON);
  }

  @Test
  void areShownAsTheirCellsAndKeptAsTheirJson() throws Exception {
    CliRun run = workspace.run("resolve", "a.ipynb");
    assertThat(run.out())
        .contains("note=\"a notebook, as its cells\"", ">\n```python\n1 + 1\n```\n\nOutput:\n")
        .doesNotContain("cell_type");
    assertThat(run.err()).isEmpty();
    var json = workspace.run("resolve", "--json", "a.ipynb").json().get(0);
    assertThat(json.get("text").asText()).isEqualTo(JSON);
    assertThat(json.get("formatted").asText()).startsWith("```python\n");
    assertThat(json.get("mimeType").asText()).isEqualTo("application/x-ipynb+json");
  }

  @Test
  void areShownAsTheyAreWhereTheUserHasItSo() {
    assertThat(workspace.run("resolve", "--raw", "a.ipynb").out())
        .contains("\"cell_type\"")
        .doesNotContain("note=");
  }

  @Test
  void areShownAsTheyAreInPart() {
    assertThat(workspace.run("resolve", "a.ipynb:1-2").out())
        .contains("\"cell_type\"")
        .doesNotContain("note=");
  }

  @Test
  void stayTextsWhereTheyAreBroken() {
    workspace.file("b.ipynb", "{\"cells\": [\n");
    CliRun run = workspace.run("resolve", "b.ipynb");
    assertThat(run.out())
        .contains("not shown as the cells of a notebook: its JSON is broken in line 2")
        .contains("{\"cells\": [\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void costAsMuchInAPlanAsInAPrompt() throws Exception {
    workspace.file(
        "large.ipynb", JSON.replace("\"2\"", "\"2\", \"image/png\": \"" + "A".repeat(9000) + "\""));
    long shown =
        workspace.run("plan", "--json", "large.ipynb").json().get(0).get("tokens").asLong();
    long raw =
        workspace
            .run("plan", "--json", "--raw", "large.ipynb")
            .json()
            .get(0)
            .get("tokens")
            .asLong();
    assertThat(shown).isLessThan(100);
    assertThat(raw).isGreaterThan(1000);
  }

  @Test
  @Tag("network")
  void areReadFromTheWebWhateverTypeItStates() throws Exception {
    try (var server = new MockWebServer()) {
      server.start(InetAddress.getLoopbackAddress(), 0);
      for (String type : List.of("application/json", "text/plain", "application/octet-stream")) {
        server.enqueue(
            new MockResponse.Builder().addHeader("Content-Type", type).body(JSON).build());
        String host = "127.0.0.1:" + server.getPort();
        String url = "http://" + host + "/" + type + "/a.ipynb?x=1";
        assertThat(workspace.run("resolve", "--allow-host", host, url).out())
            .as(type)
            .contains("a notebook, as its cells", "```python\n1 + 1\n");
      }
    }
  }

  @Test
  void leaveOtherFilesThatAreNoTextNamed() throws Exception {
    byte[] pdf = "%PDF-1.4\n\0\1\2".getBytes(ISO_8859_1);
    workspace.file("report.pdf", pdf).file("b.pdf", pdf);
    assertThat(workspace.run("resolve", "report.pdf", "a.ipynb").err())
        .isEqualTo(
            "attache: 1 document is only named, not read: report.pdf (it is damaged and cannot be"
                + " read)\n");
    byte[] image = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13};
    workspace.file("a.png", image).file("b.png", image);
    assertThat(workspace.run("resolve", "a.png", "b.png", "b.pdf", "report.pdf").err())
        .isEqualTo(
            "attache: 4 files are only named, not read: b.pdf (it is damaged and cannot be read),"
                + " report.pdf (it is damaged and cannot be read), a.png and 1 more\n");
    assertThat(workspace.run("resolve", "--json", "report.pdf").err()).isEmpty();
    assertThat(workspace.run("resolve", "-q", "report.pdf").err()).isEmpty();
    CliRun plan = workspace.run("plan", "report.pdf", "a.png", "a.ipynb");
    assertThat(plan.outLines().get(1))
        .startsWith("named          12  ")
        .endsWith("report.pdf  (not converted: it is damaged and cannot be read)");
    assertThat(plan.outLines().get(2)).startsWith("named          12  ").endsWith("a.png");
    assertThat(plan.outLines().get(3)).startsWith("attach").endsWith("a.ipynb");
    assertThat(plan.outLines().get(4))
        .startsWith("1 to attach, ")
        .endsWith(" as a prompt; 2 only named, 0 skipped");
    assertThat(workspace.run("plan", "--json", "a.png").json().get(0).get("action").asText())
        .isEqualTo("named");
  }
}
