package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache conversation show --results}: results for people, where they were recorded. */
class ShownHistoryTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createConversation() {
    talk = Talk.in(temporary);
    talk.good("query", "--print", "--new", "--id", "one", "hello");
  }

  private void record(String tool, String printed) {
    talk.input(printed).good("tool-result", "--tool", tool);
  }

  /** The lines of the only turn. */
  private List<String> shown(String... options) {
    var line = new ArrayList<>(List.of("conversation", "show"));
    line.addAll(List.of(options));
    return talk.good(line.toArray(String[]::new))
        .out()
        .lines()
        .dropWhile(each -> !each.startsWith("  request"))
        .skip(1)
        .toList();
  }

  @Test
  void showsResultsAsWhatTheyAreBelowTheirCalls() {
    record("rows", "{\"kind\":\"x\",\"data\":[{\"a\":1},{\"a\":2}],\"summary\":\"2 rows\"}");
    record("plain", "no more than a text");
    assertThat(shown("--results"))
        .containsExactly(
            "  call        rows (call_1)",
            "  result      rows (call_1)",
            "    2 rows",
            "    a",
            "    1",
            "    2",
            "  call        plain (call_2)",
            "  result      plain (call_2)");
    assertThat(shown()).hasSize(4).noneMatch(each -> each.startsWith("    "));
  }

  @Test
  void showsARecordedImageAsAnImage() {
    record(
        "draw",
        "{\"kind\":\"image\",\"data\":{\"base64\":\"iVBORw0KGgo=\",\"alt\":\"logo\"},"
            + "\"mimeType\":\"image/png\"}");
    assertThat(shown("--results")).contains("    [image: logo, image/png, 8 B]");
  }

  @Test
  void showsTheJsonWhereThatIsWanted() {
    record("rows", "{\"kind\":\"x\",\"data\":1,\"display\":{\"preferredView\":\"hidden\"}}");
    assertThat(shown("--results")).hasSize(2);
    assertThat(shown("--results", "--raw"))
        .contains("    {", "      \"kind\": \"x\",", "      \"data\": 1,", "    }");
    assertThat(talk.good("conversation", "show", "--results", "--json").json().get(3).get("view"))
        .hasToString("{\"kind\":\"x\",\"data\":1,\"display\":{\"preferredView\":\"hidden\"}}");
    assertThat(talk.good("conversation", "show", "--json").json().get(3).has("view")).isFalse();
  }

  @Test
  void showsThoseOfCallsSideBySideByTheirPriorityOnATerminal() throws IOException {
    String result = "{\"kind\":\"x\",\"data\":\"%s\",\"display\":{\"priority\":%s}}";
    record("low", result.formatted("is low", "-1"));
    record("plain", "no more than a text");
    record("high", result.formatted("is high", "2"));
    assertThat(shown("--results")).containsSubsequence("    is low", "    is high");
    talk.workspace().workspace().onTerminal();
    assertThat(shown("--results"))
        .as("one after the other")
        .containsSubsequence("    is low", "    is high");
    callSideBySide();
    assertThat(shown("--results"))
        .containsExactly(
            "  call        low (call_1)",
            "  call        plain (call_2)",
            "  call        high (call_3)",
            "  result      high (call_3)",
            "    is high",
            "  result      plain (call_2)",
            "  result      low (call_1)",
            "    is low");
  }

  /** Moves the calls in the history before all results. */
  private void callSideBySide() throws IOException {
    Path file = talk.workspace().directory().resolve(".attache/conversations/one/events.jsonl");
    var events = new ArrayList<>(Files.readAllLines(file));
    events.sort(Comparator.comparing(each -> each.contains("\"tool_result\"")));
    Files.write(file, events);
    talk.good("conversation", "repair", "--accept");
  }

  @Test
  void isCutOnATerminalUntilAllIsWanted() {
    record("long", "{\"kind\":\"text\",\"data\":\"a\\nb\",\"display\":{\"maxHeight\":1}}");
    talk.workspace().workspace().onTerminal();
    assertThat(shown("--results")).endsWith("    a", "    … 1 more line (--expand)");
    assertThat(shown("--results", "--expand")).endsWith("    a", "    b");
  }

  @Test
  void showsNoEscapeOnATerminal() {
    record("evil", "{\"kind\":\"x\",\"data\":\"\\u001b]0;pwn\\u0007\"}");
    talk.workspace().workspace().onTerminal();
    assertThat(shown("--results")).endsWith("    \\u001b]0;pwn\\u0007");
  }

  @Test
  void findsWhatTheStoreHoldsOfALargeOne() {
    String text = "y".repeat(50_000);
    record(
        "large",
        "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"kind\":\"text\","
            + "\"data\":\""
            + text
            + "\"}}");
    assertThat(shown("--results")).endsWith("    " + text);
  }
}
