package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Tokens;
import dev.attache.delivery.DedupSettings.Deltas;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.EventStream;
import dev.attache.model.BlockTokens;
import dev.attache.model.CacheMarks;
import dev.attache.model.CacheTerms;
import dev.attache.model.MediaTypes;
import dev.attache.model.ModelLimits;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.test.PrefixCache;
import dev.attache.test.PrefixCache.Block;
import dev.attache.test.PrefixCache.Part;
import dev.attache.test.PrefixCache.Usage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A session of an agent, written down instead of thought up by a model: 29 files are attached, and
 * in each of 20 rounds one is edited, looked at, looked at again, and then three others. It is the
 * loop of {@code benchmarks/run agent-loop} with contents by chance; the user begins each round, so
 * it is five requests. Immutable.
 *
 * @param requests the requests, in order
 */
record AgentSession(List<Sent> requests) {

  private static final int FILES = 29;
  private static final int ROUNDS = 20;

  /** About what tools and instructions take. */
  private static final Part INSTRUCTIONS = Part.of("instructions and tools", 3000);

  /** About what the head of a resource takes besides its label: digest, type and turn. */
  private static final int HEAD = 80;

  /** How long the user is away. */
  enum Pace {
    /** Two minutes before each round. */
    STEADY,
    /** Two minutes, and ninety before every fifth round. */
    WITH_BREAKS;

    private Duration before(int round) {
      return Duration.ofMinutes(this == WITH_BREAKS && round % 5 == 0 ? 90 : 2);
    }
  }

  /**
   * A request.
   *
   * @param at when it starts
   * @param parts the parts of each message
   */
  record Sent(Instant at, List<RenderedMessage> messages, List<List<Part>> parts) {

    static Sent of(Instant at, List<RenderedMessage> messages) throws IOException {
      return new Sent(at, messages, AgentSession.parts(messages, new HashMap<>()));
    }
  }

  static AgentSession of(long seed, Pace pace, Sending sending, SupersededSettings superseded)
      throws IOException {
    return new AgentSession(new Player(seed, sending, superseded).play(pace));
  }

  /** How a file is sent that is looked at again. */
  enum Sending {
    /** In full. */
    IN_FULL,
    /** As a reference, unless it has changed. */
    REFERENCES,
    /** As a reference, or as a diff if it has changed. */
    DIFFS;

    private DedupSettings settings() {
      var rules =
          new DedupRules(
              this != IN_FULL, DedupRules.DEFAULT.minBytes(), DedupRules.DEFAULT.lookbackTurns());
      return new DedupSettings(
          rules, Map.of(), Map.of(), this == DIFFS ? Deltas.IF_ALL_IS_SENT : Deltas.OFF);
    }
  }

  /** Returns what the session is charged for. */
  Usage usage(CacheTerms terms) {
    var cache = new PrefixCache(terms);
    Usage usage = Usage.NOTHING;
    for (Sent request : requests) {
      usage = usage.plus(send(cache, terms, request));
    }
    return usage;
  }

  /** Returns how many tokens the last request has. */
  long lastTokens() {
    return send(
            new PrefixCache(CacheTerms.NONE), CacheTerms.NONE, requests.get(requests.size() - 1))
        .tokens();
  }

  /** Sends a request with the marks that a request has on these terms. */
  static Usage send(PrefixCache cache, CacheTerms terms, Sent request) {
    CacheMarks marks = CacheMarks.of(profile(terms), request.messages());
    var parts = new ArrayList<Part>();
    parts.add(INSTRUCTIONS);
    Set<Integer> after = new HashSet<>();
    if (marks.isAfterTools()) {
      after.add(0);
    }
    for (int i = 0; i < request.messages().size(); i++) {
      parts.addAll(request.parts().get(i));
      if (marks.messages().contains(i)) {
        after.add(parts.size() - 1);
      }
    }
    return cache.send(request.at(), parts, after);
  }

  private static ModelProfile profile(CacheTerms terms) {
    return new ModelProfile(
        "sample",
        "sample",
        null,
        "sample",
        MediaTypes.NONE,
        MediaTypes.NONE,
        new ModelLimits(0, 0, 0, 0, 0, 0, 0, 0, 0, 128),
        terms,
        BlockTokens.UNKNOWN,
        1,
        Set.of(),
        null,
        "");
  }

  /**
   * The parts of messages.
   *
   * @param known those that there were before, which are used again: equal ones are compared often
   */
  private static List<List<Part>> parts(List<RenderedMessage> messages, Map<Part, Part> known)
      throws IOException {
    var all = new ArrayList<List<Part>>();
    for (RenderedMessage message : messages) {
      var parts = new ArrayList<Part>();
      for (RenderedPart part : message.parts()) {
        Part each = part(part);
        Part before = known.putIfAbsent(each, each);
        parts.add(before == null ? each : before);
      }
      all.add(parts);
    }
    return all;
  }

