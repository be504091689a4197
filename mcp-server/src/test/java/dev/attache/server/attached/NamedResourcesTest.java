package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.delivery.names.UriNames;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose clients see a name in place of its directory. */
class NamedResourcesTest {

  private static final String TEXT = "line\n".repeat(500);

  @TempDir Path directory;

  private Setting setting;

  @BeforeEach
  void nameTheWorkspace() throws IOException {
    setting = new Setting(directory, "a.txt", "gone.txt").file("a.txt", TEXT);
    setting.file("b.txt", TEXT + "b");
    setting.policy = new AttachPolicy(Set.of(), Set.of());
    setting.names = UriNames.of("workspace", setting.workspace);
  }

  private String answer(TestClient client, String method, String params) {
    String answer =
        String.valueOf(
            client.answer(
                "{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':" + params + "}"));
    assertThat(answer).doesNotContain(directory.toString()).doesNotContain("file:");
    return answer;
  }

  @Test
  void listsAndReadsByNames() {
    try (TestClient client = TestClient.of(setting)) {
      assertThat(answer(client, "resources/list", "{}")).contains("'uri':'workspace:/a.txt'");
      assertThat(answer(client, "resources/read", "{'uri':'workspace:/a.txt'}"))
          .contains("'uri':'workspace:/a.txt'", "'text':'line");
      assertThat(answer(client, "resources/templates/list", "{}"))
          .contains("'uriTemplate':'workspace:/{+path}'");
      assertThat(answer(client, "tools/call", "{'name':'list_resources','arguments':{}}"))
          .contains("1 resource is attached");
    }
  }

  @Test
  void attachesWhatIsReadAndRefusesWhatIsNotThere() {
    try (TestClient client = TestClient.of(setting)) {
      assertThat(answer(client, "resources/read", "{'uri':'workspace:/b.txt'}"))
          .contains("'uri':'workspace:/b.txt'");
      assertThat(answer(client, "resources/read", "{'uri':'workspace:/none.txt'}"))
          .contains("workspace:/none.txt is not there");
      assertThat(answer(client, "resources/read", "{'uri':'workspace:/../x'}"))
          .contains("workspace:/../x");
    }
  }

  @Test
  void refreshesByNamesAndTellsOfChangesUnderThem() throws Exception {
    try (TestClient client = TestClient.of(setting)) {
      answer(client, "resources/subscribe", "{'uri':'workspace:/a.txt'}");
      String refresh =
          "{'name':'refresh_resource','arguments':{'uri':'workspace:/a.txt','force':true}}";
      assertThat(answer(client, "tools/call", refresh)).contains("'text':'a.txt sha256:");
      setting.replace("a.txt", TEXT + "more");
      assertThat(client.unasked.await(2)) // the first says what is missing
          .anySatisfy(
              message ->
                  assertThat(message)
                      .contains("notifications/resources/updated")
                      .contains("workspace:/a.txt"))
          .noneSatisfy(message -> assertThat(message).contains(directory.toString()));
      assertThat(
              answer(
                  client,
                  "tools/call",
                  "{'name':'refresh_resource','arguments':{'uri':'workspace:/b.txt'}}"))
          .contains("workspace:/b.txt is not attached to this conversation");
    }
  }
}
