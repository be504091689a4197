package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.support.json.LenientValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other sessions of a kept conversation have answered to their own clients. */
class OtherSessionsTest {

  private static final String ONE = "one ".repeat(1000);
  private static final String TWO = "two ".repeat(1000);

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources();

  private Setting setting() throws IOException {
    sources.put("mem:a", ONE);
    return new Setting(directory, "mem:a").handler(sources);
  }

  /** Has the next session go on with the conversation, in the same turn. */
  private static void goOn(Setting setting) {
    setting.isKept = true;
    setting.references.clear();
  }

  /** The text, or the text of the resource, that a refresh gives. */
  private static String refresh(TestClient client) {
    Map<String, Object> result = client.call("refresh_resource", "{'uri':'mem:a'}");
    List<Map<String, Object>> blocks = LenientValues.objects(result.get("content"));
    assertThat(blocks).hasSize(1);
    return String.valueOf(blocks.get(0).get("text"));
  }

  @Test
  void areNotReferredToAfterARestart() throws IOException {
    Setting setting = setting();
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client)).endsWith("\n" + ONE);
    }
    goOn(setting);
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client)).endsWith("\n" + ONE);
      assertThat(refresh(client)).contains("is unchanged since I returned it in this session");
    }
  }

  @Test
  void areNotReferredToWhileTheyGoOn() throws IOException {
    Setting setting = setting();
    try (TestClient first = TestClient.of(setting)) {
      assertThat(refresh(first)).endsWith("\n" + ONE);
      goOn(setting);
      try (TestClient second = TestClient.of(setting)) {
        sources.put("mem:a", TWO);
        assertThat(refresh(second)).endsWith("\n" + TWO);
        assertThat(refresh(first)).endsWith("\n" + TWO);
      }
    }
  }
}
