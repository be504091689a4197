package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workspace of {@code attache serve} where the user names none: the client's root. */
class ServeRootsTest {

  private static final String STATELESS =
      """
      {"jsonrpc":"2.0","id":9,"method":"resources/list","params":{"_meta":{\
      "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},\
      "io.modelcontextprotocol/clientCapabilities":{"roots":{}}}}}
      """;

  private static final String LIST =
      "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"resources/list\"}\n";

  @TempDir Path temporary;
  private Path project;
  private Path home;

  @BeforeEach
  void makeTheProject() throws Exception {
    home = Files.createDirectories(temporary.resolve("home")).toRealPath();
    project = Files.createDirectories(home.resolve("my project"));
    Files.writeString(project.resolve("only here.txt"), "a\n");
  }

  private record Served(int exitCode, List<JsonNode> answers, String err) {

    /** The names that the list has. */
    List<String> names() {
      JsonNode list =
          answers.stream().filter(each -> each.path("id").asInt() == 9).findFirst().orElseThrow();
      assertThat(list.has("result")).as("%s %s", list, err).isTrue();
      return list.at("/result/resources").findValuesAsText("name");
    }

    long questions() {
      return answers.stream()
          .filter(each -> each.path("method").asText().equals("roots/list"))
          .count();
    }
  }

  private Served serve(String input, String... options) throws Exception {
    var out = new ByteArrayOutputStream();
    var err = new StringWriter();
    var streams =
        new Streams(
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            out,
            new PrintWriter(err, true),
            false,
            false,
            false,
            true,
            Map.of("HOME", home.toString()));
    String[] line =
        Stream.concat(
                Stream.of("serve", "--attach", "only here.txt", "--attach", "pom.xml"),
                Stream.of(options))
            .toArray(String[]::new);
    int exitCode = QuickStart.run(streams, line);
    var answers = new ArrayList<JsonNode>();
    for (String each : out.toString(UTF_8).lines().toList()) {
      answers.add(new ObjectMapper().readTree(each));
    }
    return new Served(exitCode, answers, err.toString());
  }

  private static String initialize(String capabilities) {
    return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
        + "\"2025-11-25\",\"capabilities\":"
        + capabilities
        + ",\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n"
        + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
  }

  private static String answer(String... roots) {
    return Stream.of(roots)
        .map(root -> "{\"uri\":\"" + root + "\"}")
        .collect(
            Collectors.joining(
                ",", "{\"jsonrpc\":\"2.0\",\"id\":\"roots\",\"result\":{\"roots\":[", "]}}\n"));
  }

  private static String uri(Path directory) {
    return URI.create("file://" + directory.toString().replace(" ", "%20")).toString();
  }

  @Test
  void takesTheFirstDirectoryThatTheClientNames() throws Exception {
    Served served =
        serve(initialize("{\"roots\":{}}") + answer(uri(project), uri(temporary)) + LIST);
    assertThat(served.names()).containsExactly("only here.txt");
    assertThat(served.questions()).isOne();
    assertThat(served.err())
        .startsWith("attache: workspace " + project + ", as the client says\n")
        .contains("pom.xml");
    assertThat(served.exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void keepsTheConversationOfItsNameThere() throws Exception {
    String input = initialize("{\"roots\":{}}") + answer(uri(project)) + LIST;
    assertThat(serve(input, "--conversation", "review").names()).containsExactly("only here.txt");
    assertThat(project.resolve(".attache")).isDirectory();
    assertThat(Path.of(".attache")).doesNotExist();
  }

  @Test
  void staysWhereItWasStartedIfTheClientHasNoRoots() throws Exception {
    Served served = serve(initialize("{}") + answer(uri(project)) + LIST);
    assertThat(served.names()).containsExactly("pom.xml");
    assertThat(served.questions()).isZero();
  }

  @Test
  void staysWhereItWasStartedInRequestsThatStandAlone() throws Exception {
    Served served = serve(STATELESS);
    assertThat(served.names()).containsExactly("pom.xml");
    assertThat(served.questions()).isZero();
  }

  @Test
  void staysWhereItWasStartedIfTheClientLeavesWithoutAnAnswer() throws Exception {
    Served served = serve(initialize("{\"roots\":{}}") + LIST);
    assertThat(served.names()).containsExactly("pom.xml");
    assertThat(served.questions()).isOne();
  }

  @Test
  void asksNobodyIfTheUserNamesTheWorkspace() throws Exception {
    Served served =
        serve(
            initialize("{\"roots\":{}}") + answer(uri(temporary)) + LIST,
            "--workspace",
            project.toString());
    assertThat(served.names()).containsExactly("only here.txt");
    assertThat(served.questions()).isZero();
  }

  @Test
  void takesNoRootThatHoldsTheHomeDirectoryOrIsNoDirectory() throws Exception {
    Served served =
        serve(
            initialize("{\"roots\":{}}")
                + answer("file:///", uri(temporary), uri(home), "https://example.org/x", "a:b", "%")
                + LIST);
    assertThat(served.names()).containsExactly("pom.xml");
    String unused = " holds your home directory and is not used; add --workspace to serve it\n";
    assertThat(served.err())
        .startsWith(
            "attache: the client's root /"
                + unused
                + "attache: the client's root "
                + temporary.toRealPath()
                + unused
                + "attache: the client's root "
                + home
                + unused
                + "attache: the client's root https://example.org/x is not a directory and not"
                + " used\nattache: the client's root a:b is not a directory and not used\n"
                + "attache: the client's root % is not a directory and not used\n");
  }

  @Test
  void goesOnToTheNextRootThatIsADirectory() throws Exception {
    Served served =
        serve(initialize("{\"roots\":{}}") + answer("file:///gone", uri(project)) + LIST);
    assertThat(served.names()).containsExactly("only here.txt");
  }

  @Test
  void endsWithAnErrorIfTheConversationCannotBeOpenedThere() throws Exception {
    Files.writeString(project.resolve(".attache"), "in the way");
    Served served =
        serve(
            initialize("{\"roots\":{}}") + answer(uri(project)) + LIST, "--conversation", "review");
    assertThat(served.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(served.err()).contains("the session cannot be opened: ");
  }
}
