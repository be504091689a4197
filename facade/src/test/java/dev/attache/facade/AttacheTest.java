package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpServer;
import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopListener;
import dev.attache.agent.LoopOutcome.End;
import dev.attache.conversation.ConversationListener;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("network")
class AttacheTest {

  private static final String LONG = "a line that is worth a reference\n".repeat(100);

  private final FakeProvider fake = FakeProvider.start();
  private final FakeWire wire = FakeWire.COMPATIBLE;

  @TempDir Path directory;

  private Attache attache;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(directory.resolve("src/test"));
    Files.writeString(directory.resolve("src/App.java"), LONG);
    Files.writeString(directory.resolve("src/test/AppTest.java"), "class AppTest {}\n");
    attache = Attache.open(directory);
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private AskedModel model() {
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create(fake.url()))
            .privateHostAllowed(true)
            .environment(Map.of())
            .build();
    return AskedModel.of("openai-compatible/qwen3-coder", settings);
  }

  @Test
  void givesWhatIsAttachedOnceAndSaysWhatIsNot() throws IOException {
    OpenConversation review = attache.conversation("review");
    RecordedTurn first =
        review.turn("What is wrong?").attachAll("src", "!test", "none.txt", "*.xyz").request();
    assertThat(first.text())
        .startsWith("<resource path=\"src/App.java\"")
        .contains("a line that is worth a reference")
        .doesNotContain("AppTest")
        .endsWith(
            """
            not attached: none.txt: no such file or directory
            not attached: *.xyz: matches nothing
            What is wrong?
            """);
    assertThat(first.problems())
        .extracting(Problem::kind, Problem::reference, Problem::line)
        .containsExactlyInAnyOrder(
            tuple(Kind.NOT_FOUND, "none.txt", "not attached: none.txt: no such file or directory"),
            tuple(Kind.NOT_FOUND, "*.xyz", "not attached: *.xyz: matches nothing"));

    RecordedTurn second = attache.conversation("review").turn("Sure?").attach("src").request();
    assertThat(second.textWithReferences())
        .as("the exclusion of the first turn still holds")
        .contains("identical")
        .doesNotContain("AppTest")
        .doesNotContain("a line that is worth");
    assertThat(second.text())
        .as("it stands alone")
        .contains("a line that is worth a reference")
        .doesNotContain("identical");
    assertThat(second.problems()).isEmpty();
  }

  /** As for a model that remembers the last few messages, and calls the tool. */
  @Test
  void saysNothingOfEarlierTurnsWhereTheyMayBeGone() throws IOException {
    OpenConversation review = attache.conversation("review").inFull();
    for (int i = 0; i < 2; i++) {
      RecordedTurn turn = review.turn("Look.").attach("src/App.java").request();
      assertThat(turn.textWithReferences()).isEqualTo(turn.text()).contains("worth a reference");
    }
    ToolResult read =
        RefreshResourceTool.of(review.conversation(), attache.resolver())
            .call("c", Map.of("uri", "src/App.java"));
    assertThat(read.response().content())
        .allMatch(each -> ((DeliveredBlock) each).delivery() instanceof Delivery.Full);
    assertThat(
            attache
                .conversation("review")
                .turn("Look.")
                .attach("src/App.java")
                .request()
                .textWithReferences())
        .contains("identical");
  }

  @Test
  void keepsItsConversationsOutOfWhatIsAttachedToThem() throws IOException {
    attache.conversation("one").turn("First.").attach("src").request();
    RecordedTurn turn = attache.conversation("two").turn("All.").attach(".").request();
    assertThat(turn.text()).contains("src/App.java").doesNotContain(".attache/");
    assertThat(
            attache
                .conversation("two")
                .turn("It.")
                .attach(".attache/conversations")
                .request()
                .problems())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.kind()).isEqualTo(Kind.DENIED);
              assertThat(each.reference()).isEqualTo(".attache/conversations");
              assertThat(each.line()).contains("conversations are stored there");
            });
  }

  @Test
  void hasAModelAnswerThatLooksAgain() throws IOException {
    fake.answer(
        wire.streamed(FakeWire.call("c", "refresh_resource", "{\"uri\": \"src/App.java\"}")),
        wire.streamed(FakeWire.text("It is "), FakeWire.text("fine.")));
    var read = new ArrayList<String>();
    TurnAnswer answer =
        attache
            .conversation("review")
            .turn("What is wrong?")
            .attachAll("src", "none.txt")
            .system("Be brief.")
            .reader(read::add)
            .ask(model());
    assertThat(answer.text()).isEqualTo("It is fine.");
    assertThat(read).containsExactly("It is ", "fine.");
    assertThat(answer.outcome().end()).isEqualTo(End.ANSWERED);
    assertThat(answer.usage().total()).isPositive();
    assertThat(answer.problems())
        .extracting(Problem::line)
        .containsExactly("not attached: none.txt: no such file or directory");
    assertThat(fake.requests().get(0).body()).contains("Be brief.", "not attached: none.txt");
    assertThat(fake.requests().get(1).body().split("worth a reference", -1))
        .as("sent once")
        .hasSize(101);
  }

  @Test
  void keepsWhatCameOfAnAnswerWhoseReaderFails() throws IOException {
    fake.answer(
        wire.streamed(FakeWire.text("It is "), FakeWire.text("fine.")),
        wire.streamed(FakeWire.text("fine.")));
    OpenConversation talk = attache.conversation("review");
    Turn turn =
        talk.turn("What is wrong?")
            .reader(
                text -> {
                  throw new IllegalStateException("the client is gone");
                });
    assertThatThrownBy(() -> turn.ask(model()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the client is gone");
    try (EventStream events = attache.conversation("review").conversation().log().newestFirst()) {
      assertThat(events.next())
          .asInstanceOf(InstanceOfAssertFactories.type(ModelAnswer.class))
          .satisfies(
              each -> {
                assertThat(each.stop()).isEqualTo(ModelAnswer.INTERRUPTED);
                assertThat(each.items()).containsExactly(new AnswerItem.Text("It is "));
              });
    }
    assertThat(talk.answer(model()).text()).endsWith("fine.");
  }

  @Test
  void tellsAModelWhatHasChangedWhereThatIsWanted() throws IOException {
    fake.answer(wire.streamed(FakeWire.text("Yes.")), wire.streamed(FakeWire.text("I see.")));
    attache.conversation("review").turn("Read it.").attach("src/App.java").ask(model());
    Files.writeString(directory.resolve("src/App.java"), "changed\n");
    attache.conversation("review").turn("Now?").refresh(Refresh.REFRESH).ask(model());
    assertThat(fake.requests().get(1).body()).contains("changed\\n");
  }

  @Test
  void letsAModelAttachWhatAPolicyAllows() throws IOException {
    fake.answer(
        wire.streamed(FakeWire.call("c", "attach_resource", "{\"uri\": \"src/App.java\"}")),
        wire.streamed(FakeWire.text("Read.")));
    attache
        .conversation("review")
        .turn("Find it.")
        .letAttach(new AttachPolicy(Set.of("file"), Set.of()))
        .ask(model());
    assertThat(fake.requests().get(1).body()).contains("worth a reference");
  }

  @Test
  void holdsRedirectsAndLaterReadsOfWhatAModelAttachesToItsPolicy() throws IOException {
    var asked = new ArrayList<String>();
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          asked.add(path);
          boolean isMoved = path.equals("/moved");
          String port = ":" + web.getAddress().getPort();
          exchange.getResponseHeaders().set("Location", "http://localhost" + port + "/elsewhere");
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(isMoved ? 302 : 200, isMoved ? -1 : 4);
          exchange.getResponseBody().write(isMoved ? new byte[0] : "page".getBytes(UTF_8));
          exchange.close();
        });
    web.start();
    try {
      int port = web.getAddress().getPort();
      String host = "127.0.0.1:" + port;
      Attache reading =
          Attache.builder(directory)
              .reading(
                  each ->
                      each.configuration(
                          "http", Map.of("allow", List.of(host, "localhost:" + port))))
              .build();
      String moved = "{\"uri\": \"http://" + host + "/moved\"}";
      String page = "{\"uri\": \"http://" + host + "/page\"}";
      fake.answer(
          wire.streamed(FakeWire.call("a", "attach_resource", moved)),
          wire.streamed(FakeWire.call("b", "attach_resource", page)),
          wire.streamed(FakeWire.text("Read.")),
          wire.streamed(FakeWire.call("c", "refresh_resource", page)),
          wire.streamed(FakeWire.text("No.")));
      OpenConversation talk = reading.conversation("web");
      talk.turn("Find it.").letAttach(new AttachPolicy(Set.of(host), Set.of())).ask(model());
      assertThat(asked).containsExactly("/moved", "/page");
      reading.conversation("web").turn("And now?").ask(model());
      assertThat(asked).as("no host is allowed in this turn").containsExactly("/moved", "/page");
      assertThat(fake.requests().get(1).body())
          .contains("is not of a host that a model may attach from");
      assertThat(fake.requests().get(4).body())
          .contains("is not of a host that a model may attach from");
    } finally {
      web.stop(0);
    }
  }

  @Test
  void startsNoProgramUnlessItIsLetTo() throws IOException {
    assertThat(attache.conversation().turn("Log?").attach("cmd:echo hi").request().problems())
        .singleElement()
        .asString()
        .contains("cmd:echo hi");
  }

  @Test
  void recordsATurnOnce() throws IOException {
    Turn turn = attache.conversation("once").turn("Hello.");
    turn.request();
    assertThatThrownBy(turn::request)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the turn is recorded already; begin another one");
    assertThat(attache.conversation("once").conversation().summary().turns()).isEqualTo(1);
  }

  @Test
  void recordsWhatAClientSendsAgainOnceAndGivesTheAnswerThatItHas() throws IOException {
    fake.answer(wire.streamed(FakeWire.text("It is fine.")));
    AppendToken token = AppendToken.of("request-1");
    OpenConversation review = attache.conversation("review");
    for (int i = 0; i < 3; i++) {
      Turn turn = review.turn("What is wrong?").attach("src").once(token);
      assertThat(turn.ask(model()).text()).isEqualTo("It is fine.");
    }
    assertThat(fake.requests()).as("asked once").hasSize(1);
    assertThat(review.turn("What is wrong?").attach("src").once(token).request().request().turn())
        .isZero();

    review.turn("Sure?").request();
    assertThat(review.turn("What is wrong?").once(token).ask(model()).text())
        .as("whatever was asked since")
        .isEqualTo("It is fine.");
    assertThat(fake.requests()).hasSize(1);
    assertThatThrownBy(() -> review.turn("What else?").once(token).ask(model()))
        .isInstanceOf(StoreException.class)
        .hasMessage("the token request-1 is that of turn 0 of review, which has another text");
  }

  @Test
  void refusesToAnswerWhatNobodyAnsweredInTime() throws IOException {
    AppendToken token = AppendToken.of("request-1");
    OpenConversation review = attache.conversation("review");
    review.turn("What is wrong?").once(token).request();
    review.turn("Sure?").request();
    assertThatThrownBy(() -> review.turn("What is wrong?").once(token).ask(model()))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "turn 0 of review was recorded before and has no answer, and others come after it");
    assertThat(fake.requests()).isEmpty();
  }

  @Test
  void asksAModelOnceForTriesThatComeAtTheSameTime() throws Exception {
    fake.answer(wire.streamed(FakeWire.text("It is fine.")));
    AppendToken token = AppendToken.of("request-1");
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      Callable<String> ask =
          () ->
              attache
                  .conversation("review")
                  .turn("What is wrong?")
                  .attach("src")
                  .once(token)
                  .ask(model())
                  .text();
      for (Future<String> each : clients.invokeAll(Collections.nCopies(8, ask))) {
        assertThat(each.get()).isEqualTo("It is fine.");
      }
    } finally {
      clients.shutdownNow();
    }
    assertThat(fake.requests()).hasSize(1);
    assertThat(attache.conversation("review").conversation().summary().turns()).isOne();
  }

  @Test
  void givesModelsTheMarkdownOfDocuments() throws IOException {
    Files.writeString(directory.resolve("a.rtf"), "{\\rtf1 Hello {\\b World}.\\par}");
    assertThat(attache.conversation("one").turn("Look.").attach("a.rtf").request().text())
        .contains("converted to Markdown by word", "Hello **World**.");
  }

  @Test
  void showsNamesInPlaceOfDirectories() throws IOException {
    Path work = Files.createDirectory(directory.resolve("work"));
    Attache named =
        Attache.builder(work)
            .names(UriNames.of("workspace", work).and("lib", directory.resolve("src")))
            .build();
    String text =
        named.conversation("one").turn("Look.").attach("../src/App.java").request().text();
    assertThat(text).contains("\"lib:/App.java\"").doesNotContain(directory.toString());
  }

  @Test
  void recordsNothingWhereThereIsNoSuchModel() throws IOException {
    Turn turn = attache.conversation("none").turn("Hello.");
    assertThatThrownBy(() -> turn.ask("nobody/none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "model (nobody/none) must be of one of the providers on the class path: anthropic,"
                + " gemini, ollama, openai-chat, openai-compatible, openai-responses, openrouter");
    assertThat(attache.conversation("none").conversation().summary().turns()).isZero();
  }

  @Test
  void saysWhatSomebodyCanAllow() throws IOException {
    RecordedTurn turn =
        attache
            .conversation("one")
            .turn("Read it.")
            .attachAll("http://127.0.0.1:1/a", "https://[::1]/")
            .request();
    assertThat(turn.problems())
        .extracting(Problem::kind, Problem::reference, Problem::remedy)
        .containsExactly(
            tuple(
                Kind.DENIED,
                "http://127.0.0.1:1/a",
                new Remedy(Remedy.Action.ALLOW_HOST, "127.0.0.1:1")),
            tuple(
                Kind.DENIED, "https://[::1]/", new Remedy(Remedy.Action.ALLOW_HOST, "[::1]:443")));
    assertThat(turn.problems().get(0))
        .hasToString(
            "not attached: http://127.0.0.1:1/a: is not on the public internet: 127.0.0.1 is a"
                + " loopback address (127.0.0.0/8); the user can allow the host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https | alow | x | configuration of https: unknown setting alow; did you mean allow?",
        "htps | allow | x | configuration of htps: no handler has that scheme; did you mean https?",
        "file | ignored | x | configuration of file: unknown setting ignored; did you mean ignore?",
        "zzzzzzzz | a | x | configuration of zzzzzzzz: no handler has that scheme",
        "https | timeout | x | configuration of https: timeout must be a whole number from 1 to"
            + " 86400",
      })
  void refusesConfigurationThatMeansNothing(
      String scheme, String key, String value, String message) {
    assertThatThrownBy(
            () ->
                Attache.builder(directory)
                    .reading(reading -> reading.configuration(scheme, Map.of(key, value)))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void takesTheConfigurationOfOrigins() throws IOException {
    Map<String, Object> headers = Map.of("headers", Map.of("X-Key", "k"));
    assertThat(
            Attache.builder(directory)
                .reading(
                    reading ->
                        reading.configuration("https", Map.of("https://example.org", headers)))
                .build()
                .problems())
        .isEmpty();
  }

  @Test
  void saysWhichHandlersCannotBeUsed() throws IOException {
    var origin = new HandlerOrigin(HandlerOrigin.Kind.CLASS_PATH, "/lib/x.jar", null);
    var problem = new HandlerProblem("org.x.X", origin, "it does not link", "fix it");
    Attache without =
        Attache.builder(directory)
            .handlers(HandlerRegistry.of().withProblems(List.of(problem)))
            .build();
    assertThat(without.problems())
        .containsExactly("handler org.x.X of /lib/x.jar cannot be used: it does not link; fix it");
    assertThat(attache.problems()).isEmpty();
  }

  @Test
  void refusesNullByItsName() throws IOException {
    OpenConversation talk = attache.conversation("talk");
    Turn turn = talk.turn("Hello.");
    Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
    calls.put("workspace", () -> Attache.open(none()));
    calls.put("id", () -> attache.conversation(none()));
    calls.put("out", () -> attache.writePrompt(none(), "src"));
    calls.put("text", () -> talk.turn(none()));
    calls.put("reference", () -> turn.attach(AttacheTest.<String>none()));
    calls.put("snapshot", () -> turn.attach(AttacheTest.<Snapshot>none()));
    calls.put("references", () -> turn.attachAll(AttacheTest.<String[]>none()));
    calls.put("token", () -> turn.once(none()));
    calls.put("schemes", () -> Attache.builder(directory).schemes(AttacheTest.<String[]>none()));
    calls.put("scheme", () -> Attache.builder(directory).schemes(AttacheTest.<String>none()));
    calls.put("idle", () -> Attache.builder(directory).inMemory(1, none()));
    calls.put("policy", () -> turn.letAttach(none()));
    calls.put("model", () -> turn.ask(AttacheTest.<AskedModel>none()));
    calls.forEach(
        (name, call) ->
            assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name));
    assertThatThrownBy(() -> turn.ask(AttacheTest.<String>none())).hasMessage("model");
    assertThatThrownBy(() -> turn.askAsync(none())).hasMessage("model");
    assertThatThrownBy(() -> turn.events(none())).hasMessage("model");
    assertThatThrownBy(() -> turn.attachUntrusted(none())).hasMessage("reference");
    assertThatThrownBy(() -> attache.writePrompt(new ByteArrayOutputStream(), "src", none()))
        .hasMessage("reference");
    assertThatThrownBy(() -> talk.answer(AttacheTest.<AskedModel>none())).hasMessage("model");
  }

  @SuppressWarnings({
    "NullAway",
    "TypeParameterUnusedInFormals"
  }) // as a program that is not checked may pass it
  private static <T> T none() {
    return null;
  }

  @Test
  void saysWhatItIs() throws IOException {
    fake.answer(wire.streamed(FakeWire.text("Yes.")));
    OpenConversation talk = attache.conversation("talk");
    Turn turn = talk.turn("What is my password?").attachAll("src", "none.txt");
    assertThat(attache).hasToString("Attache[" + attache.workspace() + "]");
    assertThat(attache.resolver())
        .hasToString("Resolver[" + attache.workspace() + ", file, http, https]");
    assertThat(attache.store())
        .hasToString("EmbeddedStore[" + attache.workspace().resolve(".attache") + "]");
    assertThat(talk).hasToString("OpenConversation[talk]");
    assertThat(talk.conversation()).hasToString("Conversation[talk]");
    assertThat(turn).hasToString("Turn[of talk, references 2, uploads 0]");
    assertThat(turn.ask(model()))
        .hasToString("TurnAnswer[ANSWERED, requests 1, tokens 135, problems 1]");
    assertThat(turn).hasToString("Turn[of talk, references 2, uploads 0, recorded as turn 0]");
    assertThat(talk.turn("And?").request())
        .hasToString("RecordedTurn[turn 1, attached 0, problems 0]");
    assertThat(model()).hasToString("openai-compatible/qwen3-coder");
  }

  @Test
  void tellsItsListenersOfAllConversations() throws IOException {
    fake.answer(
        wire.streamed(FakeWire.text("Yes.")),
        FakeProvider.Answer.json(400, "{\"error\":{\"message\":\"No\"}}"));
    var told = new ArrayList<String>();
    Attache heard =
        Attache.builder(directory)
            .conversationListener(
                new ConversationListener() {
                  @Override
                  public void delivered(ConversationId id, DeliveredResource resource) {
                    told.add("delivered in " + id);
                  }
                })
            .modelListener(
                new LoopListener() {
                  @Override
                  public void asked(
                      AskedModel asked,
                      @Nullable ModelUsage usage,
                      @Nullable ModelException failure,
                      Duration took) {
                    told.add(
                        asked
                            + " "
                            + (usage == null ? 0 : usage.total())
                            + (failure == null ? "" : " " + failure.kind())
                            + (took.isNegative() ? " negative" : ""));
                  }
                })
            .build();
    var own = new ArrayList<String>();
    heard
        .conversation("a")
        .turn("One.")
        .attach("src/App.java")
        .listener(
            new LoopListener() {
              @Override
              public void answered(ModelAnswer answer) {
                own.add("answered");
              }
            })
        .reader(own::add)
        .ask(model());
    assertThatThrownBy(() -> heard.conversation("b").turn("Two.").ask(model()))
        .isInstanceOf(ModelException.class);
    assertThat(told)
        .containsExactly(
            "delivered in a",
            "openai-compatible/qwen3-coder 135",
            "openai-compatible/qwen3-coder 0 BAD_REQUEST");
    assertThat(own).containsExactly("Yes.", "answered");
  }

  @Test
  void keepsConversationsInMemoryWhereThatIsWanted() throws IOException {
    Attache memory = Attache.builder(directory).inMemory(1 << 20).build();
    memory.conversation("here").turn("Hello.").attach("src").request();
    assertThat(memory.conversation("here").conversation().summary().turns()).isEqualTo(1);
    assertThat(directory.resolve(".attache")).doesNotExist();
  }

  @Test
  void takesTurnsOfManyConversationsAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      var work = new ArrayList<Callable<String>>();
      for (int i = 0; i < 64; i++) {
        String id = "c" + i % 16;
        String text = "turn " + i;
        work.add(() -> attache.conversation(id).turn(text).attach("src").request().text());
      }
      for (Future<String> each : threads.invokeAll(work)) {
        assertThat(each.get()).contains("src/App.java");
      }
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < 16; i++) {
      assertThat(attache.conversation("c" + i).conversation().summary().turns()).isEqualTo(4);
    }
    assertThat(List.of(attache.store().conversations(false))).isNotEmpty();
  }
}
