package dev.attache.cli;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.agent.AskedModel;
import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.facade.Attache;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.langchain4j.AttacheChatMemory;
import dev.attache.langchain4j.AttacheTools;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.openai.OpenAiChat;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of what a model gets: each way in which it can name something, and each kind of thing
 * that it can name. Needs git on the PATH.
 */
@Tag("network")
@Tag("process")
class ModelReachTest {

  /** A word in every file that is kept from models. */
  private static final String SECRET = "tell-nobody";

  private static final String GIVEN = "for everybody";

  private static final AttachPolicy FILES = new AttachPolicy(Set.of(), Set.of());

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String HIDDEN =
      "it is hidden: its path has a name that starts with a dot, and git does not track it";

  /** A handler that opens a file follows no link anyway. */
  private static final String STORED = "conversations are stored there|symbolic link";

  private static final String EVENTS = ".attache/conversations/private/events.jsonl";

  @TempDir static Path temporary;

  private static Talk talk;
  private static Path workspace;
  private static Path otherRoot;
  private static String blob;
  private static final Map<String, Map<Kind, String>> GOT = new LinkedHashMap<>();

  /** Something that a model names, and the refusal; null if it may have it. */
  private enum Kind {
    FILE("a.txt", null),
    TRACKED_NAME_WITH_A_DOT(".github/workflows/ci.yml", null),
    IGNORED("x.log", "it is ignored by \\.gitignore:1 `\\*\\.log`"),
    BELOW_AN_IGNORED_DIRECTORY("build/deep/y", "it is ignored by \\.gitignore:2 `build/`"),
    IGNORED_FOR_MODELS("private/p.txt", "it is ignored by \\.aiexclude:1 `private/`"),
    IGNORED_AS_BY_RIPGREP("r.txt", "it is ignored by \\.ignore:1 `r.txt`"),
    HIDDEN_FILE(".notes", HIDDEN),
    BELOW_A_HIDDEN_DIRECTORY(".hidden/h.txt", HIDDEN),
    NOT_YET_TRACKED(".github/workflows/new.yml", HIDDEN),
    OF_GIT(".git/hello", HIDDEN),
    SENSITIVE(".env", "it often contains secrets"),
    OUTSIDE("../outside.txt", "points outside the workspace"),
    HISTORY(EVENTS, STORED),
    HISTORY_BY_PATH("$W/" + EVENTS, STORED),
    HISTORY_BY_URI("file://$W/" + EVENTS, STORED),
    HISTORY_BY_ENCODED_URI("file://$W/%2Eattache/conversations/private/events.jsonl", STORED),
    HISTORY_BY_DOTS("build/../" + EVENTS, STORED),
    LINES_OF_A_HISTORY("file://$W/" + EVENTS + "#L1-2", STORED),
    HISTORY_BY_LINK("link.txt", STORED),
    HISTORY_BY_LINKED_DIRECTORY("talks/private/events.jsonl", STORED),
    HISTORY_IN_CAPITALS("upper/.ATTACHE/Conversations/c/events.jsonl", STORED),
    HISTORY_OF_ANOTHER_WORKSPACE("other/" + EVENTS, STORED),
    HISTORY_OF_ANOTHER_ROOT("$R/" + EVENTS, STORED),
    CONTENT("$B", STORED),
    SETTINGS(".attache/config.toml", STORED),
    COMMAND("cmd:cat?arg=x.log", "is a command, which a model may never attach|no handler");

    private final String reference;
    private final @Nullable String refusal;

    Kind(String reference, @Nullable String refusal) {
      this.reference = reference;
      this.refusal = refusal;
    }

    String reference() {
      return reference
          .replace("$W", workspace.toString())
          .replace("$R", otherRoot.toString())
          .replace("$B", blob);
    }

    /** The same as a URI, for those who take nothing else. */
    String uri() {
      String named = reference();
      return named.startsWith("file:") || this == COMMAND
          ? named
          : "file://" + workspace.resolve(named);
    }

    String arguments() {
      return "{\"uri\":\"" + reference() + "\"}";
    }
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** A way in which a model names things: what it is given for each. */
  @FunctionalInterface
  private interface Way {
    Map<Kind, String> ask() throws IOException;
  }

  private static final Map<String, Way> WAYS = new LinkedHashMap<>();

  static {
    WAYS.put("query", () -> inTheLoop(url -> query()));
    WAYS.put("query of all files", () -> inTheLoop(url -> query("--hidden", "--no-ignore")));
    WAYS.put("query after a tool's links", ModelReachTest::afterLinks);
    WAYS.put("chat", () -> inTheLoop(url -> chat()));
    WAYS.put("serve", ModelReachTest::bySession);
    WAYS.put("serve to a reader", ModelReachTest::byReading);
    WAYS.put("a program's turn", () -> inTheLoop(ModelReachTest::turn));
    WAYS.put("LangChain4j", ModelReachTest::byLangChain4j);
    WAYS.put("a handler that reads", () -> byHandler(ModelReachTest::read));
    WAYS.put("a handler that opens", () -> byHandler(ModelReachTest::open));
  }

