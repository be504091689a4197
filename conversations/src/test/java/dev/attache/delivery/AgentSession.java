package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Tokens;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.PrefixCache.Block;
import dev.attache.delivery.PrefixCache.Part;
import dev.attache.delivery.PrefixCache.Usage;
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
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.resource.Resource;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
   */
  record Sent(Instant at, List<RenderedMessage> messages) {}

  static AgentSession of(
      long seed, Pace pace, boolean isDeduplicated, SupersededSettings superseded)
      throws IOException {
    return new AgentSession(new Player(seed, isDeduplicated, superseded).play(pace));
  }

  /** Returns what the session is charged for. */
  Usage usage(CacheTerms terms) throws IOException {
    var cache = new PrefixCache(terms);
    Usage usage = Usage.NOTHING;
    for (Sent request : requests) {
      usage = usage.plus(send(cache, terms, request));
    }
    return usage;
  }

  /** Returns how many tokens the last request has. */
  long lastTokens() throws IOException {
    return send(
            new PrefixCache(CacheTerms.NONE), CacheTerms.NONE, requests.get(requests.size() - 1))
        .tokens();
  }

  /** Sends a request with the marks that a request has on these terms. */
  static Usage send(PrefixCache cache, CacheTerms terms, Sent request) throws IOException {
    CacheMarks marks = CacheMarks.of(profile(terms), request.messages());
    var parts = new ArrayList<Part>();
    parts.add(INSTRUCTIONS);
    Set<Integer> after = new HashSet<>();
    if (marks.isAfterTools()) {
      after.add(0);
    }
    for (int i = 0; i < request.messages().size(); i++) {
      for (RenderedPart part : request.messages().get(i).parts()) {
        parts.add(part(part));
      }
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
        new ModelLimits(0, 0, 0, 0, 0, 0, 0, 0),
        terms,
        BlockTokens.UNKNOWN,
        1,
        Set.of(),
        "");
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
    private final List<String> files = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private Instant now = Transcript.TIME;
    private int calls;

    Player(long seed, boolean isDeduplicated, SupersededSettings superseded) {
      random = new Random(seed);
      this.superseded = superseded;
      var rules =
          new DedupRules(
              isDeduplicated, DedupRules.DEFAULT.minBytes(), DedupRules.DEFAULT.lookbackTurns());
      transcript = new Transcript(new DedupSettings(rules, Map.of(), Map.of()), Channel.STRUCTURED);
    }

    List<Sent> play(Pace pace) throws IOException {
      var attached = new ArrayList<Resource>();
      for (int i = 0; i < FILES; i++) {
        files.add(lines(50 + random.nextInt(400))); // 2 to 18 KB, as in the benchmark
        attached.add(file(i));
      }
      transcript.attach(
          "Have a look.", Transcript.snapshots("file", attached.toArray(Resource[]::new)));
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
      send();
      int edited = random.nextInt(FILES);
      files.set(edited, files.get(edited) + lines(1));
      String call = call("edit");
      transcript.answer(call, "edit", Kind.PLAIN, TextBlock.of("Edited."));
      send();
      look(edited);
      look(edited);
      look(random.nextInt(FILES), random.nextInt(FILES), random.nextInt(FILES));
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
        ContentBlock block = DeliveredBlock.of(file(which[i]));
        transcript.answer(ids.get(i), "refresh_resource", Kind.REFRESH, block);
      }
      send();
    }

    private String call(String tool) {
      String id = "call_" + calls++;
      transcript.call(id, tool);
      return id;
    }

    private void send() throws IOException {
      sent.add(new Sent(now, ModelMessages.of(new MemoryLog(transcript.events())).messages()));
      now = now.plusSeconds(10);
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

    private Resource file(int which) {
      String uri = "file:///project/src/main/java/File" + which + ".java";
      return Samples.resource(uri, files.get(which)).build();
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
