package dev.attache.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

  @TempDir Path directory;

  @Test
  void readsListsAndRefreshesWhatIsAttached() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    try (TestClient client = TestClient.of(setting)) {
      String uri = "file://" + setting.workspace + "/a.md";
      assertThat(client.ask("resources/list", "{}"))
          .extracting("resources")
          .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
          .singleElement()
          .extracting("uri", "name", "mimeType", "size")
          .containsExactly(uri, "a.md", "text/markdown", 4);
      setting.file("a.md", "two\n");
      assertThat(client.ask("resources/read", "{'uri':'" + uri + "'}").toString())
          .contains("text=one\n");
      assertThat(client.call("refresh_resource", "{'uri':'" + uri + "'}").toString())
          .contains(" 1 line\ntwo\n");
      assertThat(client.call("list_resources", "{}"))
          .isEqualTo(
              Map.of(
                  "content",
                  List.of(Map.of("type", "text", "text", "1 resource is attached:\na.md 4"))));
    }
  }
}
