package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionVariablesTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "HOME",
          "/home/ada",
          "A",
          "one",
          "B_2",
          "two",
          "EMPTY",
          "",
          "NESTED",
          "${A}",
          "a.b",
          "dot",
          "ATTACHE_INPUT_KEY",
          "prefixed",
          "KEY",
          "plain",
          "MY_API_KEY",
          "dashes");

  private static final Path WORKSPACE = Path.of("/work/space");

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(directory).with(ENVIRONMENT);
  }

  private static DefinitionVariables variables(Map<String, String> environment) {
    var origin =
        new ServerDefinition.Origin(
            ".mcp.json", ".mcp.json:3", "/servers/x", DefinitionBase.ofWorkspace(WORKSPACE), false);
    var inputs = Map.of("other", "proposed ${A}", "key", "unused");
    return new DefinitionVariables(
        WORKSPACE, environment, new ServerDefinition("x", Map.of(), origin, inputs, Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${A}                        | one",
        "-${A}-${B_2}-               | -one-two-",
        "${env:A}                    | one",
        "${env:a.b}                  | dot",
        "${A:-other}                 | one",
        "${NO:-other}                | other",
        "${env:NO:-other}            | other",
        "[${NO:-}]                   | []",
        "[${EMPTY}]                  | []",
        "${EMPTY:-other}             | other",
        "${NO:-a:-b}                 | a:-b",
        "${NO:-${A}}                 | one",
        "${NO:-${NO2:-${A}}}         | one",
        "${A:-${NO}}                 | one",
        "${NESTED}                   | ${A}",
        "${NO:-{x}}                  | {x}",
        "${workspaceFolder}/a        | /work/space/a",
        "${workspaceFolderBasename}  | space",
        "${userHome}/b               | /home/ada/b",
        "${/}${pathSeparator}        | //",
        "${input:key}                | prefixed",
        "${input:my-api.key}         | dashes",
        "${input:other}              | proposed ${A}",
        "${input:none:-x}            | x",
        "$A                          | $A",
        "$$                          | $$",
        "$${A}                       | $one",
        "$                           | $",
        "${                          | ${",
        "${A                         | ${A",
        "${}                         | ${}",
        "${A ${A}                    | ${A one",
        "${1}                        | ${1}",
        "${A B}                      | ${A B}",
        "${A:?x}                     | ${A:?x}",
        "${A##*/}                    | ${A##*/}",
        "${input:}                   | ${input:}",
        "a}b                         | a}b",
      })
  void expandsOnce(String text, String expanded) throws DefinitionException {
    DefinitionVariables variables = variables(ENVIRONMENT);

    assertThat(variables.expand(text)).isEqualTo(expanded);
    variables.check();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void putsTogetherWhatWasTakenApart(long seed) throws DefinitionException {
    var random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      var environment = new HashMap<String, String>();
      var written = new StringBuilder();
      var expected = new StringBuilder();
      for (int i = 0; i < random.nextInt(8); i++) {
        String value = text(random, "ab${}:-/ \u00e9");
        switch (random.nextInt(4)) {
          case 0 -> {
            String literal = text(random, "ab:-/ \u00e9\uD83D\uDE00");
            written.append(literal);
            expected.append(literal);
          }
          case 1 -> {
            environment.put("V" + i, value);
            written.append("${V").append(i).append('}');
            expected.append(value);
          }
          case 2 -> {
            environment.put("V" + i, value);
            written.append("${env:V").append(i).append(":-d}");
            expected.append(value.isEmpty() ? "d" : value);
          }
          default -> {
            String other = text(random, "ab:-/ ");
            written.append("${N").append(i).append(":-").append(other).append('}');
            expected.append(other);
          }
        }
      }
      DefinitionVariables variables = variables(environment);
      assertThat(variables.expand(written.toString())).isEqualTo(expected.toString());
      variables.check();
    }
  }

  private static String text(Random random, String letters) {
    var text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  @Test
  void namesAllVariablesThatAreNotSet() throws IOException {
    assertThat(
            configured.problem(
                "{\"command\": \"${X}\", \"args\": [\"${Y}\", \"${X}\"], \"env\": {\"A\":"
                    + " \"${env:Z}\"}, \"cwd\": \"${A}\"}"))
        .isEqualTo(
            ".mcp.json:1: server x needs X, Y and Z, which are not set; export them, or write"
                + " ${X:-default}");
  }

  @Test
  void namesTheVariableThatIsNotSetInAHeader() throws IOException {
    assertThat(
            configured.problem(
                "{\"url\": \"http://a\", \"headers\": {\"Authorization\": \"Bearer ${TOKEN}\"}}"))
        .isEqualTo(
            ".mcp.json:1: server x needs TOKEN, which is not set; export it, or write"
                + " ${TOKEN:-default}");
  }

  @Test
  void leavesOtherServersAlone() throws IOException {
    configured.write(
        ".mcp.json",
        "{\"servers\": {\"x\": {\"command\": \"${X}\"}, \"y\": {\"command\": \"${A}\"}}}");

    assertThat(configured.load().servers())
        .extracting(server -> server.problem() == null)
        .containsExactly(false, true);
  }

  @Test
  void saysWhichVariableAnInputIs() throws IOException {
    assertThat(configured.problem("{\"command\": \"a\", \"args\": [\"${input:db-password}\"]}"))
        .isEqualTo(
            ".mcp.json:1: server x asks for the input db-password, which has no default; export"
                + " ATTACHE_INPUT_DB_PASSWORD");
  }

  @Test
  void saysWhatOnlyAnEditorKnows() throws IOException {
    assertThat(
            configured.problem(
                "{\"command\": \"a\", \"args\": [\"${config:x.y}\", \"${command:z}\", \"${X}\"]}"))
        .isEqualTo(
            ".mcp.json:1: server x needs X, which is not set; export it, or write ${X:-default};"
                + " it names ${config:x.y} and ${command:z}, which only an editor can supply");
  }

  @Test
  void needsAHomeOnlyIfItIsNamed() throws IOException {
    configured.with(Map.of());

    assertThat(configured.problem("{\"command\": \"${userHome}/a\"}"))
        .isEqualTo(
            ".mcp.json:1: server x needs HOME, which is not set; export it, or write"
                + " ${HOME:-default}");
    assertThat(configured.server("{\"command\": \"a\"}").problem()).isNull();
  }

  @Test
  void doesNotShowWhatVariablesHold() throws IOException {
    configured.with(Map.of("TOKEN", "s3cret\n"));

    assertThat(configured.problem("{\"url\": \"http://a/${TOKEN}\"}")).doesNotContain("s3cret");
    assertThat(configured.server("{\"command\": \"a\", \"args\": [\"${TOKEN}\"]}").label())
        .isEqualTo("a '${TOKEN}'");
  }

  @Test
  void boundsWhatVariablesMakeOfADefinition() throws IOException {
    configured.with(Map.of("BIG", "x".repeat(1_000)));
    String many = "${BIG}".repeat(100_000);

    assertThat(configured.problem("{\"command\": \"" + many + "\"}"))
        .isEqualTo(
            ".mcp.json:1: server x has variables that hold more than 131072 characters in all");
  }

  @Test
  void boundsDefaultsWithinDefaults() throws IOException {
    String deep = "${N:-".repeat(100_000) + "}".repeat(100_000);

    assertThat(configured.problem("{\"command\": \"" + deep + "\"}"))
        .isEqualTo(".mcp.json:1: server x has defaults within defaults, more than 8 deep");
  }

  @Test
  void expandsEverythingThatADefinitionHolds() throws IOException {
    configured.write("one.env", "F=${A}\n");

    McpServer.Program program =
        configured.program(
            "{\"command\": \"${A}\", \"args\": [\"${A}\"], \"env\": {\"${A}\": \"${A}\"},"
                + " \"envFile\": \"${A}.env\", \"cwd\": \"${A}\"}");
    McpServer.EnvironmentFile file = Objects.requireNonNull(program.environmentFile());
    assertThat(file.read()).isEqualTo(Map.of("F", "${A}"));
    assertThat(program)
        .isEqualTo(
            new McpServer.Program(
                "one",
                List.of("one"),
                Map.of("${A}", "one"),
                file,
                configured.workspace().resolve("one")));
    assertThat(configured.endpoint("{\"url\": \"http://${A}/\", \"headers\": {\"X\": \"${A}\"}}"))
        .hasToString("Endpoint[url=http://one/, headers={X=one}]");
  }
}
