package dev.attache.mcp.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.Growth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NastyFilesTest {

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(Files.createDirectory(directory.resolve("workspace")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                     | is empty; {\"mcpServers\": {}} would be right",
        "[]                     | :1:1: must be an object, such as {\"mcpServers\": {}}",
        "null                   | :1:1: must be an object, such as {\"mcpServers\": {}}",
        "{} {}                  | :1:4: nothing may follow the object",
        "{\"mcpServers\": []}   | :1: /mcpServers must be an object",
        "{\"servers\": 1}       | :1: /servers must be an object",
        "{\"inputs\": {}}       | :1: /inputs must be a list",
        "{\"a\": s3cret}        | :1:7: is not JSON; strings need double quotes",
        "{\"servers\":{}, \"servers\":{}} | :1:16: /servers is defined twice",
      })
  void saysWhatIsWrongWithAWholeFile(String text, String error) throws IOException {
    configured.write(".mcp.json", text);

    String separator = error.startsWith(":") ? "" : " ";
    assertThat(configured.load().errors()).containsExactly(".mcp.json" + separator + error);
  }

  @Test
  void passesOverAByteOrderMark() throws IOException {
    configured.write(".mcp.json", "\uFEFF{\"mcpServers\": {\"x\": {\"command\": \"run\"}}}");

    assertThat(Configured.names(configured.load())).containsExactly("x");
  }

  @Test
  void refusesWhatIsNotUtf8() throws IOException {
    Path file = configured.workspace().resolve(".mcp.json");
    Files.write(file, "{\n\"mcpServers\": {\"\u00e9\": {}}}".getBytes(ISO_8859_1));

    assertThat(configured.load().errors()).containsExactly(".mcp.json:2: is not UTF-8");
  }

  @Test
  void refusesAFileThatEndsWithinACharacter() throws IOException {
    Path file = configured.workspace().resolve(".mcp.json");
    Files.write(file, new byte[] {'{', '}', (byte) 0xc3});

    assertThat(configured.load().errors()).containsExactly(".mcp.json:1: is not UTF-8");
  }

  @Test
  void readsNoMoreThanItsLimit() throws IOException {
    configured.write(".mcp.json", "{}" + " ".repeat(10_000_000));

    assertThat(configured.load().errors())
        .containsExactly(".mcp.json is larger than the limit of 1048576 bytes");
  }

  @Test
  void refusesDeepNesting() throws IOException {
    configured.write(".mcp.json", "{\"a\": " + "[".repeat(100_000));

    assertThat(configured.load().errors())
        .singleElement()
        .asString()
        .startsWith(".mcp.json:1:")
        .endsWith(": is nested deeper than the limit of 100");
  }

  @Test
  void refusesMoreServersThanAnybodyHas() throws IOException {
    configured.write(".mcp.json", servers(501));

    assertThat(configured.load().errors())
        .containsExactly(".mcp.json is larger than the limit of 500 servers");
    configured.write(".mcp.json", servers(500));
    assertThat(configured.load().servers()).hasSize(500);
  }

  private static String servers(int count) {
    var text = new StringBuilder("{\"mcpServers\": {");
    for (int i = 0; i < count; i++) {
      text.append("\"s").append(i).append("\": {},");
    }
    return text.append("}}").toString();
  }

  @Test
  void takesADirectoryForNoFile() throws IOException {
    Files.createDirectory(configured.workspace().resolve(".mcp.json"));

    assertThat(configured.load().errors()).containsExactly(".mcp.json must be a regular file");
  }

  @Test
  void saysThatLinksLeadInACircle() throws IOException {
    Path file = configured.workspace().resolve(".mcp.json");
    Files.createSymbolicLink(file, file);

    assertThat(configured.load().errors())
        .singleElement()
        .asString()
        .startsWith(".mcp.json cannot be read: too many levels of symbolic links");
  }

  @Test
  void saysThatALinkLeadsNowhere() throws IOException {
    Files.createSymbolicLink(configured.workspace().resolve(".mcp.json"), Path.of("gone"));

    assertThat(configured.load().errors())
        .containsExactly(".mcp.json cannot be read: no such file or directory");
  }

  @Test
  void doesNotFollowALinkOutOfTheWorkspace() throws IOException {
    Path outside = Files.writeString(directory.resolve("o.json"), "{\"mcpServers\": {\"x\": {}}}");
    Files.createSymbolicLink(configured.workspace().resolve(".mcp.json"), outside);

    assertThat(configured.load().errors())
        .containsExactly(".mcp.json must not be a link that points outside the workspace");
    assertThat(configured.load().servers()).isEmpty();
  }

  @Test
  void readsALinkWithinTheWorkspace() throws IOException {
    configured.write("mcp/all.json", "{\"mcpServers\": {\"x\": {}}}");
    Files.createSymbolicLink(
        configured.workspace().resolve(".mcp.json"), Path.of("mcp", "all.json"));

    assertThat(Configured.names(configured.load())).containsExactly("x");
  }

  @Test
  void refusesOnlyTheServerThatHasAKeyTwice() throws IOException {
    configured.write(
        ".mcp.json",
        """
        {"mcpServers": {
          "a": {"command": "one", "env": {"K": "1",
            "K": "2"}},
          "b": {"command": "two"},
          "b": {"command": "three"},
          "c": {"command": "four"}}}
        """);
    McpConfiguration loaded = configured.load();

    assertThat(loaded.servers())
        .extracting(server -> server.name() + " " + server.problem())
        .containsExactly(
            "a .mcp.json:3:5: /mcpServers/a/env/K is defined twice; remove one",
            "b .mcp.json:5:3: /mcpServers/b is defined twice; remove one",
            "c null");
  }

  @Test
  void takesTimeInProportionToHostileKeys() throws Exception {
    Growth.assertProportional(
        1_000,
        49_000,
        size -> {
          var text = new StringBuilder("{\"").append("k".repeat(size)).append("\": {");
          for (int i = 0; i < size / 2; i++) {
            text.append('"').append(i).append("\":0,");
          }
          var sized = new Configured(Files.createDirectories(directory.resolve("of-" + size)));
          sized.write(".mcp.json", text.append("}}").toString());
          return () -> {
            for (int i = 0; i < 10; i++) { // once is too short to be measured beside other work
              assertThat(sized.load().errors()).isEmpty();
            }
          };
        });
  }

  @Test
  void refusesKeysAndNumbersThatNobodyWrites() throws IOException {
    configured.write(".mcp.json", "{\"" + "k".repeat(70_000) + "\": 1}");
    assertThat(configured.load().errors())
        .singleElement()
        .asString()
        .startsWith(".mcp.json:1:")
        .endsWith(": has a key or a number that is too long");

    configured.write(".mcp.json", "{\"k\":\n" + "1".repeat(2_000) + "}");
    assertThat(configured.load().errors())
        .singleElement()
        .asString()
        .startsWith(".mcp.json:2:")
        .endsWith(": has a key or a number that is too long");
  }

  @Test
  void givesUpOnAFileFullOfKeysThatAreThereTwice() throws IOException {
    configured.write(".mcp.json", "{" + "\"a\": 1,".repeat(100) + "}");

    assertThat(configured.load().errors())
        .containsExactly(".mcp.json:1:149: more than 20 keys are defined twice");
  }
}
