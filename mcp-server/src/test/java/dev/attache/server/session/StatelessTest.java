package dev.attache.server.session;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.server.attached.ListenRequests;
import dev.attache.server.rpc.MessageSink;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The revision 2026-07-28 as one process speaks it, beside the older ones. */
class StatelessTest {

  private static final String META =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  private static final String SERVER =
      "'_meta':{'io.modelcontextprotocol/serverInfo':"
          + "{'name':'attache','title':'Attaché','version':'1.2.3'}}";

  /** More than the bytes below which nothing is ever referred to. */
  private static final String LONG = "all the same\n".repeat(200);

  @TempDir Path directory;

  private static String request(String method, String params) {
    String rest = params.isEmpty() ? "" : "," + params;
    return "{'jsonrpc':'2.0','id':7,'method':'" + method + "','params':{" + META + rest + "}}";
  }

  private static String error(int code, String message) {
    return "{'jsonrpc':'2.0','id':7,'error':{'code':" + code + ",'message':'" + message + "'}}";
  }

  private static @Nullable String answer(TestClient client, String method, String params) {
    return client.answer(request(method, params));
  }

  private static Map<String, Object> ask(TestClient client, String method, String params) {
    return client.ask(method, "{" + META + (params.isEmpty() ? "" : "," + params) + "}");
  }

  private static Map<String, Object> call(TestClient client, String tool, String arguments) {
    return ask(client, "tools/call", "'name':'" + tool + "','arguments':" + arguments);
  }

  private static String uri(Setting setting, String name) {
    return "file://" + setting.workspace + "/" + name;
  }

  private static List<String> told(TestClient client) {
    return client.related.messages().stream().map(each -> each.replace('"', '\'')).toList();
  }

  private static void awaitTold(TestClient client, int count) {
    await().until(() -> client.related.messages().size() >= count);
  }

  private static String tagged(String method, String fields) {
    return "{'jsonrpc':'2.0','method':'notifications/"
        + method
        + "','params':{"
        + fields
        + "'_meta':{'io.modelcontextprotocol/subscriptionId':7}}}";
  }

  private static String acknowledged(String filter) {
    return tagged("subscriptions/acknowledged", "'notifications':" + filter + ",");
  }

  private static final String ENDED =
      "{'jsonrpc':'2.0','id':7,'result':{'resultType':'complete',"
          + "'_meta':{'io.modelcontextprotocol/subscriptionId':7,"
          + SERVER.substring("'_meta':{".length())
          + "}}";