  @BeforeAll
  static void makeWorkspaces() throws IOException, InterruptedException {
    talk = Talk.in(temporary);
    workspace = talk.workspace().directory();
    otherRoot = Files.createDirectories(workspace.resolveSibling("root"));
    for (Kind kind : KINDS) {
      if (!kind.reference.matches("file:.*|cmd:.*|[$].*|.*private/events.jsonl|link.txt")) {
        talk.file(kind.reference, kind.refusal == null ? GIVEN : SECRET);
      }
    }
    talk.file(".attache/config.toml", "# " + SECRET + "\n")
        .file("other/" + EVENTS, SECRET)
        .file("../root/" + EVENTS, SECRET)
        .file(".gitignore", "*.log\nbuild/\n")
        .file(".aiexclude", "private/\n")
        .file(".ignore", "r.txt\n")
        .file("links.json", "{\"content\": [" + String.join(",", links()) + "]}");
    git("init", "-q");
    git("add", "-f", ".github/workflows/ci.yml", ".attache/config.toml");
    talk.file(".git/hello", SECRET);
    talk.good("query", "--print", "--new", "--id", "private", "-a", ".env", SECRET);
    Files.createSymbolicLink(workspace.resolve("link.txt"), Path.of(EVENTS));
    Files.createSymbolicLink(workspace.resolve("talks"), Path.of(".attache/conversations"));
    try (Stream<Path> all = Files.walk(workspace.resolve(".attache/blobs"))) {
      Path content =
          all.filter(Files::isRegularFile)
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .findFirst()
              .orElseThrow();
      blob = workspace.relativize(content).toString();
    }
  }

  private static List<String> links() {
    return KINDS.stream()
        .filter(kind -> !kind.reference.equals("$B"))
        .map(
            kind ->
                "{\"type\":\"resource_link\",\"name\":\"x\",\"uri\":\""
                    + kind.reference.replace("$W", workspace.toString())
                    + "\"}")
        .toList();
  }

  private static void git(String... arguments) throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    var builder = new ProcessBuilder(line).directory(workspace.toFile()).inheritIO();
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    assertThat(builder.start().waitFor()).as(String.join(" ", line)).isZero();
  }

