package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.attache.delivery.form.RenderingProgram;
import dev.attache.history.ConversationEvent;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model can make of the diffs of any history, of which it has nothing but the request. */
class DiffPropertiesTest {

  private static final int HISTORIES = Boolean.getBoolean("attache.slow") ? 1000 : 60;
  private static final JsonMapper MAPPER = new JsonMapper();

  private static final String PLACE =
      "(the attachment at turn \\d+|the result of tool call \\S+ in turn \\d+)";

  private static final Pattern DIFF =
      Pattern.compile(
          "(\\S+) has changed\\. Unified diff against "
              + PLACE
              + " \\(sha256:(\\w{12})\\), giving the current content \\(sha256:(\\w{12})\\):\n"
              + "(@@ .*)",
          Pattern.DOTALL);

  private static final Pattern REFERENCE =
      Pattern.compile(
          "The content of (\\S+) is what is given by the diff in "
              + PLACE
              + " \\(sha256:(\\w{12})\\)\\. .*Apply that diff to "
              + PLACE
              + "\\.");

  private static final Pattern HUNK = Pattern.compile("@@ -(\\d+),(\\d+) \\+\\d+,\\d+ @@");

  /** What the model has in full, and what it has made of diffs, by the URI and the place. */
  private final Map<String, String> full = new HashMap<>();

  private final Map<String, String> made = new HashMap<>();
  private int diffs;
  private int references;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leadToTheContentsThatTheyName(boolean withElisions) throws IOException {
    for (long seed = 0; seed < HISTORIES; seed++) {
      full.clear();
      made.clear();
      read(RandomHistory.ofVersions(seed, 12, withElisions), "seed " + seed);
    }
    assertThat(diffs).as("diffs, so that this tests something").isGreaterThan(HISTORIES / 3);
    assertThat(references).as("references to them").isGreaterThan(HISTORIES / 30);
  }

  private void read(List<ConversationEvent> events, String seed) throws IOException {
    for (String line : new String(RenderingProgram.json(events), UTF_8).split("\n", -1)) {
      JsonNode event = MAPPER.readTree(line.isEmpty() ? "{}" : line);
      int turn = event.path("turn").intValue();
      for (JsonNode resource : event.path("resources")) {
        assertThat(resource.get("delivery").textValue()).as(seed).isNotEqualTo("delta");
        readReference(resource.path("line").asText(), seed);
        if (resource.get("delivery").textValue().equals("full") && !resource.has("formatted")) {
          put(resource, "the attachment at turn " + turn);
        }
      }
      for (JsonNode block : event.path("content")) {
        String place = "the result of tool call " + event.get("id").asText() + " in turn " + turn;
        if (block.has("resource") && !block.has("formatted")) {
          put(block.get("resource"), place);
        } else if (block.has("text")) {
          readDiff(block.get("text").textValue(), place, seed);
          readReference(block.get("text").textValue(), seed);
        }
      }
    }
  }

  private void put(JsonNode resource, String place) {
    if (resource.has("text")) { // of several in one event each may be meant: all digests are kept
      String text = resource.get("text").textValue();
      full.put(resource.get("uri").textValue() + " " + place + " " + digest(text), text);
    }
  }

  private void readDiff(String text, String place, String seed) {
    Matcher diff = DIFF.matcher(text);
    if (diff.matches()) {
      diffs++;
      String before = full.get(diff.group(1) + " " + diff.group(2) + " " + diff.group(3));
      assertThat(before).as("%s: %s", seed, text).isNotNull();
      String after = applied(before, diff.group(5));
      assertThat(digest(after)).as("%s: %s", seed, text).isEqualTo(diff.group(4));
      assertThat(text.length()).as("less than half").isLessThanOrEqualTo(after.length() / 2);
      made.put(diff.group(1) + " " + place + " " + digest(after), diff.group(2));
    } else {
      assertThat(text).as(seed).doesNotContain("Unified diff");
    }
  }

  private void readReference(String text, String seed) {
    Matcher reference = REFERENCE.matcher(text);
    if (reference.matches()) {
      references++;
      String key = reference.group(1) + " " + reference.group(2) + " " + reference.group(3);
      assertThat(made.get(key)).as("%s: %s", seed, text).isEqualTo(reference.group(4));
    }
  }

  private static String digest(String text) {
    return ContentDigest.sha256(text.getBytes(UTF_8)).shortForm();
  }

  /** Goes by the numbers of lines, as whoever has nothing but the text and the diff. */
  private static String applied(String before, String diff) {
    List<String> old = List.of(before.split("(?<=\n)"));
    var now = new ArrayList<String>();
    int next = 0;
    List<String> lines = List.of(diff.split("\n", -1));
    for (int i = 0; i < lines.size() - 1; i++) {
      String line = lines.get(i);
      Matcher hunk = HUNK.matcher(line);
      String content = line.substring(1) + (lines.get(i + 1).startsWith("\\") ? "" : "\n");
      if (hunk.matches()) {
        int begin = Integer.parseInt(hunk.group(1)) - (hunk.group(2).equals("0") ? 0 : 1);
        now.addAll(old.subList(next, begin));
        next = begin;
      } else if (line.startsWith("+")) {
        now.add(content);
      } else if (!line.startsWith("\\")) {
        assertThat(content).isEqualTo(old.get(next++));
        if (line.startsWith(" ")) {
          now.add(content);
        }
      }
    }
    now.addAll(old.subList(next, old.size()));
    return String.join("", now);
  }
}