  @Test
  void saysWhatItSpeaksAndOffersWithoutASession() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      assertThat(answer(client, "server/discover", ""))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':7,'result':{'resultType':'complete','ttlMs':60000,"
                  + "'cacheScope':'private',"
                  + SERVER
                  + ",'supportedVersions':['2026-07-28','2025-11-25','2025-06-18','2025-03-26',"
                  + "'2024-11-05'],'capabilities':{'resources':{'subscribe':true,"
                  + "'listChanged':true},'tools':{}},'instructions':'The user attached these"
                  + " resources: files, web pages, command output, resources of other servers. They"
                  + " are snapshots and stay as they were attached. After you change a file, or"
                  + " when a source may have changed, call refresh_resource to get its current"
                  + " content. list_resources lists what is attached.'}}");
    }
  }

  @Test
  void goesOnWithASessionOfAnOlderRevisionAfterItWasProbed() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", LONG);
    try (TestClient client = TestClient.silent(setting)) {
      ask(client, "server/discover", "");
      client.begin();
      String uri = "{'uri':'" + uri(setting, "a.md") + "'}";
      assertThat(client.ask("resources/read", uri)).containsOnlyKeys("contents");
      assertThat(text(client.call("refresh_resource", uri))).endsWith(LONG);
    }
  }

  @Test
  void refusesOtherRevisionsWithThoseThatItSpeaks() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      String supported =
          "'data':{'supported':['2026-07-28','2025-11-25','2025-06-18','2025-03-26','2024-11-05'],";
      assertThat(client.answer(request("tools/list", "").replace("2026-07-28", "2031-01-01")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':7,'error':{'code':-32022,'message':'revision 2031-01-01 is not"
                  + " supported here; send 2026-07-28',"
                  + supported
                  + "'requested':'2031-01-01'}}}");
      assertThat(client.answer(request("tools/list", "").replace("2026-07-28", "2025-06-18")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':7,'error':{'code':-32022,'message':'revision 2025-06-18 begins"
                  + " with initialize, and its requests name no revision; send 2026-07-28',"
                  + supported
                  + "'requested':'2025-06-18'}}}");
    }
  }

  @Test
  void refusesRequestsThatDoNotSayWhatTheirClientCan() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      String key = "'io.modelcontextprotocol/clientCapabilities'";
      assertThat(client.answer(request("tools/list", "").replace("," + key + ":{}", "")))
          .isEqualTo(
              error(
                  -32602,
                  "params._meta[\\'io.modelcontextprotocol/clientCapabilities\\'] is missing; it"
                      + " must be an object"));
      assertThat(client.answer(request("tools/list", "").replace("'2026-07-28'", "7")))
          .isEqualTo(
              error(
                  -32602,
                  "params._meta[\\'io.modelcontextprotocol/protocolVersion\\'] must be the revision"
                      + " of the protocol: 2026-07-28"));
    }
  }

  @Test
  void knowsNothingOfWhatBelongedToSessions() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      for (String method :
          List.of(
              "initialize", "ping", "logging/setLevel", "resources/subscribe", "prompts/list")) {
        assertThat(answer(client, method, ""))
            .isEqualTo(error(-32601, "unknown method \\'" + method + "\\' in 2026-07-28"));
      }
      assertThat(client.answer("[" + request("tools/list", "") + "]"))
          .isEqualTo(
              "[" + error(-32600, "a message of 2026-07-28 must not be part of a batch") + "]");
    }
  }

  @Test
  void marksResultsAndSaysHowLongTheyHold() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    try (TestClient client = TestClient.silent(setting)) {
      for (String method : List.of("tools/list", "resources/templates/list")) {
        assertThat(ask(client, method, ""))
            .containsEntry("resultType", "complete")
            .containsEntry("ttlMs", 60_000)
            .containsEntry("cacheScope", "private");
      }
      assertThat(ask(client, "resources/list", ""))
          .containsEntry("resultType", "complete")
          .containsEntry("ttlMs", 0)
          .containsEntry("cacheScope", "private")
          .extractingByKey("resources", InstanceOfAssertFactories.LIST)
          .singleElement()
          .extracting("uri")
          .isEqualTo(uri(setting, "a.md"));
      assertThat(ask(client, "resources/read", "'uri':'" + uri(setting, "a.md") + "'"))
          .containsEntry("resultType", "complete")
          .containsEntry("ttlMs", 0)
          .extractingByKey("contents", InstanceOfAssertFactories.LIST)
          .singleElement()
          .extracting("text")
          .isEqualTo("one\n");
      assertThat(call(client, "list_resources", "{}"))
          .containsOnlyKeys("resultType", "content")
          .containsEntry("resultType", "complete");
      assertThat(call(client, "refresh_resource", "{'uri':'nothing:there'}"))
          .containsOnlyKeys("resultType", "content", "isError", "_meta");
    }
  }

  @Test
  void refreshesInFullUnlessTheModelSaysWhatItHas() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", LONG);
    try (TestClient client = TestClient.silent(setting)) {
      String uri = "{'uri':'" + uri(setting, "a.md") + "'}";
      ask(client, "resources/read", "'uri':'" + uri(setting, "a.md") + "'");
      assertThat(text(call(client, "refresh_resource", uri))).endsWith("\n" + LONG);
      String head = text(call(client, "refresh_resource", uri));
      assertThat(head).endsWith("\n" + LONG);
      String known = head.replaceFirst("(?s).*(sha256:[0-9a-f]{12}) .*", "$1");
      String arguments = "{'uri':'a.md','known':'" + known + "'}";
      assertThat(text(call(client, "refresh_resource", arguments)))
          .isEqualTo("a.md " + known + " 200 lines: unchanged.");
      setting.replace("a.md", LONG + "more\n");
      assertThat(text(call(client, "refresh_resource", arguments)))
          .startsWith("a.md has changed. Unified diff from " + known + " to sha256:");
      client.begin();
      assertThat(text(client.call("refresh_resource", uri)))
          .as("a session has not been given what others were")
          .endsWith("\n" + LONG + "more\n");
      assertThat(text(client.call("refresh_resource", uri)))
          .startsWith("a.md is unchanged since I returned it in this session");
      assertThat(text(call(client, "refresh_resource", uri))).endsWith("\n" + LONG + "more\n");
    }
  }

  private static String text(Map<String, Object> result) {
    List<Map<String, Object>> blocks = LenientValues.objects(result.get("content"));
    assertThat(blocks).isNotNull();
    return String.valueOf(blocks.get(0).get("text"));
  }

  @Test
  void describesTheSameToolsAsToSessions() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      Object tools = ask(client, "tools/list", "").get("tools");
      client.begin();
      assertThat(client.ask("tools/list", "{}")).containsEntry("tools", tools);
    }
  }

  @Test
  void attachesForAllAndAnswersInFull() throws IOException {
    var setting = new Setting(directory).file("b.md", LONG);
    setting.policy = new AttachPolicy(Set.of(), Set.of());
    try (TestClient client = TestClient.silent(setting)) {
      assertThat(text(call(client, "attach_resource", "{'uri':'b.md'}"))).endsWith(LONG);
      assertThat(text(call(client, "attach_resource", "{'uri':'b.md'}"))).endsWith(LONG);
      assertThat(ask(client, "resources/list", ""))
          .extractingByKey("resources", InstanceOfAssertFactories.LIST)
          .hasSize(1);
      setting.file("c.md", "read\n");
      assertThat(ask(client, "resources/read", "'uri':'" + uri(setting, "c.md") + "'").toString())
          .contains("text=read\n");
    }
  }

  @Test
  void saysThatThereIsNoSuchResourceWithTheCodeOfTheRevision() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      assertThat(answer(client, "resources/read", "'uri':'file:///nothing'"))
          .startsWith(
              "{'jsonrpc':'2.0','id':7,'error':{'code':-32602,'message':'file:///nothing is")
          .endsWith("'data':{'uri':'file:///nothing'}}}");
      client.begin();
      assertThat(
              client.answer(
                  "{'jsonrpc':'2.0','id':7,'method':'resources/read','params':{'uri':'file:///x'}}"))
          .startsWith("{'jsonrpc':'2.0','id':7,'error':{'code':-32002,");
    }
  }

  @Test
  void tellsThoseWhoListenOfChangesUntilTheyCancel() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    try (TestClient client = TestClient.silent(setting)) {
      String uri = uri(setting, "a.md");
      CompletableFuture<@Nullable String> end =
          client.send(
              request(
                  "subscriptions/listen",
                  "'notifications':{'toolsListChanged':true,'resourceSubscriptions':['"
                      + uri
                      + "','file:///unknown']}"));
      awaitTold(client, 1);
      assertThat(told(client))
          .containsExactly(acknowledged("{'resourceSubscriptions':['" + uri + "']}"));
      setting.replace("a.md", "two\n");
      awaitTold(client, 2);
      assertThat(told(client).get(1))
          .isEqualTo(tagged("resources/updated", "'uri':'" + uri + "',"));
      assertThat(end).isNotDone();
      client.answer(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'7'}}");
      assertThat(end).isNotDone(); // that is another one
      client.answer(
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}");
      assertThat(end.join()).isNull();
      var unused =
          client.send(
              request(
                      "subscriptions/listen",
                      "'notifications':{'resourceSubscriptions':['" + uri + "']}")
                  .replace("'id':7", "'id':8"));
      awaitTold(client, 4);
      setting.replace("a.md", "three\n");
      awaitTold(client, 5);
      assertThat(told(client).subList(2, 5))
          .allMatch(each -> each.contains("'io.modelcontextprotocol/subscriptionId':8"));
      assertThat(client.unasked.messages()).isEmpty();
    }
  }

  @Test
  void tellsThoseWhoListenWhatIsAttachedAnew() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n").file("b.md", "b\n");
    setting.policy = new AttachPolicy(Set.of(), Set.of());
    try (TestClient client = TestClient.silent(setting)) {
      String uri = uri(setting, "a.md");
      var unused =
          client.send(
              request(
                  "subscriptions/listen",
                  "'notifications':{'resourcesListChanged':true,'resourceSubscriptions':['"
                      + uri
                      + "']}"));
      awaitTold(client, 1);
      call(client, "attach_resource", "{'uri':'b.md'}");
      awaitTold(client, 2);
      call(client, "attach_resource", "{'uri':'a.md'}");
      awaitTold(client, 4);
      assertThat(told(client))
          .containsExactly(
              acknowledged("{'resourcesListChanged':true,'resourceSubscriptions':['" + uri + "']}"),
              tagged("resources/list_changed", ""),
              tagged("resources/list_changed", ""),
              tagged("resources/updated", "'uri':'" + uri + "',"));
    }
  }

  @Test
  void endsAtOnceWhatThereIsNothingToTellOf() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      assertThat(
              answer(
                  client,
                  "subscriptions/listen",
                  "'notifications':{'promptsListChanged':true,'resourceSubscriptions':['x:y']}"))
          .isEqualTo(ENDED);
      assertThat(told(client)).containsExactly(acknowledged("{}"));
    }
  }

  @Test
  void endsAllSubscriptionsAtTheEndOfTheInput() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      String listen =
          request("subscriptions/listen", "'notifications':{'resourcesListChanged':true}");
      CompletableFuture<@Nullable String> before = client.send(listen);
      awaitTold(client, 1);
      client.session.endListening();
      assertThat(before.join()).isEqualTo(ENDED);
      assertThat(client.answer(listen)).as("one that comes too late").isEqualTo(ENDED);
    }
  }

  @Test
  void boundsHowManyListen() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      String listen =
          request("subscriptions/listen", "'notifications':{'resourcesListChanged':true}");
      for (int i = 0; i < ListenRequests.MOST; i++) {
        assertThat(client.send(listen)).isNotDone();
      }
      assertThat(client.answer(listen))
          .isEqualTo(
              error(
                  -32603, "there are 64 subscriptions, which is the most: end one, and try again"));
    }
  }

  @Test
  void refusesFiltersThatAreNone() throws IOException {
    try (TestClient client = TestClient.silent(new Setting(directory))) {
      assertThat(answer(client, "subscriptions/listen", ""))
          .isEqualTo(
              error(
                  -32602,
                  "params.notifications is missing; it must be an object that says what to"
                      + " report"));
      assertThat(answer(client, "subscriptions/listen", "'notifications':[]"))
          .isEqualTo(error(-32602, "params.notifications must be an object"));
      assertThat(
              answer(
                  client, "subscriptions/listen", "'notifications':{'resourceSubscriptions':[1]}"))
          .isEqualTo(
              error(
                  -32602,
                  "params.notifications.resourceSubscriptions must be an array of strings"));
      assertThat(
              answer(
                  client, "subscriptions/listen", "'notifications':{'resourcesListChanged':'x'}"))
          .isEqualTo(error(-32602, "params.notifications.resourcesListChanged must be a boolean"));
    }
  }

  @Test
  void givesUpARequestWhoseClientIsGone() throws IOException, InterruptedException {
    var sources = new MemorySources().put("mem:a", "a");
    var setting = new Setting(directory, "mem:a").handler(sources);
    try (TestClient client = TestClient.silent(setting)) {
      ask(client, "resources/list", "");
      var asked = sources.hold("mem:a");
      var gone = new CompletableFuture<Runnable>();
      CompletableFuture<byte @Nullable []> answer =
          client.session.accept(
              message(
                  request("tools/call", "'name':'refresh_resource','arguments':{'uri':'mem:a'}")),
              leaving(gone));
      asked.await();
      gone.join().run();
      assertThat(answer.join()).isNull();
      sources.letGo("mem:a");
    }
  }

  /** Where a client is that takes nothing, and goes when what it gives is run. */
  private static MessageSink leaving(CompletableFuture<Runnable> gone) {
    return new MessageSink() {
      @Override
      public void send(byte[] message) {}

      @Override
      public void whenGone(Runnable action) {
        gone.complete(action);
      }
    };
  }

  private static @Nullable Object message(String json) throws IOException {
    return PlainJson.read(json.replace('\'', '"'));
  }
}
