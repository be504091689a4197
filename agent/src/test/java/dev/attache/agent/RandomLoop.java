package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.agent.BodyRules.Content;
import dev.attache.agent.SeenBody.Piece;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.Channel;
import dev.attache.delivery.RequestItems;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.answer.AnswerItem;
import dev.attache.model.OfferedTool;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeProvider.Received;
import dev.attache.test.FakeWire;
import dev.attache.test.FakeWire.Say;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * A talk by chance between a person, a model and its tools, in which much goes wrong: answers are
 * cut or break off, loops are cancelled or stopped between two records, contents are left out,
 * conversations are forked. What the provider was sent is held against {@link BodyRules} each time.
 */
final class RandomLoop implements AutoCloseable {

  private static final List<String> FILES =
      List.of("a.txt", "d/b.md", "c.json", "pic.png", "small.txt");
  private static final int VERSIONS = 3;
  private static final String REFRESH = RefreshResourceTool.NAME;

  private final FakeWire wire;
  private final Random random;
  private final long seed;
  private final Path workspace;
  private final Resolver resolver;
  private final ConversationStore store;
  private final FakeProvider fake = FakeProvider.start(this::answer);
  private final AskedModel model;
  private final BodyRules rules = new BodyRules();
  private final Map<String, Content> now = new HashMap<>(); // what stands in the files
  private final Map<String, Set<Content>> sinceRequest = new HashMap<>();
  private final Map<String, Integer> runs = new ConcurrentHashMap<>(); // by what calls are told
  private final Set<String> given = new HashSet<>(); // the calls of which a body had the result
  private Conversation conversation;
  private List<BodyRules.Turn> turns = new ArrayList<>();
  private final List<String> sentOfTurn = new ArrayList<>(); // the last that was sent in it
  private @Nullable String lastSent;
  private boolean isElided;
  private int forks;
  private int calls;
  private int troubles;
  private int roundsLeft;
  private boolean isCalm;
  private @Nullable Throwable broken;
  private final Map<String, Integer> counts = new HashMap<>();

  RandomLoop(FakeWire wire, long seed, Path workspace, ConversationStore store) throws IOException {
    this.wire = wire;
    this.seed = seed;
    this.random = new Random(seed * 31 + wire.name().hashCode());
    this.workspace = workspace.toRealPath();
    this.store = store;
    resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(this.workspace).build();
    model = LoopWorkspace.model(wire, LoopWorkspace.settings(fake).build());
    conversation = Conversation.create(store, ConversationId.of("talk-" + seed), options());
    Files.createDirectories(this.workspace.resolve("d"));
    for (String file : FILES) {
      write(file, 0);
    }
  }

  private static ConversationOptions options() {
    return ConversationOptions.DEFAULT.channel(Channel.STRUCTURED);
  }

