package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationEvent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.resource.tool.ToolResponseJson.Parsed;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a tool prints is read, and what is read can be written into a history. */
class ToolResponseLineTest {

  private static ResourceUri canonicalize(String uri) throws ResourceException {
    return ResourceUri.parse(uri)
        .orElseThrow(() -> ResourceException.of(ResourceException.Kind.INVALID_URI, uri, "no URI"));
  }

  private static Parsed parse(byte[] printed) {
    return ToolResponseJson.parse(printed, ToolResponseLineTest::canonicalize);
  }

  private static Parsed parse(String printed) {
    return parse(printed.replace('\'', '"').getBytes(UTF_8));
  }

  @Test
  void whateverIsReadFitsIntoAHistory() throws IOException {
    int deepest = 0;
    for (int depth = 490; depth < 530; depth++) {
      String meta = "{'a':" + "[".repeat(depth) + "]".repeat(depth) + "}";
      Parsed parsed =
          parse(
              "{'content':[{'type':'resource','resource':{'uri':'x:a','text':'','_meta':"
                  + meta
                  + "}}]}");
      EventJson.write(
          new ConversationEvent.ToolResult(Instant.EPOCH, 0, "c", "t", parsed.response()));
      deepest = parsed.problems().isEmpty() ? depth : deepest;
    }
    assertThat(deepest).isEqualTo(495);
  }

  @Test
  void neverFailsWhateverIsPrinted() throws IOException {
    var random = new Random(11);
    byte[] whole =
        ("{'content':[{'type':'text','text':'a\\ud83d\\ude00','annotations':{'audience':['user'],"
                + "'lastModified':'2026-01-01T00:00:00Z'}},{'type':'resource','resource':{'uri':"
                + "'file:///w/a','blob':'AAEC','_meta':{'a':[1.5e300,null]}},'formatted':'b'},"
                + "{'type':'question','question':{'id':'q'}}],'isError':false,'_meta':{'x':{}},"
                + "'structuredContent':{'a':1}}")
            .replace('\'', '"')
            .getBytes(UTF_8);
    int texts = 0;
    int count = Boolean.getBoolean("attache.slow") ? 30_000 : 3_000;
    for (int i = 0; i < count; i++) {
      byte[] printed = whole.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        int at = random.nextInt(printed.length);
        printed[at] =
            random.nextInt(4) == 0
                ? (byte) random.nextInt()
                : (byte) "019-+.eE\"{}[]:,\\ tfnu".charAt(random.nextInt(21));
      }
      if (random.nextInt(8) == 0) {
        printed = Arrays.copyOf(printed, random.nextInt(printed.length));
      }
      Parsed parsed = parse(printed);
      assertThat(parsed.problems()).allMatch(line -> line.lines().count() == 1);
      EventJson.write(
          new ConversationEvent.ToolResult(Instant.EPOCH, 0, "c", "t", parsed.response()));
      texts += parsed.response().content().size() == 1 ? 1 : 0;
    }
    assertThat(texts).isBetween(count / 10, count - count / 30);
  }
}
