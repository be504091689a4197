package dev.attache.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.agent.AgentLoop;
import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopLimits;
import dev.attache.agent.LoopListener;
import dev.attache.agent.LoopOutcome;
import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.benchmarks.CountedRequest.Counter;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.Channel;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.model.CacheTerms;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.EmbeddedStore;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import dev.attache.test.FakeWire.Say;
import dev.attache.test.PrefixCache;
import dev.attache.test.PrefixCache.Usage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * What the agent loop of {@code benchmarks/run} costs when it goes through the real loop: a model
 * on this computer that says what is written down asks for files, edits them and looks at them
 * again. Each request is sent, and charged for as its provider would by its terms ({@link
 * PrefixCache}). Usage: {@code AgentLoopCosts FILES TOOLS.json}, where the second is the list of
 * tools of server-filesystem.
 */
public final class AgentLoopCosts {

  private static final int ROUNDS = 20;
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The model that is asked; the others are sent the same messages. */
  private static final Model ASKED = new Model("claude-sonnet-5", FakeWire.ANTHROPIC);

  /** Models of all terms, each with its provider. */
  private static final List<Model> MODELS =
      List.of(
          ASKED,
          new Model("claude-opus-5-5", FakeWire.ANTHROPIC),
          new Model("claude-fable-5-1", FakeWire.ANTHROPIC),
          new Model("gpt-6-sol", FakeWire.RESPONSES),
          new Model("gpt-4.1", FakeWire.CHAT),
          new Model("gpt-4o", FakeWire.CHAT),
          new Model("gemini-3.8-flash", FakeWire.GEMINI),
          new Model("qwen3-vl", FakeWire.OLLAMA));

  /** A model of a provider. */
  private record Model(String name, FakeWire wire) {

    ModelProvider provider() {
      return ServiceLoader.load(ModelProvider.class).stream()
          .map(ServiceLoader.Provider::get)
          .filter(each -> each.name().equals(wire.provider()))
          .findFirst()
          .orElseThrow();
    }

    ModelProfile profile() {
      return provider().profiles().of(name);
    }

    ModelConnector connector() {
      return ServiceLoader.load(ModelConnector.class).stream()
          .map(ServiceLoader.Provider::get)
          .filter(each -> each.name().equals(wire.provider()))
          .findFirst()
          .orElseThrow();
    }

    AskedModel at(FakeProvider fake) {
      ModelSettings settings =
          ModelSettings.builder()
              .baseUrl(URI.create(fake.url()))
              .privateHostAllowed(true)
              .key(() -> "key")
              .environment(Map.of())
              .build();
      return new AskedModel(wire.provider(), provider(), connector(), profile(), name, settings);
    }
  }

  /** How the agent gets at files. */
  private enum Way {
    ANEW("all files anew"),
    CAT("`cat`"),
    FILESYSTEM("server-filesystem"),
    REFERENCES("references"),
    DIFFS("and diffs");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    private boolean isOurs() {
      return this == REFERENCES || this == DIFFS;
    }

    /** The name of the tool that looks. */
    private String look() {
      return switch (this) {
        case FILESYSTEM -> "read_text_file";
        case REFERENCES, DIFFS -> RefreshResourceTool.NAME;
        case ANEW, CAT -> "cat";
      };
    }
  }

  private final List<String> names;
  private final Path originals;
  private final List<OfferedTool> serverTools;
  private final List<ModelProfile> profiles = MODELS.stream().map(Model::profile).toList();
  private final Counter counter = new Counter();

  private AgentLoopCosts(Path originals, Path serverTools) throws IOException {
    this.originals = originals;
    this.serverTools = offers(JSON.readTree(serverTools.toFile()));
    try (Stream<Path> files = Files.walk(originals)) {
      names =
          files
              .filter(Files::isRegularFile)
              .map(each -> originals.relativize(each).toString())
              .sorted()
              .toList();
    }
  }

  public static void main(String[] args) throws IOException {
    new AgentLoopCosts(Path.of(args[0]), Path.of(args[1])).print();
    System.exit(0); // connections of fakes may still be open
  }

  private static List<OfferedTool> offers(JsonNode tools) {
    var offers = new ArrayList<OfferedTool>();
    for (JsonNode tool : tools) {
      @SuppressWarnings("unchecked")
      Map<String, Object> schema = JSON.convertValue(tool.get("inputSchema"), Map.class);
      offers.add(
          new OfferedTool(tool.get("name").asText(), tool.path("description").asText(), schema));
    }
    return offers;
  }

