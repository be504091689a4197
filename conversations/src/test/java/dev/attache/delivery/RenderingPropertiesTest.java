package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.attache.delivery.form.RenderingProgram;
import dev.attache.history.ConversationEvent;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of the rendering of any history. */
class RenderingPropertiesTest {

  private static final int HISTORIES = Boolean.getBoolean("attache.slow") ? 100 : 25;
  private static final JsonMapper MAPPER = new JsonMapper();

  /** A line that refers to an attachment or to a result. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "The content of (\\S+) is identical to (?:the attachment at turn (\\d+)|the result of"
              + " tool call (\\S+) in turn (\\d+)) \\(sha256:(\\w{12})\\)\\. .*");

  @Test
  void givesTheSameBytesEachTime() throws IOException {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<ConversationEvent> events = RandomHistory.of(seed, 10, true);
      List<ConversationEvent> again = RandomHistory.of(seed, 10, true);
      assertThat(text(again)).as("seed %s", seed).isEqualTo(text(events));
      assertThat(json(again)).as("seed %s", seed).isEqualTo(json(events));
    }
  }

  @Test
  void isAPrefixOfWhatItIsAfterMoreEvents() throws IOException {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<ConversationEvent> events = RandomHistory.of(seed, 8, false);
      String text = text(events);
      String json = json(events);
      for (int end = 0; end <= events.size(); end++) {
        assertThat(text).as("seed %s", seed).startsWith(text(events.subList(0, end)));
        assertThat(json).as("seed %s", seed).startsWith(json(events.subList(0, end)));
      }
    }
  }

  @Test
  void isThePrefixOfLaterOnesFromTheElisionOnWhereThereIsOne() throws IOException {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<ConversationEvent> events = RandomHistory.of(seed, 8, true);
      int last = 0;
      for (int i = 0; i < events.size(); i++) {
        last = events.get(i) instanceof ConversationEvent.Elision ? i + 1 : last;
      }
      String text = text(events);
      for (int end = last; end <= events.size(); end++) {
        assertThat(text).as("seed %s", seed).startsWith(text(events.subList(0, end)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refersOnlyToWhatIsThereInFullBefore(boolean withElisions) throws IOException {
    int references = 0;
    for (long seed = 0; seed < 4L * HISTORIES; seed++) {
      references += referencesIn(RandomHistory.of(seed, 10, withElisions), "seed " + seed);
    }
    assertThat(references)
        .as("references, so that this tests something")
        .isGreaterThan(10 * HISTORIES);
  }

  @Test
  void refersOnlyToTheSameContentInTheSameForm() throws IOException {
    int references = 0;
    for (long seed = 0; seed < 4L * HISTORIES; seed++) {
      var given = new HashMap<DeliveryPlace, String>();
      for (ConversationEvent event : RandomHistory.of(seed, 10, false)) {
        for (Map.Entry<DeliveryPlace, DeliveredBlock> each : Transcript.blocks(event).entrySet()) {
          DeliveredBlock block = each.getValue();
          ResourceContent formatted = block.formatted();
          String what =
              block.resource().uri()
                  + text(block.resource().content())
                  + (formatted == null ? "" : " formatted as " + text(formatted));
          given.put(each.getKey(), what);
          if (block.delivery() instanceof Delivery.Reference reference) {
            references++;
            assertThat(given.get(reference.target())).as("seed %s", seed).isEqualTo(what);
          }
        }
      }
    }
    assertThat(references).isGreaterThan(10 * HISTORIES);
  }

  private static String text(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** In the JSON form, because there a line cannot be taken for anything else. */
  static int referencesIn(List<ConversationEvent> events, String seed) throws IOException {
    int references = 0;
    var inFull = new ArrayList<String>();
    for (String line : json(events).split("\n", -1)) {
      if (line.isEmpty()) {
        continue;
      }
      JsonNode event = MAPPER.readTree(line);
      int turn = event.get("turn").intValue();
      for (JsonNode resource : event.path("resources")) {
        String digest = resource.get("digest").textValue().substring(7, 19);
        if (resource.get("delivery").textValue().equals("reference")) {
          assertIsInFull(resource.get("line").textValue(), inFull, seed);
          references++;
        } else if (resource.get("delivery").textValue().equals("full")) {
          inFull.add(resource.get("uri").textValue() + " " + turn + " null " + digest);
        }
      }
      for (JsonNode block : event.path("content")) {
        String text = block.path("text").textValue();
        if (text != null && REFERENCE.matcher(text).matches()) {
          assertIsInFull(text, inFull, seed);
          references++;
        } else if (block.has("resource")) {
          JsonNode resource = block.get("resource");
          String call = event.get("id").textValue();
          inFull.add(
              resource.get("uri").textValue() + " " + turn + " " + call + " " + digest(resource));
        }
      }
    }
    return references;
  }

  private static void assertIsInFull(String line, List<String> inFull, String seed) {
    Matcher reference = REFERENCE.matcher(line);
    assertThat(reference.matches()).as(line).isTrue();
    String turn = reference.group(2) == null ? reference.group(4) : reference.group(2);
    assertThat(inFull)
        .as(seed)
        .contains(
            reference.group(1) + " " + turn + " " + reference.group(3) + " " + reference.group(5));
  }

  private static String digest(JsonNode resource) throws IOException {
    byte[] bytes =
        resource.has("blob")
            ? resource.get("blob").binaryValue()
            : resource.get("text").textValue().getBytes(UTF_8);
    return ContentDigest.sha256(bytes).shortForm();
  }

  @Test
  @Tag("process")
  void givesTheSameBytesInAnotherVirtualMachine() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=ISO-8859-1",
                "-Duser.language=tr",
                "-Duser.timezone=Asia/Kathmandu",
                "-Dline.separator=\r\n",
                "-cp",
                System.getProperty("java.class.path"),
                RenderingProgram.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String there = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(there)
        .isEqualTo(RenderingProgram.digests())
        .hasLineCount(RenderingProgram.SEEDS + 2);
  }

  private static String text(List<ConversationEvent> events) throws IOException {
    return new String(RenderingProgram.text(events), UTF_8);
  }

  private static String json(List<ConversationEvent> events) throws IOException {
    return new String(RenderingProgram.json(events), UTF_8);
  }
}