  static List<Arguments> table() {
    var table = new ArrayList<Arguments>();
    for (String way : WAYS.keySet()) {
      for (Kind kind : KINDS) {
        table.add(Arguments.of(way, kind));
      }
    }
    return table;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("table")
  void givesAModelWhatItMayHave(String way, Kind kind) throws IOException {
    Map<Kind, String> got = GOT.get(way);
    if (got == null) {
      got = requireNonNull(WAYS.get(way)).ask();
      GOT.put(way, got);
    }
    String given = got.get(kind);
    if (kind.refusal == null) {
      assertThat(given).contains(GIVEN);
    } else {
      assertThat(given).doesNotContain(SECRET).containsPattern(kind.refusal);
    }
  }

  @Test
  void readsAgainWhatIsAttachedWhateverItIs() throws IOException {
    List<String> attached =
        List.of(".env", "x.log", ".hidden/h.txt", "private/p.txt", "cmd:cat x.log");
    var says = new ArrayList<FakeWire.Say>();
    var line = new ArrayList<>(List.of("query", "--new", "--id", "again", "-m", "fake", "Go."));
    for (String each : attached) {
      line.addAll(List.of("-a", each));
      String uri = each.startsWith("cmd:") ? "cmd://cat?arg=x.log" : each;
      String arguments = "{\"uri\": \"" + uri + "\", \"force\": true}";
      says.add(call("c" + says.size(), "refresh_resource", arguments));
    }
    says.add(call("link", "refresh_resource", "{\"uri\": \"link.txt\"}"));
    try (FakeProvider fake = FakeProvider.start()) {
      configure(talk, fake);
      fake.answer(FakeWire.CHAT.streamed(says), FakeWire.CHAT.streamed(text("Done.")));
      talk.good(line.toArray(String[]::new));
      JsonNode last = JSON.readTree(fake.requests().get(1).body());
      for (int i = 0; i < attached.size(); i++) {
        assertThat(result(last, "c" + i)).as(attached.get(i)).contains(SECRET);
      }
      assertThat(result(last, "link")).contains("is not attached to this conversation");
    }
  }

  /** What the user has named and was not attached is no way to it, either. */
  @Test
  void readsNoConversationByTheWordsOfTheUser() throws IOException {
    Talk own = Talk.in(Files.createDirectories(temporary.resolve("own"))).file("a.txt", GIVEN);
    own.good("query", "--print", "--new", "--id", "private", SECRET);
    List<String> named = List.of(".", ".attache", ".attache/conversations", EVENTS);
    var says = new ArrayList<FakeWire.Say>();
    var line = new ArrayList<>(List.of("query", "--new", "-m", "fake", "Go."));
    line.addAll(List.of("--hidden", "--no-ignore"));
    for (String each : named) {
      line.addAll(List.of("-a", each));
      says.add(call(each, "refresh_resource", "{\"uri\": \"" + each + "\"}"));
    }
    try (FakeProvider fake = FakeProvider.start()) {
      configure(own, fake);
      fake.answer(FakeWire.CHAT.streamed(says), FakeWire.CHAT.streamed(text("Done.")));
      own.run(line.toArray(String[]::new));
      assertThat(fake.requests()).hasSize(2).noneMatch(each -> each.body().contains(SECRET));
    }
  }

  @Test
  void startsNoProgramForAModelWhateverTheApplicationAllows() throws IOException {
    Attache attache =
        Attache.builder(workspace)
            .consents(Consents.OWN_HISTORY)
            .programs((uri, start, requester) -> CommandPolicy.Decision.allowed("everything"))
            .build();
    ResourceUri uri = ResourceUri.of("cmd://cat?arg=x.log");
    for (Requester requester : List.of(Requester.WORKSPACE, Requester.MODEL)) {
      var known = new KnownAddress(uri, uri.value(), requester);
      try (Resolution resolution = attache.resolver().reread(List.of(known))) {
        String words = words(resolution.iterator().next());
        assertThat(words)
            .contains(requester == Requester.MODEL ? "a model may not run commands" : SECRET);
      }
    }
  }

  private static Map<Kind, String> got(Answer answer) throws IOException {
    var got = new EnumMap<Kind, String>(Kind.class);
    for (Kind kind : KINDS) {
      got.put(kind, answer.to(kind));
    }
    return got;
  }

  @FunctionalInterface
  private interface Answer {
    String to(Kind kind) throws IOException;
  }

  // The loop, of the command and of programs.

  /** What asks a model at a URL. */
  @FunctionalInterface
  private interface Question {
    void ask(String url) throws IOException;
  }

  private static Map<Kind, String> inTheLoop(Question question, FakeWire.Say... first)
      throws IOException {
    var says = new ArrayList<FakeWire.Say>();
    for (Kind kind : KINDS) {
      says.add(call(kind.name(), "attach_resource", kind.arguments()));
    }
    try (FakeProvider fake = FakeProvider.start()) {
      configure(talk, fake);
      if (first.length > 0) {
        fake.answer(FakeWire.CHAT.streamed(first));
      }
      fake.answer(FakeWire.CHAT.streamed(says), FakeWire.CHAT.streamed(text("Done.")));
      question.ask(fake.url());
      List<FakeProvider.Received> requests = fake.requests();
      assertThat(requests).noneMatch(each -> each.body().contains(SECRET));
      JsonNode last = JSON.readTree(requests.get(requests.size() - 1).body());
      return got(kind -> result(last, kind.name()));
    }
  }

  private static void configure(Talk user, FakeProvider fake) {
    user.file(
        "../home/config/attache/config.toml",
        "[providers.fake]\nkind = \"openai-compatible\"\nbase-url = \""
            + fake.url()
            + "\"\nmodel = \"m\"\n"
            + "[tools.links]\ncommand = [\"cat\", \"links.json\"]\npermission = \"allow\"\n");
  }

  private static String result(JsonNode request, String call) {
    for (JsonNode message : request.get("messages")) {
      if (message.path("tool_call_id").asText().equals(call)) {
        JsonNode content = message.get("content");
        return content.isTextual() ? content.asText() : content.toString();
      }
    }
    throw new AssertionError("no result of " + call + " in " + request);
  }

  private static void query(String... options) {
    var line = new ArrayList<>(List.of("query", "--new", "-m", "fake", "--allow-attach", "Go."));
    line.addAll(List.of("--root", otherRoot.toString()));
    line.addAll(List.of(options));
    talk.good(line.toArray(String[]::new));
  }

  private static Map<Kind, String> afterLinks() throws IOException {
    return inTheLoop(url -> query("--tool", "links"), call("links", "links", "{}"));
  }

  private static void chat() {
    talk.workspace().workspace().piped("Go.\n");
    talk.good("chat", "--new", "-m", "fake", "--allow-attach", "--root", otherRoot.toString());
  }

  private static void turn(String url) throws IOException {
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create(url))
            .privateHostAllowed(true)
            .environment(Map.of())
            .build();
    Attache.builder(workspace)
        .consents(Consents.OWN_HISTORY)
        .reading(reading -> reading.addRoot(otherRoot))
        .build()
        .conversation("program")
        .turn("Go.")
        .letAttach(FILES)
        .ask(AskedModel.of("openai-compatible/m", settings));
  }