  /** How often each of the things that can happen did. */
  Map<String, Integer> counts() {
    return counts;
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  void run() throws IOException {
    int count = 2 + random.nextInt(3);
    for (int turn = 0; turn < count; turn++) {
      if (turn > 0 && random.nextInt(4) == 0) {
        fork();
      }
      ask();
      answerTurn();
    }
    isCalm = true;
    LoopOutcome.End end = runOnce();
    if (end != LoopOutcome.End.ANSWERED && end != LoopOutcome.End.LENGTH) { // as it was before
      throw new BodyRules.Broken("a loop of a model that only answers ends as " + end);
    }
    check();
  }

  /** One turn of the user, however it ends. */
  private void answerTurn() throws IOException {
    roundsLeft = random.nextInt(5);
    for (int tries = 1 + random.nextInt(3); tries > 0; tries--) {
      LoopOutcome.End end = runOnce();
      count(end == null ? "FAILED" : end.toString());
      if (end == LoopOutcome.End.ANSWERED) {
        return;
      }
      if (random.nextInt(3) == 0) {
        elide();
      }
      change();
      reopen();
    }
  }

  private void reopen() throws IOException {
    conversation = Conversation.open(store, conversation.id(), options());
  }

  /** Runs a loop; returns how it ended, null if by an exception. */
  private LoopOutcome.@Nullable End runOnce() throws IOException {
    var watching =
        new Watching(isCalm ? -1 : random.nextInt(200), isCalm ? -1 : random.nextInt(60));
    AgentLoop loop =
        AgentLoop.builder(conversation, model)
            .tools(tools())
            .system(seed % 2 == 0 ? "Be brief." : null)
            .approval(
                (tool, arguments) ->
                    tool.offer().name().equals("danger") ? "the user refused" : null)
            .limits(LoopLimits.STANDARD.requests(isCalm ? 5 : 1 + random.nextInt(9)))
            .listener(watching)
            .build();
    watching.loop = loop;
    LoopOutcome.End end = null;
    try {
      end = loop.run().end();
    } catch (ModelException e) {
      count("model " + e.kind());
    } catch (IOException e) {
      if (!"stopped".equals(e.getMessage())) {
        throw e;
      }
      count("stopped");
    }
    if (broken != null) {
      throw new AssertionError(broken.getMessage(), broken);
    }
    return end;
  }

  /** Cancels a loop, or stops it as the end of its program would, after some steps. */
  private static final class Watching implements LoopListener {
    private int untilCancel;
    private int untilStop;
    private @Nullable AgentLoop loop;

    Watching(int untilCancel, int untilStop) {
      this.untilCancel = untilCancel;
      this.untilStop = untilStop;
    }

    private void step() {
      if (untilCancel-- == 0 && loop != null) {
        loop.cancel();
      }
    }

    private void recorded() throws IOException {
      step();
      if (untilStop-- == 0) {
        throw new IOException("stopped");
      }
    }

    @Override
    public void asking(int number, RequestBody body, List<String> lost) throws IOException {
      assertThat(lost).isEmpty();
      step();
    }

    @Override
    public void event(ModelEvent event) throws IOException {
      step();
    }

    @Override
    public void answered(ModelAnswer answer) throws IOException {
      recorded();
    }

    @Override
    public void calling(AnswerItem.Call call) throws IOException {
      recorded();
    }

    @Override
    public void result(ToolResult result) throws IOException {
      recorded();
    }
  }

  // What the person does.

  private void ask() throws IOException {
    change();
    var files = new ArrayList<String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      files.add(random.nextInt(3) == 0 ? "a.txt" : FILES.get(random.nextInt(FILES.size())));
    }
    var attached = new ArrayList<Content>();
    int question = turns.size();
    try (TurnDraft turn = conversation.begin("Question " + question + " of this talk.", null);
        Resolution resolution = resolver.resolve(files)) {
      files.forEach(file -> turn.declare(Requester.USER, file));
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved each) { // a file that is named twice is read once
          turn.attach(each.snapshot(), outcome.reference().text(), Requester.USER);
        }
      }
      turn.record();
    }
    files.forEach(file -> attached.add(now.get(file)));
    turns.add(new BodyRules.Turn(question, attached));
    sentOfTurn.add("");
  }

  private void change() throws IOException {
    if (random.nextBoolean()) {
      write(FILES.get(random.nextInt(FILES.size())), random.nextInt(VERSIONS));
    }
  }

  private synchronized void write(String file, int version) throws IOException {
    byte[] bytes = file.endsWith(".png") ? image(version) : text(file, version).getBytes(UTF_8);
    boolean isText = !file.endsWith(".png");
    var content =
        new Content(
            file,
            ContentDigest.sha256(bytes).shortForm(),
            isText ? new String(bytes, UTF_8) : Base64.getEncoder().encodeToString(bytes),
            isText,
            bytes.length);
    rules.know(content);
    now.put(file, content);
    sinceRequest.computeIfAbsent(file, key -> new HashSet<>()).add(content);
    Path written = Files.write(workspace.resolve("written"), bytes);
    Files.move(written, workspace.resolve(file), StandardCopyOption.ATOMIC_MOVE);
  }

  private String text(String file, int version) {
    String name = file + ", version " + version + " of " + seed + "\n";
    String line = "a line with \"quotes\", \\ and </resource> of " + name;
    return "begin of "
        + name
        + (file.startsWith("small") ? "" : line.repeat(30))
        + "end of "
        + name;
  }

  private byte[] image(int version) throws IOException {
    var image = new BufferedImage(24, 24, BufferedImage.TYPE_INT_RGB);
    var noise = new Random(seed * VERSIONS + version);
    for (int at = 0; at < 24 * 24; at++) {
      image.setRGB(at % 24, at / 24, noise.nextInt());
    }
    var out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  /** Leaves a content out of the requests from now on. */
  private void elide() throws IOException {
    List<DeliveryPlace> places;
    try (EventStream events = conversation.log().oldestFirst()) {
      places = List.copyOf(RequestItems.read(events, Channel.STRUCTURED).canBeLeftOut(List.of()));
    }
    if (!places.isEmpty()) {
      List<DeliveryPlace> sorted =
          places.stream()
              .sorted((one, other) -> one.toString().compareTo(other.toString()))
              .toList();
      conversation.leaveOut("compacted", List.of(sorted.get(random.nextInt(sorted.size()))));
      isElided = true;
      lastSent = null;
      sentOfTurn.replaceAll(sent -> "");
      count("elided");
    }
  }

  private void fork() throws IOException {
    int kept = random.nextInt(turns.size() + 1);
    conversation = conversation.fork(ConversationId.of("fork-" + seed + "-" + forks++), kept);
    turns = new ArrayList<>(turns.subList(0, kept));
    sentOfTurn.subList(kept, sentOfTurn.size()).clear();
    lastSent = kept == 0 ? null : sentOfTurn.get(kept - 1);
    count("forked");
  }

  // What the model does.

  private synchronized Answer answer(Received received) {
    try {
      return answerTo(SeenBody.of(wire, received.body()));
    } catch (Throwable e) { // on a thread of the server: told to the test
      broken = broken == null ? e : broken;
      return Answer.json(400, "{\"error\":{\"message\":\"the test has failed\"}}");
    }
  }

  private Answer answerTo(SeenBody body) {
    count("requests");
    Map<String, List<Content>> results = rules.check(body, turns, isElided);
    if (lastSent != null && !body.text().startsWith(lastSent)) {
      throw new BodyRules.Broken(
          "a request does not begin with the one before it:\n" + lastSent + "\n" + body.text());
    }
    lastSent = body.text();
    sentOfTurn.set(sentOfTurn.size() - 1, body.text());
    checkResults(body, results);
    now.forEach((file, content) -> sinceRequest.put(file, new HashSet<>(Set.of(content))));
    if (!isCalm && troubles < 2 && random.nextInt(12) == 0) {
      troubles++;
      count("refused for now");
      return List.of(
              Answer.json(429, "{\"error\":{\"message\":\"slow down\"}}")
                  .header("Retry-After", "0"),
              Answer.json(529, "{\"error\":{\"message\":\"overloaded\"}}"),
              Answer.json(503, "{}"),
              Answer.closed())
          .get(random.nextInt(4));
    }
    troubles = 0;
    return said(says());
  }

  /** What a result says now stood in the file at some time since the request before. */
  private void checkResults(SeenBody body, Map<String, List<Content>> results) {
    for (SeenBody.Message message : body.messages()) {
      for (Piece.Call call : message.pieces(Piece.Call.class)) {
        if (given.add(conversation.id() + " " + call.id()) && forks == 0) {
          for (Content content : results.getOrDefault(call.id(), List.of())) {
            if (!sinceRequest.getOrDefault(content.path(), Set.of()).contains(content)) {
              throw new BodyRules.Broken("the result of " + call + " is of another time");
            }
          }
        }
      }
    }
  }

  private Answer said(List<Say> says) {
    Answer whole = wire.streamed(says);
    if (isCalm) {
      return whole;
    }
    Answer answer = random.nextInt(3) > 0 ? whole : whole.inPieces(1 + random.nextInt(700), 0);
    if (random.nextInt(9) > 0) {
      return answer;
    }
    count("broken off");
    return answer.cutAfter(random.nextInt(whole.bytes() + 1));
  }

  private List<Say> says() {
    var says = new ArrayList<Say>();
    if (random.nextInt(3) == 0) {
      says.add(FakeWire.thought("Thought " + calls++ + "."));
    }
    if (isCalm || roundsLeft-- <= 0) {
      says.add(FakeWire.text("Answer " + calls++ + "."));
      if (random.nextInt(4) == 0) {
        says.add(FakeWire.text(" And more."));
      }
    } else {
      if (random.nextBoolean()) {
        says.add(FakeWire.text("Let me see " + calls++ + "."));
      }
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        says.add(call());
      }
      if (random.nextInt(6) == 0) {
        says.add(FakeWire.text("And now " + calls++ + "."));
      }
    }
    if (!isCalm && random.nextInt(12) == 0) {
      says.add(FakeWire.cut());
    }
    return says;
  }

  private Say call() {
    String number = "n" + calls++;
    String id = random.nextInt(5) == 0 ? "call" : "c" + calls;
    String file = FILES.get(random.nextInt(FILES.size()));
    String numbered = "{\"n\":\"" + number + "\",\"file\":\"" + file + "\"}";
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> FakeWire.call(id, REFRESH, "{\"uri\":\"" + file + "\"}");
      case 4 -> FakeWire.call(id, REFRESH, "{\"uri\": \"" + file + "\", \"force\": true}");
      case 5 -> FakeWire.call(id, REFRESH, "{\"uri\":\"a.txt\"}");
      case 6 ->
          FakeWire.call(
              id,
              REFRESH,
              List.of("{\"uri\":", "[1]", "{}", "", "{\"uri\":\"none.txt\"}", "{\"url\":1}")
                  .get(random.nextInt(6)));
      case 7, 8, 9 -> FakeWire.call(id, "read", numbered);
      case 10, 11 -> FakeWire.call(id, "edit", numbered);
      case 12 -> FakeWire.call(id, "broken", numbered);
      case 13 -> FakeWire.call(id, "danger", numbered);
      case 14 -> FakeWire.call(id, "nothing", numbered);
      default -> FakeWire.call(id, "count", numbered);
    };
  }

  // What the tools do.

  private List<LoopTool> tools() {
    return List.of(
        LoopTool.refresh(RefreshResourceTool.of(conversation, resolver)),
        tool("read", this::read),
        tool("count", file -> said("counted")),
        tool("edit", this::edit),
        tool(
            "broken",
            file -> {
              throw new IllegalStateException("broken");
            }),
        tool("danger", file -> said("done")));
  }

  private static ToolResponse said(String text) {
    return ToolResponse.of(TextBlock.of(text));
  }

  private ToolResponse read(String file) {
    try (Resolution resolution = resolver.resolve(List.of(file))) {
      for (Outcome outcome : resolution) {
        return ToolResponse.of(
            ResourceBlock.of(((Outcome.Resolved) outcome).snapshot().resource()));
      }
    }
    return said("nothing");
  }

  private synchronized ToolResponse edit(String file) {
    try {
      write(file, (calls + runs.size()) % VERSIONS);
      return said("edited");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private LoopTool tool(String name, Function<String, ToolResponse> work) {
    return new LoopTool() {
      @Override
      public OfferedTool offer() {
        return new OfferedTool(name, "Does " + name + ".", Map.of("type", "object"));
      }

      @Override
      public String source() {
        return Tool.LOCAL;
      }

      @Override
      public boolean needsApproval() {
        return true;
      }

      @Override
      public Answered call(Map<String, Object> arguments) {
        runs.merge(String.valueOf(arguments.get("n")), 1, Integer::sum);
        return Answered.of(work.apply(String.valueOf(arguments.get("file"))));
      }
    };
  }

  // What holds of the history at the end.

  private void check() throws IOException {
    assertThat(runs.values()).as("how often a call ran").allMatch(count -> count == 1);
    counts.put("runs", runs.size());
    var problems = new ArrayList<String>();
    store.verify(problems::add);
    assertThat(problems).isEmpty();
    assertThat(conversation.log().problems()).isEmpty();
    var open = new HashSet<String>();
    int turn = -1;
    try (EventStream events = conversation.log().oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event.turn() > turn) {
          turn = event.turn();
          open.clear();
        }
        if (event instanceof ModelAnswer answer) {
          for (AnswerItem.Call call : answer.calls()) {
            assertThat(open.add(call.id())).as("%s is of its own", call).isTrue();
          }
        } else if (event instanceof ToolResult result) {
          assertThat(open.remove(result.id())).as("%s has a call", result.id()).isTrue();
        }
      }
    }
    assertThat(open).as("calls without results").isEmpty();
    assertThat(turns).hasSize(conversation.summary().turns());
  }

  @Override
  public void close() {
    fake.close();
  }
}
