package dev.attache.conversation.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.FakeSources;
import dev.attache.conversation.TestConversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.Turns;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.store.memory.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachResourceToolTest {

  private static final AttachPolicy MEM = new AttachPolicy(Set.of(), Set.of("mem"));

  private static final Pattern REFERENCE =
      Pattern.compile(
          "The content of (mem:.) is identical to the result of tool call (c.) in turn ."
              + " \\(sha256:(\\w{12})\\)\\.");

  @TempDir Path directory;

  private TestConversation test;

  @BeforeEach
  void start() throws IOException {
    // as in a server whose client has read none of the attachments
    test =
        started(new TestConversation(directory, Consents.OWN_HISTORY))
            .withDelivered((place, attachment) -> false);
    test.sources.put("mem:a", TestConversation.text("one"));
  }

  private static TestConversation started(TestConversation test) throws IOException {
    test.attach();
    return test;
  }

  private List<String> attach(String id, String uri) throws IOException {
    return TestConversation.lines(test.attachTool(MEM).call(id, Map.of("uri", uri)));
  }

  private List<ConversationEvent> eventsAfterTheFirst() throws IOException {
    List<ConversationEvent> events = Turns.events(test.conversation);
    return events.subList(1, events.size());
  }

  /** That a failed call has left nothing but itself. */
  private void assertOnlyTheCallIsRecorded() throws IOException {
    assertThat(eventsAfterTheFirst())
        .extracting(Object::getClass)
        .containsExactly(ToolCall.class, ToolResult.class);
    assertThat(test.conversation.summary().turns()).isOne();
    assertThat(test.conversation.summary().declarations()).isEmpty();
  }

  @Test
  void attachesInATurnOfItsOwnAndGivesTheContentInFull() throws Exception {
    assertThat(attach("c1", "MEM:a")).containsExactly("full mem:a one");
    assertThat(eventsAfterTheFirst())
        .extracting(Object::getClass)
        .containsExactly(
            ConversationEvent.Config.class, Request.class, ToolCall.class, ToolResult.class);
    assertThat(eventsAfterTheFirst()).extracting(ConversationEvent::turn).containsOnly(1);
    Request turn = Turns.events(test.conversation, Request.class).get(1);
    assertThat(turn.request().text()).isEqualTo("attach_resource mem:a");
    assertThat(turn.references()).containsExactly("mem:a");
    Attachment attachment = turn.request().resources().get(0);
    assertThat(attachment.reference()).isEqualTo("mem:a");
    assertThat(attachment.consent()).isEqualTo("model");
    assertThat(test.sources.readings()).containsExactly("mem:a for model");
  }

  /** As in a program that sends the whole conversation, with the options that it has by default. */
  @Test
  void givesInFullWhatTheModelNeverSawAndRendersWhatItWasGiven() throws Exception {
    Path own = Files.createDirectory(directory.resolve("own"));
    test = started(new TestConversation(own, Consents.OWN_HISTORY));
    test.sources.put("mem:a", TestConversation.text("one"));
    assertThat(attach("c1", "mem:a")).containsExactly("full mem:a one");
    assertThat(attach("c2", "mem:a"))
        .singleElement()
        .asString()
        .contains("identical to the result of tool call c1");
    var prompt = new ByteArrayOutputStream();
    PromptText.writeConversation(test.conversation.log(), prompt);
    assertThat(prompt.toString(UTF_8))
        .containsOnlyOnce("<user ")
        .containsOnlyOnce("<resource ")
        .doesNotContain("attach_resource mem:a");
    var json = new ByteArrayOutputStream();
    RequestJson.writeConversation(test.conversation.log(), json);
    assertThat(json.toString(UTF_8)).containsOnlyOnce("\"role\":\"user\"");
  }

  /** What a model is given as it calls is what the history gives it later, and is true. */
  @Test
  void rendersInAnyOrderOfCallsWhatTheModelWasGiven() throws Exception {
    int calls = 4;
    Resolver resolver = test.resolver().build();
    for (int order = 0; order < (1 << (2 * calls)); order++) {
      test.sources.put("mem:a", TestConversation.text("one"));
      test.sources.put("mem:b", TestConversation.text("one"));
      Conversation fresh =
          Conversation.create(
              MemoryStore.of(1 << 20), ConversationId.of("any"), ConversationOptions.DEFAULT);
      try (TurnDraft turn = fresh.begin("go", null)) {
        turn.record();
      }
      var live = new LiveModel(fresh, resolver);
      for (int i = 0; i < calls; i++) {
        live.call((order >> (2 * i)) & 3, "c" + i);
      }
      var prompt = new ByteArrayOutputStream();
      PromptText.writeConversation(fresh.log(), prompt);
      assertThat(prompt.toString(UTF_8).lines().filter(AttachResourceToolTest::isGiven))
          .as("order %d", order)
          .extracting(line -> line.replaceFirst("^<resource uri=\"(mem:.)\".*", "full $1"))
          .containsExactlyElementsOf(live.given);
    }
  }

  /** A model that calls, and remembers what it was given. */
  private final class LiveModel {
    final List<String> given = new ArrayList<>();
    private final Map<String, String> texts = new HashMap<>();
    private final AttachResourceTool attaching;
    private final RefreshResourceTool refreshing;

    LiveModel(Conversation conversation, Resolver resolver) {
      attaching = AttachResourceTool.of(conversation, resolver, MEM);
      refreshing = RefreshResourceTool.of(conversation, resolver);
    }

    /** Makes a call, or changes a source; a line that refers has to be true. */
    void call(int which, String id) throws IOException {
      switch (which) {
        case 0 -> remember(id, attaching.call(id, Map.of("uri", "mem:a")));
        case 1 -> remember(id, attaching.call(id, Map.of("uri", "mem:b")));
        case 2 -> remember(id, refreshing.call(id, Map.of("uri", "mem:a")));
        default -> test.sources.put("mem:a", TestConversation.text("before " + id));
      }
    }

    private void remember(String id, ToolResult result) throws IOException {
      List<String> lines = TestConversation.lines(result);
      String line = lines.get(lines.size() - 1);
      Matcher reference = REFERENCE.matcher(line);
      if (line.startsWith("full ")) {
        texts.put(id, line);
        given.add(line.substring(0, "full mem:a".length()));
      } else if (reference.lookingAt()) { // else it is not attached yet
        String seen = texts.getOrDefault(reference.group(2), "nothing");
        assertThat(seen).as(line).startsWith("full " + reference.group(1));
        String word = seen.substring("full mem:a ".length());
        assertThat(reference.group(3)).as(line).isEqualTo(digest(word));
        given.add(line);
      }
    }
  }

  private static boolean isGiven(String line) {
    return line.startsWith("<resource ") || line.startsWith("The content of ");
  }

  /** A model reads a URL as it is written; what browsers take for one leads elsewhere. */
  @Test
  void takesNoUrlThatIsWrittenAsBrowsersTakeThem() throws Exception {
    for (String url :
        List.of("http:\\\\host\\p", "https:/host", " http://host/", "http://ho\tst/")) {
      assertThat(String.join("\n", attach("c" + url.hashCode(), url)))
          .contains("is not a valid URL; write https://host/path");
    }
  }

  @Test
  void readsItAgainWithTheRightsOfAModel() throws Exception {
    attach("c1", "mem:a");
    assertThat(test.refresh("c2", "mem:a"))
        .containsExactly(
            "The content of mem:a is identical to the result of tool call c1 in turn 1 (sha256:"
                + digest("one")
                + "). It has not changed. Refer to that earlier result for the full contents.");
    assertThat(test.sources.readings()).containsExactly("mem:a for model", "mem:a for model");
    assertThat(test.conversation.requester(Turns.pending(fork()).get(0)))
        .isEqualTo(Requester.MODEL);
  }

  private Conversation fork() throws IOException {
    return test.conversation.fork(ConversationId.of("fork"), 2);
  }

  private static String digest(String word) {
    return ResourceContent.text(TestConversation.text(word)).digest().shortForm();
  }

  @Test
  void givesAReferenceWhenTheModelHasIt() throws Exception {
    attach("c1", "mem:a");
    assertThat(attach("c2", "mem:a"))
        .containsExactly(
            "The content of mem:a is identical to the result of tool call c1 in turn 1 (sha256:"
                + digest("one")
                + "). It has not changed. Refer to that earlier result for the full contents.");
    assertThat(test.conversation.log().attachments())
        .singleElement()
        .satisfies(state -> assertThat(state.place().turn()).isEqualTo(2));
  }

  @Test
  void replacesTheSnapshotWhenItIsAttachedAgain() throws Exception {
    attach("c1", "mem:a");
    test.sources.put("mem:a", TestConversation.text("two"));
    assertThat(attach("c2", "mem:a")).containsExactly("full mem:a two");
    Attachment now = test.conversation.log().attachments().get(0).attachment();
    assertThat(TestConversation.read(now.snapshot().resource().content())).startsWith("two\n");
  }

  @Test
  void attachesAllThatStandsAtOneUriWithItsNotes() throws Exception {
    test.sources.put(
        "mem:two",
        (uri, context) -> {
          context.note(ResourceUri.of("mem:two/2"), "cut after 1 line");
          return List.of(
              FakeSources.text("mem:two/1", TestConversation.text("x")),
              FakeSources.text("mem:two/2", TestConversation.text("y")));
        });
    ToolResult result = test.attachTool(MEM).call("c1", Map.of("uri", "mem:two"));
    assertThat(TestConversation.lines(result))
        .containsExactly(
            "full mem:two/1 x", "full mem:two/2 y", "Note on mem:two/2: cut after 1 line");
    assertThat(result.response().meta())
        .containsExactly(Map.entry("dev.attache/address", "mem:two"));
    assertThat(test.conversation.log().attachments()).hasSize(2);
  }

  @Test
  void recordsNothingButTheCallWhenItFails() throws Exception {
    test.sources.fail("mem:gone", Kind.NOT_FOUND, "there is nothing of that name");
    assertThat(attach("c1", "mem:gone"))
        .containsExactly(
            "error {kind=not-found, transient=false, trace=[]}",
            "mem:gone is not there: there is nothing of that name.");
    assertOnlyTheCallIsRecorded();
  }

  @Test
  void saysOfEachKindOfProblemWhatItIs() throws Exception {
    test.sources.fail("mem:big", Kind.TOO_LARGE, "has more than 10 bytes");
    test.sources.fail("mem:slow", Kind.TIMEOUT, "took longer than 1 s");
    test.sources.fail("mem:odd", Kind.FAILED, "is odd");
    assertThat(attach("c1", "mem:big").get(1))
        .isEqualTo("mem:big is too large: has more than 10 bytes.");
    assertThat(attach("c2", "mem:slow"))
        .containsExactly(
            "error {kind=timeout, transient=true, trace=[]}",
            "mem:slow was not read in time: took longer than 1 s. Another try may succeed.");
    assertThat(attach("c3", "mem:odd").get(1)).isEqualTo("mem:odd cannot be attached: is odd.");
    assertThat(attach("c4", "mem:program").get(1))
        .isEqualTo(
            "mem:program may not be attached: is a program, and nobody trusts it: attache trust"
                + " add.");
  }

  @Test
  void readsNothingThatThePolicyRefuses() throws Exception {
    AttachPolicy none = new AttachPolicy(Set.of(), Set.of());
    assertThat(TestConversation.lines(test.attachTool(none).call("c1", Map.of("uri", "mem:a"))))
        .containsExactly(
            denied("mem:"),
            "mem:a may not be attached by a model. Allowed are files of the workspace. The user"
                + " can allow mem: and start again.");
    assertThat(test.sources.readings()).isEmpty();
    assertOnlyTheCallIsRecorded();
  }

  @Test
  void saysOfWhatTheUserHasAttachedThatItCanBeReadAgain() throws Exception {
    test.attach("mem:a");
    AttachPolicy none = new AttachPolicy(Set.of(), Set.of());
    assertThat(
            TestConversation.lines(test.attachTool(none).call("c1", Map.of("uri", "mem:a"))).get(1))
        .endsWith(
            "can allow mem: and start again. It is attached already: call refresh_resource to read"
                + " it again.");
  }

  @Test
  void leavesTheUsersDeclarationTheRightsThatItHas() throws Exception {
    test.attach("mem:a");
    attach("c1", "mem:a");
    assertThat(test.conversation.summary().declarations())
        .singleElement()
        .satisfies(
            each ->
                assertThat(test.conversation.requester(each.declaration()))
                    .isEqualTo(Requester.USER));
  }

  @Test
  void attachesNothingThatTheUserHasLeftOut() throws Exception {
    test.conversation.declare(Requester.USER, List.of("!mem:a"));
    test.sources.put("mem:b", TestConversation.text("two"));
    assertThat(attach("c1", "mem:a"))
        .containsExactly(
            "error {kind=denied, transient=false, trace=[]}",
            "mem:a may not be attached: left out by !mem:a.");
    AttachResourceTool tool = test.attachTool(MEM).excluding(List.of("!mem:b"));
    assertThat(TestConversation.lines(tool.call("c2", Map.of("uri", "MEM:b"))).get(1))
        .isEqualTo("MEM:b may not be attached: left out by !mem:b.");
    assertThat(test.sources.readings()).isEmpty();
    assertThat(attach("c3", "mem:b")).containsExactly("full mem:b two");
  }

  @Test
  void saysWhatIsWrongWithArguments() throws Exception {
    AttachResourceTool tool = test.attachTool(MEM);
    assertThat(TestConversation.lines(tool.call("c1", Map.of())))
        .containsExactly(
            "error {kind=invalid-arguments, transient=false, trace=[]}",
            "The argument uri is missing. Give the URI or the path of a resource.");
    for (Object wrong : List.of(1, " ")) {
      assertThat(TestConversation.lines(tool.call("of" + wrong, Map.of("uri", wrong))).get(1))
          .isEqualTo(
              "The argument uri must be a string that is not empty: the URI or the path of a"
                  + " resource.");
    }
    assertThat(TestConversation.lines(tool.call("c2", Map.of("uri", "mem:a", "force", true))))
        .containsExactly(
            "error {kind=invalid-arguments, transient=false, trace=[]}",
            "Unknown argument: force. Known argument: uri.");
    assertThat(attach("c3", "nope:x").get(1))
        .startsWith("nope:x cannot be attached: no handler for the scheme \"nope\"");
  }

  @Test
  void doesNotMakeACallOfTheSameTurnAgain() throws Exception {
    attach("c1", "mem:nothing");
    assertThat(attach("c1", "mem:a"))
        .containsExactly(
            "error {kind=repeated-call, transient=false, trace=[]}",
            "The call c1 was made in this turn already and is not made again. Call"
                + " attach_resource under another id.");
    assertOnlyTheCallIsRecorded();
  }

  @Test
  void answersAnInterruptedCallAndKeepsTheFlag() throws Exception {
    AttachResourceTool tool = test.attachTool(MEM);
    Thread.currentThread().interrupt();
    ToolResult result = tool.call("c1", Map.of("uri", "mem:a"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(TestConversation.lines(result))
        .containsExactly(
            "error {kind=interrupted, transient=true, trace=[]}",
            "The call was interrupted before the resource was read. Another try may succeed.");
    assertOnlyTheCallIsRecorded();
  }

  @Test
  void saysThatItDoesNotFitIntoMemory() throws Exception {
    Conversation small =
        Conversation.create(
            MemoryStore.of(3000), ConversationId.of("small"), ConversationOptions.DEFAULT);
    try (TurnDraft turn = small.begin("MCP session", null)) {
      turn.record();
    }
    ToolResult result =
        AttachResourceTool.of(small, test.resolver().build(), MEM)
            .call("c1", Map.of("uri", "mem:a"));
    assertThat(TestConversation.lines(result))
        .containsExactly(
            "error {kind=failed, transient=false, trace=[]}",
            "mem:a cannot be attached: the attachments would take 4000 bytes of memory, but at most"
                + " 3000 are allowed; attach less.");
    assertThat(small.summary().turns()).isOne();
  }

  @Test
  void throwsWhenNothingWasAskedYet() throws Exception {
    Conversation empty =
        Conversation.create(
            MemoryStore.of(3000), ConversationId.of("empty"), ConversationOptions.DEFAULT);
    AttachResourceTool tool = AttachResourceTool.of(empty, test.resolver().build(), MEM);
    assertThatThrownBy(() -> tool.call("c1", Map.of("uri", "mem:gone")))
        .isInstanceOf(StoreException.class)
        .hasMessage("no turns yet in empty; record one with attache query");
  }

  @Test
  void doesNotGiveWhatCameFromAHostThatIsNotAllowed() throws Exception {
    var web = new FakeWeb("https://evil.example/x?token=REDACTED");
    Resolver resolver = Resolver.builder(HandlerRegistry.of(web)).workspace(directory).build();
    var policy = new AttachPolicy(Set.of("docs.example"), Set.of());
    AttachResourceTool tool = AttachResourceTool.of(test.conversation, resolver, policy);
    assertThat(TestConversation.lines(tool.call("c1", Map.of("uri", "https://docs.example/a"))))
        .containsExactly(
            denied("evil.example"),
            "https://docs.example/a may not be attached by a model: it redirects to another host."
                + " https://evil.example/x?token=REDACTED may not be attached by a model. Allowed"
                + " are files of the workspace, docs.example. The user can allow"
                + " evil.example and start again.");
    assertOnlyTheCallIsRecorded();
    web.end = "https://docs.example/b";
    assertThat(TestConversation.lines(tool.call("c2", Map.of("uri", "https://docs.example/a"))))
        .containsExactly("full https://docs.example/a secret");
  }

  /** A handler of web pages that says where each came from. */
  private static final class FakeWeb implements ResourceHandler {

    private volatile String end;

    FakeWeb(String end) {
      this.end = end;
    }

    @Override
    public Set<String> schemes() {
      return Set.of("https");
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
      return uri;
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      return List.of(
          FakeSources.text(uri.value(), "secret").toBuilder()
              .meta("dev.attache/finalUrl", end)
              .build());
    }
  }

  private String refusedOfFiles(String id, String named) throws IOException {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FakeFiles(directory))).workspace(directory).build();
    return TestConversation.lines(
            AttachResourceTool.of(test.conversation, resolver, MEM).call(id, Map.of("uri", named)))
        .get(1);
  }

  @Test
  void saysOfWhatIsNotOneFileWhatToNameInstead() throws Exception {
    Files.createDirectories(directory.resolve("src"));
    String one = "attach_resource takes one resource: give the path or the URI of a single file.";
    String uri = directory.toRealPath().resolve("src").toUri().toString();
    assertThat(refusedOfFiles("c1", "src")).isEqualTo("src is a directory. " + one);
    assertThat(refusedOfFiles("c2", uri)).isEqualTo(uri + " is a directory. " + one);
    assertThat(refusedOfFiles("c3", "src/*.java"))
        .isEqualTo("src/*.java is a pattern, not a file. " + one);
    assertThat(refusedOfFiles("c4", "!src")).isEqualTo("!src is an exclusion, not a file. " + one);
    assertThat(refusedOfFiles("c5", "none.txt")).isEqualTo("none.txt is not there: no such file.");
  }

  /** A handler that says of files only what they are not. */
  private record FakeFiles(Path workspace) implements ResourceHandler {

    @Override
    public Set<String> schemes() {
      return Set.of("file");
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
      String path = uri.value().substring("file:".length());
      return path.startsWith("/") ? uri : ResourceUri.of("file://" + workspace + "/" + path);
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      Path path = Path.of(uri.value().replaceFirst("file:/*", "/"));
      throw Files.isDirectory(path)
          ? ResourceException.of(Kind.FAILED, uri.value(), "is a directory")
          : ResourceException.of(Kind.NOT_FOUND, uri.value(), "no such file");
    }
  }

  @Test
  void describesItself() {
    assertThat(AttachResourceTool.description(MEM))
        .endsWith("May be attached: files of the workspace, mem:.");
    assertThat(AttachResourceTool.inputSchema())
        .containsEntry("type", "object")
        .containsEntry("required", List.of("uri"))
        .containsEntry("additionalProperties", false);
  }

  private static String denied(String allowed) {
    return "error {kind=denied, transient=false, trace=[], remedy={action=allow-model, subject="
        + allowed
        + "}}";
  }
}