  // The server.

  private static Map<Kind, String> bySession() throws IOException {
    ServeRun.Client client = ServeRun.in(talk);
    for (Kind kind : KINDS) {
      client.call("attach_resource", kind.arguments());
    }
    ServeRun served = client.serve("--allow-attach", "--root", otherRoot.toString()).good();
    return got(kind -> served.result(KINDS.indexOf(kind) + 1).get("content").toString());
  }

  private static Map<Kind, String> byReading() throws IOException {
    ServeRun.Client client = ServeRun.in(talk);
    for (Kind kind : KINDS) {
      client.read(kind.uri());
    }
    ServeRun served = client.serve("--allow-attach", "--root", otherRoot.toString()).good();
    return got(kind -> served.answer(KINDS.indexOf(kind) + 1).toString());
  }

  // LangChain4j.

  /** The service. */
  interface Service {
    Result<String> ask(String question);
  }

  /** A model that calls for all kinds at once, and is content then. */
  private static final class Greedy implements ChatModel {

    private boolean hasAsked;

    @Override
    public ChatResponse doChat(ChatRequest request) {
      var calls = new ArrayList<ToolExecutionRequest>();
      for (Kind kind : KINDS) {
        calls.add(
            ToolExecutionRequest.builder()
                .id(kind.name())
                .name("attach_resource")
                .arguments(kind.arguments())
                .build());
      }
      AiMessage answer = hasAsked ? AiMessage.from("Done.") : AiMessage.from(calls);
      hasAsked = true;
      return ChatResponse.builder().aiMessage(answer).build();
    }
  }

  private static Map<Kind, String> byLangChain4j() throws IOException {
    Resolver resolver = resolver(new FileHandler());
    Conversation conversation =
        Conversation.create(
            MemoryStore.of(64 << 20), ConversationId.of("talk"), ConversationOptions.DEFAULT);
    AttacheChatMemory memory =
        AttacheChatMemory.builder(conversation, new OpenAiChat().profiles().standard()).build();
    Service service =
        AiServices.builder(Service.class)
            .chatModel(new Greedy())
            .chatMemory(memory)
            .toolProvider(AttacheTools.builder(memory, resolver).attach(FILES).build())
            .build();
    Result<String> result = service.ask("Go.");
    return got(kind -> result.toolExecutions().get(KINDS.indexOf(kind)).result());
  }

  // A handler of a third party.

  /** What such a handler does for something that a model wants. */
  @FunctionalInterface
  private interface Reading {
    List<Resource> of(Kind kind, HandlerContext context) throws ResourceException;
  }

  private record Via(Reading reading) implements ResourceHandler {

    @Override
    public Set<String> schemes() {
      return Set.of("via");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      return reading.of(Kind.valueOf(uri.value().substring("via:".length())), context);
    }
  }

  private static List<Resource> read(Kind kind, HandlerContext context) throws ResourceException {
    return context.resolve(ResourceUri.of(kind.uri()));
  }

  private static List<Resource> open(Kind kind, HandlerContext context) throws ResourceException {
    if (kind == Kind.COMMAND) {
      return read(kind, context);
    }
    try (InputStream in =
        Channels.newInputStream(context.open(Path.of(URI.create(kind.uri()).getPath())))) {
      return List.of(context.read(ResourceUri.of("via:" + kind), in, ContentHints.NONE).build());
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Resolver resolver(ResourceHandler... handlers) throws IOException {
    return Resolver.builder(HandlerRegistry.of(handlers))
        .workspace(workspace)
        .addRoot(otherRoot)
        .build();
  }

  private static Map<Kind, String> byHandler(Reading reading) throws IOException {
    Resolver resolver = resolver(new FileHandler(), new Via(reading));
    return got(
        kind -> {
          ResourceUri uri = ResourceUri.of("via:" + kind);
          var known = new KnownAddress(uri, uri.value(), Requester.MODEL);
          try (Resolution resolution = resolver.reread(List.of(known))) {
            return words(resolution.iterator().next());
          }
        });
  }

  private static String words(Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Resolved resolved) {
      ResourceContent content = resolved.snapshot().resource().content();
      try (InputStream in = content.open()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
    return outcome.toString();
  }
}
