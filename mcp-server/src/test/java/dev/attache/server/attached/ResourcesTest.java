package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.support.json.LenientValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listing and reading what is attached. */
class ResourcesTest {

  /** Of "one\n", as sha256sum says. */
  private static final String DIGEST =
      "sha256:2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806";

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources();

  private Setting setting(String... references) throws IOException {
    return new Setting(directory, references).handler(sources);
  }

  private static String request(String method, String params) {
    return "{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':" + params + "}";
  }

  private static String read(TestClient client, String uri) {
    return String.valueOf(client.answer(request("resources/read", "{'uri':'" + uri + "'}")))
        .replaceAll("T[0-9:.]+Z", "T");
  }

  private static String list(TestClient client) {
    return String.valueOf(client.answer(request("resources/list", "{}")))
        .replaceAll("'2\\d{3}-[0-9-]+T[0-9:.]+Z'", "'NOW'");
  }

  private static List<String> uris(Map<String, Object> page) {
    List<Map<String, Object>> resources = LenientValues.objects(page.get("resources"));
    assertThat(resources).isNotNull();
    return resources.stream().map(each -> String.valueOf(each.get("uri"))).toList();
  }

  @Test
  void listsWhatIsKnownOfAResourceAndNothingElse() throws IOException {
    sources.put(
        "mem:full",
        Resource.builder(ResourceUri.of("mem:full"), ResourceContent.text("one\n"))
            .name("full.md")
            .title("Full")
            .description("All there is.")
            .mimeType("text/markdown")
            .annotations(
                new Annotations(
                    Set.of(Role.USER, Role.ASSISTANT),
                    0.5,
                    Instant.parse("1999-01-02T03:04:05.678Z")))
            .meta("other/key", List.of(1, true))
            .build());
    sources.put(
        "mem:bare", MemorySources.resource("mem:bare", ResourceContent.blob(new byte[] {0, 1, 2})));
    try (TestClient client = TestClient.of(setting("mem:full", "mem:bare"))) {
      assertThat(list(client))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'result':{'resources':["
                  + "{'uri':'mem:full','name':'full.md','title':'Full','description':'All there"
                  + " is.','mimeType':'text/markdown','size':4,'annotations':{'audience':['user',"
                  + "'assistant'],'priority':0.5,'lastModified':'1999-01-02T03:04:05Z'}},"
                  + "{'uri':'mem:bare','name':'mem:bare','mimeType':'application/octet-stream',"
                  + "'size':3}]}}");
    }
  }

  @Test
  void readsTextsAndBytesAsTheyWereAttached() throws IOException {
    sources.put("mem:a", "one\n");
    sources.put(
        "mem:b", MemorySources.resource("mem:b", ResourceContent.blob(new byte[] {0, 1, 2})));
    try (TestClient client = TestClient.of(setting("mem:a", "mem:b"))) {
      String first = read(client, "mem:a");
      assertThat(first)
          .contains("'result':{'contents':[{'uri':'mem:a','mimeType':'text/plain','text':'one\\n',")
          .contains("'_meta':{'dev.attache/digest':'" + DIGEST + "'");
      assertThat(read(client, "mem:b"))
          .contains("{'uri':'mem:b','mimeType':'application/octet-stream','blob':'AAEC',");
      sources.put("mem:a", "two\n");
      client.call("refresh_resource", "{'uri':'mem:a'}");
      assertThat(read(client, "mem:a")).isEqualTo(first);
    }
  }

  @Test
  void readsABlobOfTwentyMegabytes() throws IOException {
    byte[] bytes = new byte[20 << 20];
    new Random(1).nextBytes(bytes);
    sources.put("mem:big", MemorySources.resource("mem:big", ResourceContent.blob(bytes)));
    Setting setting = setting("mem:big");
    setting.maxBytes = 32L << 20;
    try (TestClient client = TestClient.of(setting)) {
      Map<String, Object> result = client.ask("resources/read", "{'uri':'mem:big'}");
      List<Map<String, Object>> contents = LenientValues.objects(result.get("contents"));
      assertThat(contents).hasSize(1);
      assertThat(Base64.getDecoder().decode(String.valueOf(contents.get(0).get("blob"))))
          .isEqualTo(bytes);
    }
  }

  @Test
  void givesPagesThatStayTheSameWhileMoreIsAttached() throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      sources.put("mem:" + i, "text " + i);
      all.add("mem:" + i);
    }
    sources.put("mem:late", "late");
    Setting setting = setting(all.toArray(String[]::new));
    setting.pageSize = 2;
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      Map<String, Object> first = client.ask("resources/list", "{}");
      assertThat(uris(first)).containsExactly("mem:0", "mem:1");
      client.call("attach_resource", "{'uri':'mem:late'}");
      Map<String, Object> second =
          client.ask("resources/list", "{'cursor':'" + first.get("nextCursor") + "'}");
      assertThat(uris(second)).containsExactly("mem:2", "mem:3");
      Map<String, Object> third =
          client.ask("resources/list", "{'cursor':'" + second.get("nextCursor") + "'}");
      assertThat(uris(third)).containsExactly("mem:4", "mem:late");
      assertThat(third).doesNotContainKey("nextCursor");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'x'", "''", "'MSB0ZXN0MQ'", "'LTEgdGVzdA'", "'OTkgdGVzdA'", "'MCAgdGVzdA'"})
  void refusesCursorsThatItHasNotGiven(String cursor) throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      assertThat(client.answer(request("resources/list", "{'cursor':" + cursor + "}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params.cursor is not one"
                  + " that a list has given'}}");
    }
  }