  private void print() throws IOException {
    var sessions = new ArrayList<Session>();
    System.out.println("| the files by | requests | tokens in all requests | in the last |");
    System.out.println("|---|--:|--:|--:|");
    for (Way way : Way.values()) {
      Session session = play(way);
      sessions.add(session);
      List<CountedRequest> requests = session.requests();
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %s | %s |%n",
          way.label,
          requests.size(),
          thousands(requests.stream().mapToLong(CountedRequest::tokens).sum()),
          thousands(requests.get(requests.size() - 1).tokens()));
    }
    System.out.print("\n| model | read, written | breaks |");
    for (Way way : Way.values()) {
      System.out.print(" " + way.label + " |");
    }
    System.out.println("\n|---|---|---|" + "--:|".repeat(Way.values().length));
    for (int model = 0; model < profiles.size(); model++) {
      printPrices(model, false, sessions);
      printPrices(model, true, sessions);
    }
  }

  private void printPrices(int model, boolean hasBreaks, List<Session> sessions) {
    CacheTerms terms = profiles.get(model).cache();
    var row = new StringBuilder("| ").append(MODELS.get(model).name()).append(" | ");
    row.append(terms.read()).append(", ").append(terms.write());
    row.append(hasBreaks ? " | yes |" : " | no |");
    for (Session session : sessions) {
      long price = session.usage(model, terms, hasBreaks).price(terms) / 1000;
      row.append(' ').append(thousands(price)).append(" |");
    }
    System.out.println(row);
  }

  private static String thousands(long tokens) {
    return String.format(Locale.ROOT, "%,d", Math.round(tokens / 1000.0));
  }

  /**
   * A session that was played.
   *
   * @param requests what was sent, in order
   */
  private record Session(List<CountedRequest> requests) {

    /** What it is charged for; with breaks, the user is away for long before every fifth round. */
    Usage usage(int model, CacheTerms terms, boolean hasBreaks) {
      var cache = new PrefixCache(terms);
      Usage usage = Usage.NOTHING;
      Instant now = START;
      int round = 0;
      for (CountedRequest request : requests) {
        if (request.round() > round) {
          round = request.round();
          now = now.plus(Duration.ofMinutes(hasBreaks && round % 5 == 0 ? 90 : 2));
        }
        usage = usage.plus(cache.send(now, request.parts(), request.marks().get(model)));
        now = now.plusSeconds(10);
      }
      return usage;
    }
  }

  private Session play(Way way) throws IOException {
    Path directory = Files.createTempDirectory("attache-agent-").toRealPath();
    try (FakeProvider fake = FakeProvider.start()) {
      for (String name : names) {
        Path copy = directory.resolve(name);
        Files.createDirectories(copy.getParent());
        Files.copy(originals.resolve(name), copy);
      }
      var player = new Player(directory, way, fake);
      player.play();
      return new Session(player.sent);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  /** The user, the model and the tools of a session. */
  private final class Player implements LoopListener {

    private final Path directory;
    private final Way way;
    private final FakeProvider fake;
    private final AskedModel asked;
    private final Resolver resolver;
    private final EmbeddedStore store;
    private final List<CountedRequest> sent = new ArrayList<>();
    private Conversation conversation;
    private int round;
    private int calls;

    Player(Path directory, Way way, FakeProvider fake) throws IOException {
      this.directory = directory;
      this.way = way;
      this.fake = fake;
      asked = ASKED.at(fake);
      resolver =
          Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(directory).build();
      store = EmbeddedStore.at(directory.resolve(".attache"));
      conversation = begin();
    }

    private Conversation begin() throws IOException {
      ConversationOptions options = ConversationOptions.DEFAULT.channel(Channel.STRUCTURED);
      ConversationId id = ConversationId.of("round-" + round);
      Conversation begun = Conversation.create(store, id, options);
      if (way.isOurs()) {
        begun.set(Map.of("refresh", way == Way.DIFFS ? "delta" : "full"));
      }
      return begun;
    }

    void play() throws IOException {
      if (way.isOurs() || way == Way.ANEW) {
        ask("Have a look.", true, List.of(text("I have read them.")));
      } else {
        ask("Have a look.", false, looks(names), List.of(text("I have read them.")));
      }
      for (round = 1; round <= ROUNDS; round++) {
        playRound((round - 1) * 7 % names.size());
      }
    }

    private void playRound(int at) throws IOException {
      String edited = names.get(at);
      List<Say> edit = List.of(call("edit", edited));
      List<Say> done = List.of(text("Done, and it reads well now."));
      String question = "Make " + edited + " say that this is round " + round + ".";
      if (way == Way.ANEW) {
        conversation = begin();
        ask(question, true, edit, done);
      } else {
        var others = new ArrayList<String>();
        for (int other = 1; other <= 3; other++) {
          others.add(names.get((at + other * 5) % names.size()));
        }
        List<String> one = List.of(edited);
        ask(question, false, edit, looks(one), looks(one), looks(others), done);
      }
    }

    private List<Say> looks(List<String> files) {
      return files.stream().map(each -> call(way.look(), each)).toList();
    }

    private Say call(String tool, String file) {
      Path path = directory.resolve(file);
      Map<String, String> arguments =
          tool.equals(RefreshResourceTool.NAME)
              ? Map.of("uri", file)
              : Map.of("path", path.toString());
      return FakeWire.call("call_" + calls++, tool, JSON.valueToTree(arguments).toString());
    }

    private static Say text(String text) {
      return FakeWire.text(text);
    }

    /** Has a turn answered as it is written down. */
    @SafeVarargs
    private void ask(String text, boolean attaches, List<Say>... answers) throws IOException {
      List<String> files = attaches ? names : List.of();
      try (TurnDraft turn = conversation.begin(text, null);
          Resolution resolution = resolver.resolve(files)) {
        for (String file : files) {
          turn.declare(Requester.USER, file);
        }
        for (Outcome outcome : resolution) {
          turn.attach(
              ((Outcome.Resolved) outcome).snapshot(), outcome.reference().text(), Requester.USER);
        }
        turn.record();
      }
      for (List<Say> each : answers) {
        fake.answer(ASKED.wire().streamed(each));
      }
      LoopOutcome outcome =
          AgentLoop.builder(conversation, asked)
              .tools(tools())
              .approval(ToolApproval.EVERYTHING)
              .limits(LoopLimits.STANDARD)
              .listener(this)
              .build()
              .run();
      if (outcome.end() != LoopOutcome.End.ANSWERED || outcome.requests() != answers.length) {
        throw new IllegalStateException(way + ", round " + round + ": " + outcome);
      }
    }

    @Override
    public void asking(int number, RequestBody body, List<String> lost) throws IOException {
      List<OfferedTool> offers = tools().stream().map(LoopTool::offer).toList();
      List<RenderedMessage> messages = ModelMessages.of(conversation.log()).messages();
      sent.add(counter.count(round, profiles, offers, messages));
    }

    private List<LoopTool> tools() {
      var tools = new ArrayList<LoopTool>();
      switch (way) {
        case REFERENCES, DIFFS ->
            tools.add(LoopTool.refresh(RefreshResourceTool.of(conversation, resolver)));
        case CAT -> tools.add(reading(simple("cat", "Prints a file.")));
        case FILESYSTEM -> serverTools.forEach(each -> tools.add(reading(each)));
        case ANEW -> {}
      }
      tools.add(new FileTool(simple("edit", "Edits a file."), this::edit));
      return tools;
    }

    private LoopTool reading(OfferedTool offer) {
      return new FileTool(offer, Files::readString);
    }

    private String edit(Path file) throws IOException {
      String line = "// edited in round " + round + "\n";
      Files.writeString(file, line, UTF_8, StandardOpenOption.APPEND);
      return "Edited.";
    }
  }

  private static OfferedTool simple(String name, String description) {
    Map<String, Object> path = Map.of("type", "string");
    return new OfferedTool(
        name,
        description,
        Map.of("type", "object", "properties", Map.of("path", path), "required", List.of("path")));
  }

  /** What a tool does with a file. */
  private interface Work {
    String done(Path file) throws IOException;
  }

  /** A tool of the agent's own that does something with a file. */
  private record FileTool(OfferedTool offer, Work work) implements LoopTool {

    @Override
    public String source() {
      return Tool.LOCAL;
    }

    @Override
    public boolean needsApproval() {
      return false;
    }

    @Override
    public Answered call(Map<String, Object> arguments) throws IOException {
      String path = String.valueOf(arguments.get("path"));
      return Answered.of(ToolResponse.of(TextBlock.of(work.done(Path.of(path)))));
    }
  }
}
