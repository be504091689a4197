package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.agent.BodyRules.Content;
import dev.attache.agent.SeenBody.Piece;
import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.OmissionCost;
import dev.attache.delivery.RequestItems;
import dev.attache.delivery.SupersededSettings;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
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
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * A talk by chance between a person, a model and its tools, in which much goes wrong: answers are
 * cut or break off, loops are cancelled or stopped between two records, contents are refused or
 * left out, turns are taken back, conversations are forked, and other programs answer the same turn
 * or begin the next one meanwhile. What the provider was sent is held against {@link BodyRules}
 * each time.
 */
final class RandomLoop implements AutoCloseable {

  private static final List<String> FILES =
      List.of("a.txt", "d/b.md", "c.json", "pic.png", "small.txt");
  private static final String BIG = "big.txt";
  private static final String LINK = "link.txt"; // to the first one
  private static final List<String> GLOBS = List.of("*.txt", "d");
  private static final int VERSIONS = 6;
  private static final int DIFFERENT = 3; // of these; the others differ from the first in few lines
  private static final String REFRESH = RefreshResourceTool.NAME;

  /** A window that what the fakes say of their answers nearly fills. */
  private static final long TIGHT = 150;

  private final FakeWire wire;
  private final Random random;
  private final long seed;
  private final Path workspace;
  private final Resolver resolver;
  private final ConversationStore store;
  private final FakeProvider fake = FakeProvider.start(this::answer);
  private final AskedModel model;
  private final boolean hasDiffs;
  private final BodyRules rules;
  private final List<String> files = new ArrayList<>(FILES);
  private final Map<String, Content> now = new HashMap<>(); // what stands in the files
  private final Map<String, Set<Content>> sinceRequest = new HashMap<>();
  private final Map<String, Integer> runs = new ConcurrentHashMap<>(); // by what calls are told
  private final Set<String> given = new HashSet<>(); // the calls of which a body had the result
  private Conversation conversation;
  private List<BodyRules.Turn> turns = new ArrayList<>();
  private final List<String> sentOfTurn = new ArrayList<>(); // the last that was sent in it
  private @Nullable String lastSent;
  private boolean isElided;
  private volatile boolean isShared; // several loops answer at once
  private boolean isLoose; // and one has left something out, which others may not know yet
  private int forks;
  private int calls;
  private String edited = "a.txt"; // by the model, the last time
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
    AskedModel usual = LoopWorkspace.model(wire, LoopWorkspace.settings(fake).build());
    model = seed % 6 == 4 ? LoopWorkspace.ofWindow(usual, TIGHT) : usual;
    hasDiffs = seed % 4 != 3;
    rules = new BodyRules(hasDiffs);
    conversation = Conversation.create(store, ConversationId.of("talk-" + seed), options());
    Files.createDirectories(this.workspace.resolve("d"));
    if (seed % 10 == 5) {
      files.add(BIG);
    }
    for (String file : files) {
      write(file, 0);
    }
    Files.createSymbolicLink(this.workspace.resolve(LINK), Path.of(FILES.get(0)));
  }

  private ConversationOptions options() {
    DedupSettings dedup =
        DedupSettings.DEFAULT.deltas(
            hasDiffs ? DedupSettings.Deltas.IF_ALL_IS_SENT : DedupSettings.Deltas.OFF);
    return new ConversationOptions(
        dedup,
        SupersededSettings.DEFAULT,
        Channel.STRUCTURED,
        Consents.OWN_HISTORY,
        Clock.systemUTC());
  }

  /** How often each of the things that can happen did. */
  Map<String, Integer> counts() {
    return counts;
  }

  private synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  void run() throws IOException {
    int count = 2 + random.nextInt(3);
    for (int turn = 0; turn < count; turn++) {
      if (turn > 0 && random.nextInt(4) == 0) {
        if (random.nextBoolean()) {
          fork();
        } else if (!turns.isEmpty()) {
          undo();
        }
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
    boolean isAlone = isCalm || random.nextInt(8) > 0;
    Thread other = isAlone ? null : besides();
    LoopOutcome.End end;
    try {
      end = run(conversation, isCalm ? -1 : random(200), isCalm ? -1 : random(60));
    } finally {
      if (other != null) {
        join(other);
        alone();
      }
    }
    if (broken != null) {
      throw new AssertionError(broken.getMessage(), broken);
    }
    return end;
  }

  private synchronized void alone() {
    isShared = false;
    if (isLoose) {
      isLoose = false;
      lastSent = null;
    }
  }

  private synchronized int random(int bound) {
    return random.nextInt(bound);
  }

  /** Another program that answers the same turn at the same time. */
  private Thread besides() throws IOException {
    isShared = true;
    Conversation same = Conversation.open(store, conversation.id(), options());
    var thread =
        new Thread(
            () -> {
              try {
                count("besides " + run(same, -1, random(30)));
              } catch (Throwable e) {
                broken = broken == null ? e : broken;
              }
            },
            "besides");
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LoopOutcome.@Nullable End run(Conversation of, int untilCancel, int untilStop)
      throws IOException {
    var watching = new Watching(untilCancel, untilStop);
    AgentLoop loop =
        AgentLoop.builder(of, model)
            .tools(tools(of))
            .system(seed % 2 == 0 ? "Be brief." : null)
            .approval(
                (tool, arguments) ->
                    tool.offer().name().equals("danger") ? "the user refused" : null)
            .limits(
                LoopLimits.STANDARD
                    .requests(isCalm ? 5 : 1 + random(9))
                    .toolTokens(1_000_000)) // else contents are cut, which the rules take as torn
            .keptTurns(seed % 3 == 1 ? 1 + (int) (seed % 2) : null)
            .listener(watching)
            .build();
    watching.loop = loop;
    try {
      return loop.run().end();
    } catch (ModelException e) {
      count("model " + e.kind());
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.REFUSED) {
        throw e;
      }
      count("overtaken"); // by another program
    } catch (IOException e) {
      if (!"stopped".equals(e.getMessage())) {
        throw e;
      }
      count("stopped");
    }
    return null;
  }

  /** Cancels a loop, or stops it as the end of its program would, after some steps. */
  private final class Watching implements LoopListener {
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
    public void leftOut(String what, ModelException why) {
      elided("quarantined");
    }

    @Override
    public void madeRoom(Elision elision, OmissionCost cost) {
      elided("made room");
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

  private synchronized void ask() throws IOException {
    ask(conversation);
  }

  private void ask(Conversation of) throws IOException {
    change();
    var named = new ArrayList<String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      named.add(
          switch (random.nextInt(9)) {
            case 0, 1, 2 -> FILES.get(0);
            case 3 -> LINK;
            case 4 -> GLOBS.get(random.nextInt(GLOBS.size()));
            default -> files.get(random.nextInt(files.size()));
          });
    }
    var attached = new ArrayList<Content>();
    int question = turns.size();
    try (TurnDraft turn = of.begin("Question " + question + " of this talk.", null);
        Resolution resolution = resolver.resolve(named)) {
      named.forEach(name -> turn.declare(Requester.USER, name));
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved each) { // a file that is named twice is read once
          turn.attach(each.snapshot(), outcome.reference().text(), Requester.USER);
        }
      }
      turn.record();
    }
    named.forEach(name -> contents(name).forEach(attached::add));
    turns.add(new BodyRules.Turn(question, attached));
    sentOfTurn.add("");
  }

  /** What stands in the files that a reference of the user leads to. */
  private List<Content> contents(String named) {
    if (named.equals(LINK)) {
      return List.of(content(FILES.get(0)));
    } else if (!GLOBS.contains(named)) {
      return List.of(content(named));
    }
    return files.stream()
        .filter(file -> named.equals("d") ? file.startsWith("d/") : file.matches("[^/]*\\.txt"))
        .map(this::content)
        .toList();
  }

  private Content content(String file) {
    return Objects.requireNonNull(now.get(file), file);
  }

  private synchronized void change() throws IOException {
    if (random.nextBoolean()) {
      write(files.get(random.nextInt(files.size())), version(random.nextInt(12)));
    }
  }

  /** One of all versions, more often one that differs from the first in few lines. */
  private static int version(int number) {
    return number % 4 == 0
        ? number / 4 % DIFFERENT
        : number % 4 == 1 ? 0 : DIFFERENT + number % DIFFERENT;
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

  /** A version of a file: of lines of its own, or with few that the first version has not. */
  private String text(String file, int version) {
    int like = version < DIFFERENT ? version : 0;
    String name = file + ", version " + version + " of " + seed + "\n";
    String line = " with \"quotes\", \\ and </resource> of " + file + ", " + like + "\n";
    int count = file.startsWith("small") ? 2 : file.equals(BIG) ? 2_000 : 90;
    var lines = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      lines.add((i % 7 == 0 ? "@@ -1 +1 @@" : i % 5 == 0 ? "-" : "a line " + i) + line);
    }
    var where = new Random(seed * VERSIONS + version);
    if (version == DIFFERENT) {
      lines.add(where.nextInt(count), "</resource-diff> is a line more\n");
    } else if (version > DIFFERENT) {
      lines.set(where.nextInt(count), "+ another line of " + name);
    }
    if (version == DIFFERENT + 1) {
      lines.remove(where.nextInt(count));
    }
    String end = "end of " + file + (version == DIFFERENT + 2 ? "" : "\n"); // a line without one
    return "begin of " + name + String.join("", lines) + end;
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
      elided("elided");
    }
  }

  /** From now on requests have less. */
  private synchronized void elided(String why) {
    isElided = true;
    isLoose = isShared;
    lastSent = null;
    sentOfTurn.replaceAll(sent -> "");
    count(why);
  }

  private void undo() throws IOException {
    conversation.undo(ConversationId.of("undone-" + seed + "-" + forks++));
    reopen();
    cut(turns.size() - 1);
    count("undone");
  }

  private void cut(int kept) {
    turns = new ArrayList<>(turns.subList(0, kept));
    sentOfTurn.subList(kept, sentOfTurn.size()).clear();
    lastSent = kept == 0 || sentOfTurn.get(kept - 1).isEmpty() ? null : sentOfTurn.get(kept - 1);
  }

  private void fork() throws IOException {
    int kept = random.nextInt(turns.size() + 1);
    conversation = conversation.fork(ConversationId.of("fork-" + seed + "-" + forks++), kept);
    cut(kept);
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

  private Answer answerTo(SeenBody body) throws IOException {
    count("requests");
    BodyRules.Read read = rules.check(body, turns, isElided || isShared);
    counts.merge("diffs", read.diffs(), Integer::sum);
    checkBegin(body.text());
    checkResults(body, read.inResults());
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
    boolean hasImage =
        body.messages().stream().anyMatch(each -> !each.pieces(Piece.Bytes.class).isEmpty());
    if (!isCalm && random.nextInt(hasImage ? 15 : 40) == 0) {
      return Answer.json(400, "{\"error\":{\"message\":\"" + refusal(body) + "\"}}");
    } else if (!isCalm && !isShared && random.nextInt(40) == 0) {
      ask(Conversation.open(store, conversation.id(), options())); // by another program
      count("asked meanwhile");
      return wire.streamed(says()); // whole, as it is not to be asked for once more
    }
    return said(says());
  }

  private void checkBegin(String text) {
    String before = lastSent;
    if (isLoose) {
      return;
    } else if (isShared && before != null && before.startsWith(text)) {
      return; // it was on its way longer than that of the other loop
    } else if (before != null && !text.startsWith(before)) {
      int at = Arrays.mismatch(before.getBytes(UTF_8), text.getBytes(UTF_8));
      throw new BodyRules.Broken(
          "a request does not begin with the one before it: "
              + around(before, at)
              + "\nbut now: "
              + around(text, at));
    }
    lastSent = text;
    sentOfTurn.set(sentOfTurn.size() - 1, text);
  }

  private static String around(String text, int at) {
    return text.substring(
        Math.max(0, Math.min(at, text.length()) - 300), Math.min(text.length(), at + 300));
  }

  /** Names an image, or something by chance, which may be a text. */
  private String refusal(SeenBody body) {
    int message = random.nextInt(body.messages().size());
    String at = message + "." + "content." + random.nextInt(3);
    return List.of(
            "Could not process image",
            "messages." + at + ": invalid",
            "input[" + message + "].content[" + random.nextInt(3) + "]: invalid",
            "contents[" + message + "].parts[" + random.nextInt(3) + "]: invalid")
        .get(random.nextInt(4));
  }

  /** What a result says now stood in the file at some time since the request before. */
  private void checkResults(SeenBody body, Map<String, List<Content>> results) {
    for (SeenBody.Message message : body.messages()) {
      for (Piece.Call call : message.pieces(Piece.Call.class)) {
        if (given.add(conversation.id() + " " + call.id()) && forks == 0 && !isShared) {
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
    String file = file();
    String numbered = "{\"n\":\"" + number + "\",\"file\":\"" + file + "\"}";
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> FakeWire.call(id, REFRESH, "{\"uri\":\"" + file + "\"}");
      case 4 -> FakeWire.call(id, REFRESH, "{\"uri\": \"" + file + "\", \"force\": true}");
      case 5 -> FakeWire.call(id, REFRESH, "{\"uri\":\"a.txt\"}");
      case 16, 17, 18 -> FakeWire.call(id, REFRESH, "{\"uri\":\"" + edited + "\"}");
      case 6 ->
          FakeWire.call(
              id,
              REFRESH,
              List.of("{\"uri\":", "[1]", "{}", "", "{\"uri\":\"none.txt\"}", "{\"url\":1}")
                  .get(random.nextInt(6)));
      case 7, 8, 9 -> FakeWire.call(id, "read", numbered);
      case 10, 11, 19 -> FakeWire.call(id, "edit", numbered);
      case 12 -> FakeWire.call(id, "broken", numbered);
      case 13 -> FakeWire.call(id, "danger", numbered);
      case 14 -> FakeWire.call(id, "nothing", numbered);
      default -> FakeWire.call(id, "count", numbered);
    };
  }

  /** One of the files, often one that is attached. */
  private String file() {
    List<Content> attached = turns.get(random.nextInt(turns.size())).attached();
    return attached.isEmpty() || random.nextInt(3) == 0
        ? files.get(random.nextInt(files.size()))
        : attached.get(random.nextInt(attached.size())).path();
  }

  // What the tools do.

  private List<LoopTool> tools(Conversation of) {
    return List.of(
        LoopTool.refresh(RefreshResourceTool.of(of, resolver)),
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
      edited = file;
      write(file, version(calls + runs.size()));
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
