package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.delivery.page.PageLimit;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.EventStream;
import dev.attache.resource.spi.Requester;
import dev.attache.server.MemorySources;
import dev.attache.server.Noted;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.McpMethod;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.rpc.ServerIdentity;
import dev.attache.server.session.RunningRequest;
import dev.attache.server.watch.SourceChanges;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools, and what the client's model is given by them. */
class ToolsTest {

  /** Long enough to be referred to. */
  private static final String ONE = "one\n".repeat(1000);

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources();

  private Setting setting(String... references) throws IOException {
    return new Setting(directory, references).handler(sources);
  }

  private static String request(String method, String params) {
    return "{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':" + params + "}";
  }

  /** The text of the only block of a result. */
  private static String text(Map<String, Object> result) {
    List<Map<String, Object>> blocks = LenientValues.objects(result.get("content"));
    assertThat(blocks).hasSize(1);
    return String.valueOf(blocks.get(0).get("text"));
  }

  /** The answer to a refresh; of a content what stands below its line. */
  private static String refresh(TestClient client, String uri) {
    return content(client.call("refresh_resource", "{'uri':'" + uri + "'}"));
  }

  private static String content(Map<String, Object> result) {
    return text(result).replaceFirst("^\\S+ sha256:[0-9a-f]{12} \\d+ lines?\n", "");
  }