  @Test
  void listsTheGoodOnesBesideWhatFailsAndTellsOfThat() throws IOException {
    sources.put("mem:a", "one");
    sources.put("mem:c", "three");
    try (TestClient client = TestClient.of(setting("mem:a", "mem:b", "mem:c"))) {
      assertThat(uris(client.ask("resources/list", "{}"))).containsExactly("mem:a", "mem:c");
      assertThat(client.outcomes).hasSize(3);
      assertThat(client.unasked.messages())
          .containsExactly(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":"
                  + "\"error\",\"logger\":\"attache\",\"data\":\"not attached: mem:b: there is"
                  + " nothing of that name\"}}");
    }
  }

  @Test
  void tellsNothingBelowTheLevelThatIsSet() throws IOException {
    sources.hold("mem:b");
    try (TestClient client = TestClient.of(setting("mem:b"))) {
      assertThat(client.ask("logging/setLevel", "{'level':'critical'}")).isEmpty();
      assertThat(client.answer(request("logging/setLevel", "{'level':'loud'}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params.level must be one"
                  + " of debug, info, notice, warning, error, critical, alert and emergency'}}");
      sources.letGo("mem:b");
      assertThat(uris(client.ask("resources/list", "{}"))).isEmpty();
      assertThat(client.unasked.messages()).isEmpty();
    }
  }

  @Test
  void tellsNothingBeforeTheClientIsReady() throws IOException {
    try (TestClient client = TestClient.silent(setting("mem:b"))) {
      client.ask("initialize", "{'protocolVersion':'2025-11-25'}");
      client.ask("resources/list", "{}");
      assertThat(client.unasked.messages()).isEmpty();
      client.answer("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      assertThat(client.unasked.messages()).hasSize(1);
    }
  }

  @Test
  void listsTwoResourcesOfOneUriUnderTheirAddressesAndReadsBothByTheUri() throws IOException {
    sources.put("mem:one", MemorySources.resource("docs:x", ResourceContent.text("of one")));
    sources.put("mem:two", MemorySources.resource("docs:x", ResourceContent.text("of two")));
    try (TestClient client = TestClient.of(setting("mem:one", "mem:two"))) {
      assertThat(uris(client.ask("resources/list", "{}"))).containsExactly("mem:one", "mem:two");
      assertThat(read(client, "mem:two"))
          .contains("'uri':'mem:two'", "of two")
          .doesNotContain("of one");
      assertThat(read(client, "docs:x")).contains("of one", "of two");
    }
  }

  @Test
  void showsNoSecretsInUrisAndKnowsThemWithAndWithout() throws IOException {
    String secret = "mem://host/x?token=s3cr3t";
    sources.put(secret, "one\n");
    try (TestClient client = TestClient.of(setting(secret))) {
      String shown = uris(client.ask("resources/list", "{}")).get(0);
      assertThat(shown).startsWith("mem://host/x?token=").doesNotContain("s3cr3t");
      assertThat(list(client)).doesNotContain("s3cr3t");
      assertThat(read(client, shown)).contains("one").doesNotContain("s3cr3t");
      assertThat(read(client, secret)).contains("one").doesNotContain("s3cr3t");
      assertThat(client.call("refresh_resource", "{'uri':'" + shown + "'}").toString())
          .contains("one")
          .doesNotContain("s3cr3t");
      assertThat(client.call("list_resources", "{}").toString()).doesNotContain("s3cr3t");
    }
  }

  @Test
  void saysHowToAttachWhatIsNotAttached() throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      String answer = read(client, "mem:x?token=s3cr3t");
      assertThat(answer).contains("'code':-32002").doesNotContain("s3cr3t");
      assertThat(read(client, "mem:x"))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32002,'message':'mem:x is not attached. The"
                  + " user can attach it.','data':{'uri':'mem:x'}}}");
      assertThat(client.answer(request("resources/subscribe", "{'uri':'mem:x'}")))
          .contains("'code':-32002");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ok.txt\\n, ok.txt%0A",
    "mem:a\\u001b[31m, mem:a%1B[31m",
    "mem:a\\u202e, mem:a%E2%80%AE",
    "mem:a?token=s3cr3t\\t, mem:a?token=REDACTED",
  })
  void percentEncodesWhatNoUriHolds(String written, String shown) throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      assertThat(read(client, written)).isEqualTo(notNamedSo(shown));
    }
  }

  private static String notNamedSo(String shown) {
    return "{'jsonrpc':'2.0','id':1,'error':{'code':-32002,'message':'"
        + shown
        + " is not attached. No resource is named so: in a URI such characters are"
        + " percent-encoded.','data':{'uri':'"
        + shown
        + "'}}}";
  }

  @Test
  void attachesNothingWithACharacterThatNoUriHolds() throws IOException {
    Setting setting = setting();
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      assertThat(read(client, "mem:a\\n")).isEqualTo(notNamedSo("mem:a%0A"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"resources/read", "resources/subscribe", "resources/unsubscribe"})
  void needsAUriThatIsAText(String method) throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      assertThat(client.answer(request(method, "{}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params.uri is missing; it"
                  + " must be a string'}}");
      assertThat(client.answer(request(method, "{'uri':5}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params.uri must be a"
                  + " string'}}");
    }
  }

  @Test
  void offersNoTemplatesWhereNothingMayBeAttached() throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      assertThat(client.answer(request("resources/templates/list", "{}")))
          .isEqualTo("{'jsonrpc':'2.0','id':1,'result':{'resourceTemplates':[]}}");
    }
  }

  @Test
  void attachesWhatIsReadByATemplateAndTellsThatTheListIsLonger() throws IOException {
    sources.put("mem:new", "one\n");
    Setting setting = setting();
    setting.policy = new AttachPolicy(Set.of("docs.example"), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      assertThat(client.ask("resources/templates/list", "{}").toString())
          .contains("uriTemplate=file:///{+path}")
          .contains("uriTemplate=https://{host}/{+path}")
          .contains("A page on an allowed host: docs.example.")
          .contains("uriTemplate=mem:{+rest}");
      assertThat(read(client, "mem:new")).contains("'text':'one\\n'");
      assertThat(client.unasked.messages())
          .containsExactly(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
      assertThat(uris(client.ask("resources/list", "{}"))).containsExactly("mem:new");
      assertThat(read(client, "mem:none"))
          .contains("'code':-32002", "there is nothing of that name", "'data':{'uri':'mem:none'}");
      assertThat(read(client, "cmd:date")).contains("'code':-32002");
      assertThat(uris(client.ask("resources/list", "{}"))).containsExactly("mem:new");
    }
  }

  @Test
  void readsFilesByPathAndByUri() throws IOException {
    var setting = new Setting(directory, "a b.md").file("a b.md", "one\n");
    try (TestClient client = TestClient.of(setting)) {
      String uri = "file://" + setting.workspace + "/a%20b.md";
      assertThat(uris(client.ask("resources/list", "{}"))).containsExactly(uri);
      assertThat(read(client, uri)).contains("one");
      assertThat(read(client, "a b.md")).contains("'uri':'" + uri + "'").contains("one");
      Files.delete(setting.workspace.resolve("a b.md"));
      assertThat(read(client, uri)).contains("one");
    }
  }

  @Test
  void readsWhileMuchIsAttached() throws Exception {
    sources.put("mem:a", "one");
    for (int i = 0; i < 50; i++) {
      sources.put("mem:late" + i, "late " + i);
    }
    Setting setting = setting("mem:a");
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      var answers = new ArrayList<CompletableFuture<@Nullable String>>();
      for (int i = 0; i < 50; i++) {
        answers.add(client.send(request("resources/read", "{'uri':'mem:late" + i + "'}")));
        answers.add(client.send(request("resources/read", "{'uri':'mem:a'}")));
        answers.add(client.send(request("resources/list", "{}")));
      }
      for (CompletableFuture<@Nullable String> each : answers) {
        assertThat(each.get()).contains("'result'");
      }
      assertThat(uris(client.ask("resources/list", "{}"))).hasSize(51);
    }
  }

  @Test
  void saysNothingOfAReferenceThatLeavesOut() throws IOException {
    var setting = new Setting(directory, "*.md", "!b.md").file("a.md", "one\n");
    try (TestClient client = TestClient.of(setting.file("b.md", "two\n"))) {
      assertThat(uris(client.ask("resources/list", "{}"))).hasSize(1);
      assertThat(client.notes).isEmpty();
      assertThat(client.unasked.messages()).isEmpty();
    }
  }
}