  private static Part part(RenderedPart part) throws IOException {
    if (part instanceof RenderedPart.ToolCall call) {
      String text = call.id() + " " + call.name() + " " + call.arguments();
      return new Part(Block.CALL, text, tokens(text));
    } else if (part instanceof RenderedPart.ToolResult result) {
      var content = new StringBuilder(result.id());
      long tokens = 0;
      for (RenderedPart each : result.content()) {
        Part inner = part(each);
        content.append('\n').append(inner.content());
        tokens += inner.tokens();
      }
      return new Part(Block.RESULT, content.toString(), tokens);
    } else if (part instanceof RenderedPart.Resource each) { // not read: there are very many
      return Part.of(
          each.label() + " " + each.digest(),
          Tokens.estimate(each.content().size() + each.label().length() + HEAD));
    }
    String text =
        part instanceof RenderedPart.Reference reference
            ? reference.line()
            : read(((RenderedPart.Text) part).text());
    return Part.of(text, tokens(text));
  }

  private static long tokens(String text) {
    return Tokens.estimate(text.getBytes(UTF_8).length);
  }

  private static String read(RenderedText text) throws IOException {
    var out = new ByteArrayOutputStream();
    text.writeTo(out);
    return out.toString(UTF_8);
  }

  /** The user, the model and the tools of a session. */
  private static final class Player {

    private final Random random;
    private final SupersededSettings superseded;
    private final Transcript transcript;
    private final List<Resource> files = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private final Map<Part, Part> known = new HashMap<>();
    private Instant now = Transcript.TIME;
    private int calls;

    Player(long seed, Sending sending, SupersededSettings superseded) {
      random = new Random(seed);
      this.superseded = superseded;
      transcript = new Transcript(sending.settings(), Channel.STRUCTURED);
    }

    List<Sent> play(Pace pace) throws IOException {
      for (int i = 0; i < FILES; i++) {
        files.add(file(i, lines(50 + random.nextInt(400)))); // 2 to 18 KB
      }
      transcript.attach(
          "Have a look.", Transcript.snapshots("file", files.toArray(Resource[]::new)));
      send();
      for (int round = 1; round <= ROUNDS; round++) {
        answer();
        playRound(round, pace.before(round));
      }
      return List.copyOf(sent);
    }

    private void playRound(int round, Duration pause) throws IOException {
      Instant last = now;
      now = now.plus(pause);
      leaveOut(last, round);
      transcript.ask("The next one. " + lines(2));
      int edited = random.nextInt(FILES);
      files.set(edited, edited(edited));
      String call = call("edit");
      transcript.answer(call, "edit", Kind.PLAIN, TextBlock.of("Edited."));
      look(edited);
      look(edited);
      look(random.nextInt(FILES), random.nextInt(FILES), random.nextInt(FILES));
      send();
    }

    /** What the model says at the end of a turn. */
    private void answer() {
      transcript.respond("Done: " + lines(8));
    }

    private void look(Integer... which) throws IOException {
      var ids = new ArrayList<String>();
      for (int i = 0; i < which.length; i++) {
        ids.add(call("refresh_resource"));
      }
      for (int i = 0; i < which.length; i++) {
        ContentBlock block = DeliveredBlock.of(files.get(which[i]));
        transcript.answer(ids.get(i), "refresh_resource", Kind.REFRESH, block);
      }
    }

    private String call(String tool) {
      String id = "call_" + calls++;
      transcript.call(id, tool);
      return id;
    }

    /** Sends the requests of a turn: each ends before what the model says next. */
    private void send() throws IOException {
      List<RenderedMessage> messages =
          ModelMessages.of(new MemoryLog(transcript.events())).messages();
      List<List<Part>> parts = parts(messages, known);
      int end = messages.size();
      while (messages.get(end - 1).role() != Role.USER) {
        end--;
      }
      for (; end <= messages.size(); end++) {
        if (end == messages.size() || messages.get(end).role() == Role.ASSISTANT) {
          sent.add(new Sent(now, messages.subList(0, end), parts.subList(0, end)));
          now = now.plusSeconds(10);
        }
      }
    }

    private void leaveOut(Instant last, int turn) throws IOException {
      if (superseded.isEnabled()) {
        try (EventStream events = new MemoryLog(transcript.events()).oldestFirst()) {
          Elision elision =
              RequestItems.read(events, Channel.STRUCTURED)
                  .elision(superseded.policyAt(now, last), now, turn);
          if (elision != null) {
            transcript.add(elision);
          }
        }
      }
    }

    private Resource edited(int which) {
      Text before = (Text) files.get(which).content();
      return file(which, before.value() + lines(1));
    }

    private static Resource file(int which, String text) {
      ResourceUri uri = ResourceUri.of("file:///project/src/main/java/File" + which + ".java");
      return Resource.builder(uri, Text.of(text)).build();
    }

    private String lines(int count) {
      var lines = new StringBuilder();
      for (int i = 0; i < count; i++) {
        lines.append("    int i").append(random.nextInt(1_000_000)).append(" = next(");
        lines.append(random.nextInt(1_000_000)).append(");\n");
      }
      return lines.toString();
    }
  }
}