  @Test
  void describesTheToolsInTheSameBytesEachTime() throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      String list = client.answer(request("tools/list", "{}"));
      assertThat(list)
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'result':{'tools':["
                  + "{'name':'refresh_resource','title':'Refresh a resource','description':'"
                  + RefreshArguments.DESCRIPTION
                  + "','inputSchema':{'type':'object','properties':{'uri':{'type':'string',"
                  + "'description':'Path or URI of the resource'},'known':{'type':'string',"
                  + "'description':'Digest of what you have, such as sha256:9acc50fd076f'},"
                  + "'lines':{'type':'string','description':'Lines, such as 3000-3100'},"
                  + "'force':{'type':'boolean','description':'Return the content in any case'}},"
                  + "'required':['uri'],'additionalProperties':false},"
                  + "'annotations':{'readOnlyHint':true,'destructiveHint':false,"
                  + "'idempotentHint':true,'openWorldHint':true}},"
                  + "{'name':'list_resources','title':'List the attached resources','description':"
                  + "'Lists the attached resources: path or URI, and size in bytes. No contents.',"
                  + "'inputSchema':{'type':'object','properties':{'pattern':{'type':'string',"
                  + "'description':'Glob, such as src/**/*.java'},'cursor':{'type':'string',"
                  + "'description':'From the previous page'}},'additionalProperties':false},"
                  + "'annotations':{'readOnlyHint':true,'destructiveHint':false,"
                  + "'idempotentHint':true,'openWorldHint':false}}]}}");
      assertThat(client.answer(request("tools/list", "{}"))).isEqualTo(list);
    }
  }

  @Test
  void givesInFullWhatTheClientHasNotReadAndThenRefersToThat() throws IOException {
    sources.put("mem:a", ONE);
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
      assertThat(refresh(client, "mem:a"))
          .isEqualTo(
              "mem:a is unchanged since I returned it in this session (sha256:a50ce2e67978); call"
                  + " with force=true if you do not have it.");
      sources.put("mem:a", "two\n" + ONE.repeat(2));
      assertThat(refresh(client, "mem:a")).startsWith("mem:a has changed since I returned it");
    }
  }

  @Test
  void givesADiffAgainstWhatItReturnedWhole() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting("mem:a");
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
      sources.put("mem:a", ONE + "two\n");
      assertThat(refresh(client, "mem:a"))
          .startsWith(
              "mem:a has changed since I returned it in this session. Unified diff from"
                  + " sha256:a50ce2e67978 to sha256:")
          .endsWith(
              "; call with force=true for all of it:\n@@ -998,3 +998,4 @@\n one\n one\n one\n+two\n");
      sources.put("mem:a", ONE + "three\n");
      assertThat(refresh(client, "mem:a")).as("from what was returned whole").endsWith("+three\n");
      sources.put("mem:a", ONE);
      assertThat(refresh(client, "mem:a")).as("changed in between").isEqualTo(ONE);
      sources.put("mem:a", ONE + "four\n");
      assertThat(refresh(client, "mem:a")).endsWith("+four\n");
      assertThat(refresh(client, "mem:a")).as("asked again").isEqualTo(ONE + "four\n");
    }
    sources.put("mem:a", ONE);
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client, "mem:a")).as("another session").isEqualTo(ONE);
    }
    setting.conversation().set(Map.of("refresh", "full"));
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
      sources.put("mem:a", ONE + "two\n");
      assertThat(refresh(client, "mem:a")).as("set so").isEqualTo(ONE + "two\n");
    }
  }

  @Test
  void givesTheContentToAModelThatAsksAgainRightAfterAReference() throws IOException {
    sources.put("mem:a", ONE);
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      assertThat(given(client, 12)).isEqualTo("FrFrFrFrFrFr");
    }
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.ask("resources/read", "{'uri':'mem:a'}");
      assertThat(given(client, 6)).as("a read is no delivery").isEqualTo("FrFrFr");
    }
  }

  /** F for each answer with the content, r for each that refers to it. */
  private static String given(TestClient client, int calls) throws IOException {
    var given = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      given.append(refresh(client, "mem:a").equals(ONE) ? 'F' : 'r');
    }
    return given.toString();
  }

  @Test
  void givesInFullWhatTheClientHasRead() throws IOException {
    sources.put("mem:a", ONE);
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.ask("resources/read", "{'uri':'mem:a'}");
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
      assertThat(content(client.call("refresh_resource", "{'uri':'mem:a','force':true}")))
          .isEqualTo(ONE);
    }
  }

  @Test
  void givesInFullWhatOnlyAnEarlierSessionHasRead() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting("mem:a");
    try (TestClient client = TestClient.of(setting)) {
      client.ask("resources/read", "{'uri':'mem:a'}");
    }
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
    }
  }

  @Test
  void givesInFullWhatAModelWasAskedAboutBeforeTheSessionBegan() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting("mem:a");
    Opening opening = setting.open();
    try (TurnDraft draft = opening.conversation().begin("What is this?", null);
        Resolution resolution = opening.resolver().resolve(opening.references())) {
      draft.declare(Requester.USER, "mem:a");
      for (Outcome outcome : resolution) {
        draft.attach(((Outcome.Resolved) outcome).snapshot(), "mem:a", Requester.USER);
      }
      draft.record();
    }
    try (TestClient client = TestClient.of(setting)) {
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
      assertThat(refresh(client, "mem:a"))
          .startsWith("mem:a is unchanged since I returned it in this session");
    }
  }

  @Test
  void refersToNothingThatWasCancelled() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting("mem:a");
    try (TestClient client = TestClient.of(setting)) {
      client.ask("resources/list", "{}"); // now it is recorded
    }
    setting.references.clear();
    Opening opening = setting.open();
    var noted = new Noted();
    var attached = new AttachedView(opening.conversation(), opening.resolver());
    var log = new ClientLog(message -> {});
    try (var subscriptions =
        new ResourceSubscriptions(attached, log, Duration.ofHours(1), SourceChanges.NONE)) {
      var listeners =
          new ListenRequests(
              new ServerIdentity("1"),
              Duration.ofHours(1),
              SourceChanges.NONE,
              noted::note,
              Runnable::run);
      var tools =
          new SessionTools(
              attached,
              RefreshResourceTool.of(opening.conversation(), opening.resolver()),
              new ListResourcesTool(opening.conversation(), 10),
              new OnDemandAttachments(attached, null, subscriptions, listeners, Runnable::run, log),
              subscriptions,
              params -> PageLimit.DEFAULT);
      Params params =
          params("{'name':'refresh_resource','arguments':{'uri':'mem:a'}}".replace('\'', '"'));
      var cancelled = new AtomicReference<RunningRequest>();
      McpMethod inVain =
          (of, out) -> {
            tools.call(of, out);
            Objects.requireNonNull(cancelled.get()).cancel();
          };
      var lost = new RunningRequest(1, params, MethodEntry.atOnce(inVain), noted::note);
      cancelled.set(lost);
      lost.run();
      assertThat(lost.answer().join()).isNull();
      var next = new RunningRequest(2, params, MethodEntry.atOnce(tools::call), noted::note);
      next.run();
      byte[] answer = next.answer().join();
      assertThat(new String(Objects.requireNonNull(answer), UTF_8))
          .contains(ONE.replace("\n", "\\n"));
    }
    assertThat(noted.lines).isEmpty();
  }

  private static Params params(String json) throws IOException {
    try {
      return Params.of(PlainJson.read(json));
    } catch (RequestException e) {
      throw new AssertionError(e); // it is an object
    }
  }

  @Test
  void countsTheCallsPastThoseOfOthers() throws IOException {
    sources.put("mem:a", "one");
    Setting setting = setting("mem:a");
    try (TestClient client = TestClient.of(setting)) {
      client.ask("resources/list", "{}");
      setting.conversation().call("refresh_resource-1", "refresh_resource", Map.of());
      assertThat(refresh(client, "mem:a")).isEqualTo("one");
      assertThat(client.call("refresh_resource", "{'uri':'mem:a'}"))
          .hasToString(
              "{content=[{type=text, text=mem:a is unchanged since I returned it in this session"
                  + " (sha256:7692c3ad3540):}, {type=text, text=mem:a sha256:7692c3ad3540 1"
                  + " line\none}]}");
    }
    var ids = new ArrayList<String>();
    try (EventStream events = setting.conversation().log().oldestFirst()) {
      for (ConversationEvent each = events.next(); each != null; each = events.next()) {
        if (each instanceof ToolResult result) {
          ids.add(result.id());
        }
      }
    }
    assertThat(ids).containsExactly("refresh_resource-2", "refresh_resource-3");
  }

  @Test
  void answersWhatIsNotAttachedWithAnError() throws IOException {
    sources.put("mem:abc", "one");
    try (TestClient client = TestClient.of(setting("mem:abc"))) {
      Map<String, Object> result = client.call("refresh_resource", "{'uri':'mem:abd'}");
      assertThat(result).containsEntry("isError", true).containsKey("_meta");
      assertThat(text(result))
          .isEqualTo(
              "mem:abd is not attached to this conversation, and only what is attached can be"
                  + " refreshed. Attached are, among others: mem:abc. The user can attach it.");
    }
  }

  @Test
  void refusesToolsThatThereAreNotAndArgumentsThatAreNone() throws IOException {
    try (TestClient client = TestClient.of(setting())) {
      assertThat(client.answer(request("tools/call", "{'name':'rm','arguments':{}}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'unknown tool \\'rm\\''}}");
      assertThat(client.answer(request("tools/call", "{'name':'attach_resource'}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'unknown tool"
                  + " \\'attach_resource\\''}}");
      assertThat(client.answer(request("tools/call", "{}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params.name is missing; it"
                  + " must be a string'}}");
      assertThat(client.answer(request("tools/call", "{'name':'list_resources','arguments':[1]}")))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params.arguments must be"
                  + " an object'}}");
    }
  }

  @Test
  void listsResourcesForModelsPageByPage() throws IOException {
    for (int i = 0; i < 3; i++) {
      sources.put("mem:" + i, "text " + i);
    }
    Setting setting = setting("mem:0", "mem:1", "mem:2");
    setting.pageSize = 2;
    try (TestClient client = TestClient.of(setting)) {
      assertThat(text(client.call("list_resources", "{}")))
          .isEqualTo(
              """
              3 resources are attached:
              mem:0 6
              mem:1 6
              More: call list_resources with cursor MiB0ZXN0\
              """);
      assertThat(text(client.call("list_resources", "{'cursor':'MiB0ZXN0'}")))
          .isEqualTo("3 resources are attached:\nmem:2 6");
      Map<String, Object> result = client.call("list_resources", "{'cursor':'?'}");
      assertThat(result).containsEntry("isError", true);
      assertThat(text(result))
          .isEqualTo(
              "The argument cursor is not from an earlier page. Call list_resources without it to"
                  + " start over.");
    }
    try (TestClient client = TestClient.of(new Setting(directory.resolve("other")))) {
      assertThat(text(client.call("list_resources", "{}")))
          .isEqualTo("No resources are attached: none were named when this server was started.");
    }
    try (TestClient client = TestClient.of(new Setting(directory.resolve("gone"), "no.txt"))) {
      assertThat(text(client.call("list_resources", "{}")))
          .isEqualTo("No resources are attached.\nnot attached: no.txt: no such file or directory");
    }
  }

  @Test
  void listsFilesByTheirPathsAndThoseThatAPatternMeans() throws IOException {
    sources.put("mem:docs/a.java", "text");
    Setting setting = setting("src", "README.md", "mem:docs/a.java").handler(new FileHandler());
    Files.createDirectories(setting.workspace.resolve("src/util"));
    for (String name : List.of("src/App.java", "src/util/Text.java", "src/run", "README.md")) {
      setting.file(name, name.equals("src/run") ? "#!/usr/bin/python3\n" : "text of a file\n");
    }
    try (TestClient client = TestClient.of(setting)) {
      assertThat(text(client.call("list_resources", "{}")))
          .isEqualTo(
              """
              5 resources are attached:
              src/
                App.java 15
                run 19 text/x-python
                util/Text.java 15
              README.md 15
              mem:docs/a.java 4\
              """);
      assertThat(matching(client, "*.java"))
          .isEqualTo("3 of them match:|src/|  App.java 15|  util/Text.java 15|" + MEM);
      for (String pattern : List.of("src/*.java", "./src/App.java", "**/App.java", "{src/A*,x}")) {
        assertThat(matching(client, pattern)).isEqualTo("1 of them match:|src/App.java 15");
      }
      for (String pattern : List.of("src", "src/", "src/**", "s?c/**")) {
        assertThat(matching(client, pattern)).startsWith("3 of them match:|src/|  App.java 15|");
      }
      assertThat(matching(client, "**/*.md")).isEqualTo("1 of them match:|README.md 15");
      assertThat(matching(client, "mem:docs/*")).isEqualTo("1 of them match:|" + MEM);
      assertThat(text(client.call("list_resources", "{'pattern':'*.rs'}")))
          .isEqualTo("5 resources are attached; none matches the pattern.");
      assertThat(text(client.call("list_resources", "{'pattern':'[a'}")))
          .isEqualTo("The argument pattern ([a) is not a valid glob.");
      assertThat(text(client.call("list_resources", "{'pattern':7}")))
          .isEqualTo("The argument pattern must be a string.");
    }
  }

  private static final String MEM = "mem:docs/a.java 4";

  /** The answer after how many are attached, its lines joined. */
  private static String matching(TestClient client, String pattern) {
    String all = text(client.call("list_resources", "{'pattern':'" + pattern + "'}"));
    String count = "5 resources are attached, ";
    assertThat(all).startsWith(count);
    return all.substring(count.length()).replace('\n', '|');
  }

  @Test
  void pagesThroughWhatMatches() throws IOException {
    for (int i = 0; i < 5; i++) {
      sources.put("mem:" + (i % 2 == 0 ? "a" : "b") + i, "text");
    }
    Setting setting = setting("mem:a0", "mem:b1", "mem:a2", "mem:b3", "mem:a4");
    setting.pageSize = 2;
    try (TestClient client = TestClient.of(setting)) {
      assertThat(text(client.call("list_resources", "{'pattern':'mem:a*'}")))
          .isEqualTo(
              """
              5 resources are attached, 3 of them match:
              mem:a0 4
              mem:a2 4
              More: call list_resources with cursor NCB0ZXN0\
              """);
      assertThat(text(client.call("list_resources", "{'pattern':'mem:a*','cursor':'NCB0ZXN0'}")))
          .isEqualTo("5 resources are attached, 3 of them match:\nmem:a4 4");
    }
  }

  @Test
  void refusesArgumentsThatTheirSchemasDoNotHave() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting("mem:a");
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      assertThat(failure(client, "refresh_resource", "{'uri':'mem:a','path':'a'}"))
          .isEqualTo("Unknown argument: path. Known arguments: uri, known, lines, force.");
      assertThat(failure(client, "attach_resource", "{'uri':'mem:a','force':true}"))
          .isEqualTo("Unknown argument: force. Known argument: uri.");
      assertThat(failure(client, "list_resources", "{'glob':'a','limit':3}"))
          .isEqualTo("Unknown arguments: glob, limit. Known arguments: pattern, cursor.");
      assertThat(failure(client, "list_resources", "{'pattern':'[z-'}"))
          .isEqualTo("The argument pattern ([z-) is not a valid glob.");
      assertThat(text(client.call("list_resources", "{'pattern':'nothing'}")))
          .isEqualTo("1 resource is attached; none matches the pattern.");
    }
  }

  private static String failure(TestClient client, String tool, String arguments) {
    Map<String, Object> result = client.call(tool, arguments);
    assertThat(result).containsEntry("isError", true);
    return text(result);
  }

  @Test
  void attachesForTheModelWhatItMay() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting();
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      assertThat(client.ask("tools/list", "{}").toString())
          .contains("name=attach_resource, title=Attach a resource")
          .contains(
              "{readOnlyHint=false, destructiveHint=false, idempotentHint=false,"
                  + " openWorldHint=true}");
      assertThat(content(client.call("attach_resource", "{'uri':'mem:a'}"))).isEqualTo(ONE);
      assertThat(refresh(client, "mem:a"))
          .startsWith("mem:a is unchanged since I returned it in this session (sha256:");
      assertThat(client.call("attach_resource", "{'uri':'cmd:date'}"))
          .containsEntry("isError", true);
      assertThat(client.unasked.messages())
          .containsExactly(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
    }
  }

  @Test
  void givesTheContentToAModelThatAttachesAgainRightAfterAReference() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting();
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    String line = "mem:a is unchanged since I returned it in this session";
    try (TestClient client = TestClient.of(setting)) {
      for (int i = 0; i < 4; i++) {
        assertThat(content(client.call("attach_resource", "{'uri':'mem:a'}"))).isEqualTo(ONE);
        assertThat(text(client.call("attach_resource", "{'uri':'mem:a'}"))).startsWith(line);
      }
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
    }
  }

  @Test
  void givesInFullWhatAClientAttachedByReading() throws IOException {
    sources.put("mem:a", ONE);
    Setting setting = setting();
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    try (TestClient client = TestClient.of(setting)) {
      assertThat(client.ask("resources/read", "{'uri':'mem:a'}").toString()).contains(ONE);
      assertThat(refresh(client, "mem:a")).isEqualTo(ONE);
    }
  }
}
