package dev.attache.cli;

import dev.attache.test.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents that tools are built from show as answers (RFD 058, RFD D31, the semantic
 * types of results, SEP-1624), in words of ours: what a model is given of each, what people are
 * shown, what is said beside it, and what the history keeps. docs/formats.md has the table of them.
 */
class SourceDocumentsTest {

  private static final Path ANSWERS = Path.of("src/test/resources/source-documents");

  @TempDir Path temporary;

  static List<String> answers() throws IOException {
    try (Stream<Path> files = Files.list(ANSWERS)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("answers")
  void becomesWhatItMeans(String file) throws IOException {
    Talk talk = Talk.in(temporary);
    String answer = Files.readString(ANSWERS.resolve(file));
    CliRun shown = talk.input(answer).good("tool-result", "--show");
    talk.good("query", "--print", "--new", "--id", "one", "begin");
    CliRun given = talk.input(answer).good("tool-result");
    String kept =
        Files.readAllLines(history(talk)).stream()
            .filter(line -> line.contains("\"event\":\"tool_result\""))
            .map(line -> line.replaceAll("\"at\":\"[^\"]*\",?|,\"sum\":\"[^\"]*\"", ""))
            .collect(Collectors.joining("\n"));
    String all =
        section("to the model", given.out())
            + section("to people, with --show", shown.out())
            + section("said", given.err())
            + section("kept", kept + "\n");
    Golden.assertMatches(
        "source-documents/" + file.replaceAll("\\..*", ".txt"),
        talk.workspace().workspace().portable(all));
  }

  private static Path history(Talk talk) {
    return talk.workspace().directory().resolve(".attache/conversations/one/events.jsonl");
  }

  private static String section(String title, String text) {
    return "--- " + title + "\n" + text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n");
  }
}
