package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.support.json.LenientValues;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of resources while they are still read. */
class ListWhileOpeningTest {

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources();

  private static List<Object> uris(TestClient client) {
    List<Map<String, Object>> resources =
        LenientValues.objects(client.ask("resources/list", "{}").get("resources"));
    assertThat(resources).isNotNull();
    return resources.stream().map(each -> each.get("uri")).toList();
  }

  @Test
  void hasWhatIsPlannedAndIsSaidToChange() throws Exception {
    sources.put("mem:quick", "one").put("mem:slow", "two");
    sources.hold("mem:slow");
    try (TestClient client =
        TestClient.of(
            new Setting(directory, "mem:quick", "mem:slow", "mem:none").handler(sources))) {
      assertThat(uris(client)).containsExactly("mem:quick", "mem:slow", "mem:none");
      assertThat(client.unasked.messages()).isEmpty();
      sources.letGo("mem:slow");
      assertThat(client.unasked.await(2))
          .anyMatch(each -> each.contains("notifications/resources/list_changed"));
      assertThat(uris(client)).containsExactly("mem:quick", "mem:slow");
    }
  }

  @Test
  void hasNoMoreThanAPage() throws Exception {
    String[] uris = IntStream.range(0, 101).mapToObj(i -> "mem:" + i).toArray(String[]::new);
    for (String uri : uris) {
      sources.put(uri, "one");
    }
    sources.hold("mem:100");
    try (TestClient client = TestClient.of(new Setting(directory, uris).handler(sources))) {
      assertThat(uris(client)).hasSize(100).startsWith("mem:0").doesNotContain("mem:100");
      sources.letGo("mem:100");
      assertThat(client.unasked.await(1)).isNotEmpty();
    }
  }

  @Test
  void isNotSaidToChangeIfNobodyHasAsked() throws Exception {
    sources.put("mem:a", "one");
    try (TestClient client = TestClient.of(new Setting(directory, "mem:a").handler(sources))) {
      assertThat(uris(client)).containsExactly("mem:a");
      assertThat(client.unasked.messages()).isEmpty();
    }
  }
}
