package dev.attache.agent;

import dev.attache.agent.SeenBody.Message;
import dev.attache.agent.SeenBody.Piece;
import dev.attache.agent.SeenBody.Piece.Call;
import dev.attache.agent.SeenBody.Piece.Result;
import dev.attache.agent.SeenBody.Role;
import dev.attache.test.SeenDiff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules that hold for whatever body of a request: roles take turns, each call has its result,
 * what is referred to stands in full before, a diff leads from what stands in full before to what
 * was in the file, nothing that was asked for is absent without a line, and nothing stands twice
 * without a reason. An oracle: it knows what stood in the files, and the lines that models are
 * told, and no class of the product.
 */
final class BodyRules {

  /** How large a content is that may be referred to. */
  private static final int LARGE = 1024;

  /** How many results later a reference is too old for a refresh to ask because of it. */
  private static final int SOON = 12;

  private static final Pattern QUESTION = Pattern.compile("Question (\\d+) of this talk\\.");
  private static final Pattern HEAD = Pattern.compile("begin of (\\S+), version \\d+ of \\d+\n");
  private static final String SAID = "(?: \\(source: tool:\\S+\\))?";
  private static final Pattern REFERENCE =
      Pattern.compile(
          "The content of \\S+"
              + SAID
              + " is identical to (?:the attachment at turn (?<turn>\\d+)|the result of"
              + " tool call (?<call>\\S+) in turn \\d+) \\(sha256:(?<digest>\\w{12})\\)\\. [^\n]*");
  private static final Pattern BY_DIFF =
      Pattern.compile(
          "The content of \\S+"
              + SAID
              + " is what is given by the diff in the result of tool call (?<call>\\S+) in"
              + " turn \\d+ \\(sha256:(?<digest>\\w{12})\\)\\. [^\n]*Apply that diff to (?:the attachment at"
              + " turn (?<baseTurn>\\d+)|the result of tool call (?<baseCall>\\S+) in turn \\d+)\\.");
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "The content of \\S+"
              + SAID
              + " \\([^()]*sha256:(?<digest>\\w{12})\\) at turn \\d+ is left out");
  private static final Pattern IN_NEXT =
      Pattern.compile("sha256=(?<digest>\\w{12}) stands in the next message\\]");
  private static final Pattern DESCRIBED =
      Pattern.compile("sha256[:=](?<digest>\\w{12})\\w*(?: not deliverable|, not shown because)");

  /** Of how many lines a change may be that has to be given as a diff. */
  private static final int FEW = 8;

  private final boolean hasDiffs;
  private final Map<String, Content> byDigest = new HashMap<>();
  private final Map<String, Content> byHead = new HashMap<>();

  /** What stood in a file: its text, or its bytes in Base64. */
  record Content(String path, String digest, String shown, boolean isText, int bytes) {

    /** The beginning of a text, which no other has. */
    String head() {
      return isText ? shown.substring(0, shown.indexOf('\n') + 1) : shown;
    }

    boolean isLarge() {
      return bytes > LARGE;
    }
  }

  /** A turn of the user: what was asked, and the contents that were attached. */
  record Turn(int question, List<Content> attached) {}

  /**
   * @param hasDiffs whether what is refreshed may be given as a diff
   */
  BodyRules(boolean hasDiffs) {
    this.hasDiffs = hasDiffs;
  }

  /**
   * What a body has.
   *
   * @param inResults the contents in the results, by the ids of the calls
   * @param diffs how many of them are given by diffs
   */
  record Read(Map<String, List<Content>> inResults, int diffs) {}

  void know(Content content) {
    byDigest.put(content.digest(), content);
    byHead.put(content.head(), content);
  }

  /** Says what a request breaks. */
  static final class Broken extends AssertionError {
    private static final long serialVersionUID = 1;

    Broken(String what) {
      super(what);
    }
  }

  private static void require(boolean isKept, String rule) {
    if (!isKept) {
      throw new Broken(rule);
    }
  }

  /**
   * Checks a body.
   *
   * @param turns the turns of the conversation so far
   * @param isElided whether anything was left out, after which contents may stand twice
   */
  Read check(SeenBody body, List<Turn> turns, boolean isElided) {
    checkRoles(body);
    checkCalls(body);
    var reading = new Reading(isElided);
    for (Message message : body.messages()) {
      reading.read(message);
    }
    reading.checkTurns(turns);
    return new Read(reading.inResults, reading.diffsSeen);
  }

  private static void checkRoles(SeenBody body) {
    List<Message> messages = body.messages();
    require(!messages.isEmpty(), "a request says something");
    Role last = null;
    for (Message message : messages) {
      Role role = message.role();
      if (role == Role.SYSTEM) {
        continue;
      }
      require(last != null || role == Role.USER, "the user begins");
      switch (body.wire()) {
        case ANTHROPIC, GEMINI -> {
          require(role != last, "roles take turns: " + role + " after " + last);
          require(!message.pieces().isEmpty(), "no message is empty");
        }
        case COMPATIBLE ->
            require(
                role != last || role == Role.TOOL || hasBytes(message) || role == Role.USER,
                "roles take turns: " + role + " after " + last);
        case RESPONSES -> {} // items of one answer follow each other
        default ->
            require(
                role != last || role != Role.ASSISTANT, "two answers follow each other: " + role);
      }
      last = role;
    }
    require(last != Role.ASSISTANT, "a request does not end with an answer");
  }

  private static boolean hasBytes(Message message) {
    return !message.pieces(Piece.Bytes.class).isEmpty();
  }

  /** Each call has one result, right after the answer and in the order of the calls. */
  private static void checkCalls(SeenBody body) {
    var ids = new HashSet<String>();
    var open = new ArrayList<String>();
    boolean isAnswer = false;
    for (Message message : body.messages()) {
      if (message.role() == Role.ASSISTANT) {
        if (!isAnswer) {
          require(open.isEmpty(), "calls without results: " + open);
        }
        for (Call call : message.pieces(Call.class)) {
          require(ids.add(call.id()), "two calls are called " + call.id());
          open.add(call.id());
        }
        isAnswer = true;
        continue;
      }
      isAnswer = false;
      for (Piece piece : message.pieces()) {
        if (piece instanceof Result result) {
          require(
              !open.isEmpty() && open.get(0).equals(result.id()),
              "the result of " + result.id() + " stands where " + open + " are open");
          open.remove(0);
        } else {
          require(open.isEmpty(), "something stands before the results of " + open);
        }
      }
    }
    require(open.isEmpty(), "calls without results: " + open);
  }

  /** What a content stands as. */
  private enum As {
    FULL,
    PROMISED,
    DIFF,
    REFERENCE,
    LINE
  }

  /** Something in a text that the rules are about, and where it begins. */
  private sealed interface Found {}

  /** A question of the user, by its number. */
  private record Asked(int question) implements Found {}

  /**
   * A content, or a line in its stead.
   *
   * @param place the words for the place that a line refers to
   * @param base those for the place of what the diff is against that it refers to
   */
  private record Given(
      As as, Content content, String line, String place, String base, @Nullable SeenDiff diff)
      implements Found {

    static Given of(As as, Content content, String line) {
      return new Given(as, content, line, "", "", null);
    }
  }

  /** How a content was last given. */
  private record Last(
      @Nullable Content content, boolean isAnswerByReference, int round, int results) {}

  private static final Last NOTHING = new Last(null, false, 0, 0);

  /** The reading of one body, from its beginning to its end. */
  private final class Reading {

    final Map<String, List<Content>> inResults = new HashMap<>();
    private final boolean isElided;
    private final Map<Content, Set<String>> full = new HashMap<>(); // and the places it has
    private final Map<Content, Map<String, String>> diffs = new HashMap<>(); // places, and bases
    private final Map<String, Content> lastFull = new HashMap<>(); // by path
    private final Map<String, Last> lastOfPath = new HashMap<>();
    private final Set<String> forced = new HashSet<>(); // the calls, each with its round
    private int diffsSeen;
    private final List<Content> promised = new ArrayList<>();
    private final Map<Integer, List<Content>> ofQuestion = new HashMap<>();
    private final List<Content> sinceQuestion = new ArrayList<>();
    private final Map<String, Call> calls = new HashMap<>();
    private int questions;
    private int round;
    private int results;

    Reading(boolean isElided) {
      this.isElided = isElided;
    }

    void read(Message message) {
      if (message.role() == Role.ASSISTANT) {
        round++;
        message.pieces(Call.class).forEach(call -> calls.put(call.id(), call));
        return;
      }
      for (Piece piece : message.pieces()) {
        if (piece instanceof Result result) {
          read(result);
        } else {
          read(piece, null);
        }
      }
    }

    private void read(Result result) {
      Call call = calls.get(result.id());
      results++;
      var found = new ArrayList<Content>();
      inResults.put(result.id(), found);
      var text = new StringBuilder();
      for (Piece piece : result.content()) {
        found.addAll(read(piece, call));
        text.append(piece instanceof Piece.Words words ? words.text() : "");
      }
      require(!text.toString().isBlank(), "the result of " + result.id() + " is empty");
      require(
          found.size() <= 1 || found.stream().distinct().count() <= 1,
          "one result has several contents: " + result.id());
    }

    private List<Content> read(Piece piece, @Nullable Call call) {
      var contents = new ArrayList<Content>();
      for (Found each : found(piece)) {
        if (each instanceof Asked asked) {
          questions++;
          ofQuestion.put(asked.question(), List.copyOf(sinceQuestion));
          sinceQuestion.clear();
        } else if (each instanceof Given given) {
          contents.add(given.content());
          add(given, call);
        }
      }
      return contents;
    }

    private List<Found> found(Piece piece) {
      if (piece instanceof Piece.Bytes bytes) {
        Content content = known(byHead.get(bytes.base64()), "bytes");
        return List.of(Given.of(As.FULL, content, ""));
      }
      return piece instanceof Piece.Words words ? found(words.text()) : List.of();
    }

    private static Content known(@Nullable Content content, String what) {
      if (content == null) {
        throw new Broken("this was never in a file: " + what);
      }
      return content;
    }

    /** All that a text has, in order. */
    private List<Found> found(String whole) {
      var found = new TreeMap<Integer, Found>();
      var rest = new StringBuilder(whole); // without the diffs, which have lines of contents
      for (SeenDiff diff : SeenDiff.in(whole)) {
        Content content = known(byDigest.get(diff.to()), diff.to());
        String line = whole.substring(diff.begin(), whole.indexOf('\n', diff.begin()));
        found.put(diff.begin(), new Given(As.DIFF, content, line, diff.base(), "", diff));
        rest.replace(diff.begin(), diff.end(), " ".repeat(diff.end() - diff.begin()));
      }
      String text = rest.toString();
      require(!text.contains("Unified diff"), "a diff is torn: " + text);
      for (Matcher m = QUESTION.matcher(text); m.find(); ) {
        found.put(m.start(), new Asked(Integer.parseInt(m.group(1))));
      }
      for (Matcher m = HEAD.matcher(text); m.find(); ) {
        Content content = known(byHead.get(m.group()), m.group());
        require(
            text.startsWith(content.shown().stripTrailing(), m.start()),
            "a content is torn: " + m.group());
        found.put(m.start(), Given.of(As.FULL, content, ""));
      }
      add(REFERENCE, As.REFERENCE, text, found);
      for (Matcher m = BY_DIFF.matcher(text); m.find(); ) {
        Content content = known(byDigest.get(m.group("digest")), m.group());
        String base = SeenDiff.place(m.group("baseTurn"), m.group("baseCall"));
        String place = SeenDiff.place(null, m.group("call"));
        found.put(m.start(), new Given(As.REFERENCE, content, m.group(), place, base, null));
      }
      add(LEFT_OUT, As.LINE, text, found);
      add(IN_NEXT, As.PROMISED, text, found);
      add(DESCRIBED, As.LINE, text, found);
      return List.copyOf(found.values());
    }

    private void add(Pattern pattern, As as, String text, Map<Integer, Found> to) {
      for (Matcher m = pattern.matcher(text); m.find(); ) {
        Content content = known(byDigest.get(m.group("digest")), m.group());
        String place = as == As.REFERENCE ? SeenDiff.place(m.group("turn"), m.group("call")) : "";
        to.put(m.start(), new Given(as, content, m.group(), place, "", null));
      }
    }

    private void add(Given found, @Nullable Call call) {
      Content content = found.content();
      if (call == null && found.as() == As.FULL && promised.remove(content)) {
        return; // the block of a result, which stands behind all of them
      }
      if (call == null) {
        sinceQuestion.add(content);
      }
      String tool = call == null ? "" : call.name();
      boolean isRefresh = tool.equals("refresh_resource");
      boolean isForced = call != null && isRefresh && call.arguments().path("force").asBoolean();
      String made = round + " " + (call == null ? "" : call.arguments());
      Last last = lastOfPath.getOrDefault(content.path(), NOTHING);
      boolean isAskedAgain = isRefresh && last.isAnswerByReference() && last.round() < round;
      String where = found.as() + " " + content.path() + " in " + (call == null ? "" : call);
      if (isForced && (found.as() == As.FULL || found.as() == As.PROMISED)) {
        forced.add(made);
      }
      switch (found.as()) {
        case REFERENCE -> {
          checkReference(found);
          boolean isOfOthers = call != null && !isRefresh && !tool.equals("attach_resource");
          require(
              found.line().contains(" (source: tool:" + tool + ") ") == isOfOthers,
              "whether a tool says so is not said: " + found.line());
          require(
              !isForced || forced.contains(made),
              "what was forced is referred to, and not by a further call of one answer: " + where);
          require(
              isElided || !isAskedAgain || results - last.results() > SOON,
              "what was asked for again is referred to again: " + where);
        }
        case DIFF -> {
          checkDiff(found);
          require(isRefresh && !isForced, "this is not asked for as a diff: " + where);
          require(
              isElided || !isThere(content) || isAskedAgain,
              "what stands there already is given by a diff: " + where);
          diffs.computeIfAbsent(content, key -> new HashMap<>()).put(place(call), found.place());
          diffsSeen++;
        }
        case FULL, PROMISED -> {
          require(
              isElided || !content.isLarge() || !isThere(content) || isForced || isAskedAgain,
              "a content stands there twice: " + where);
          require(
              isElided
                  || !isRefresh
                  || isForced
                  || (isAskedAgain && content.equals(last.content()))
                  || !isSmallChange(lastFull.get(content.path()), content),
              "a small change is given in full: " + where);
          lastFull.put(content.path(), content);
          full.computeIfAbsent(content, key -> new HashSet<>()).add(place(call));
          if (found.as() == As.PROMISED) {
            promised.add(content);
          }
        }
        case LINE -> {}
      }
      lastOfPath.put(
          content.path(),
          new Last(content, isRefresh && found.as() == As.REFERENCE, round, results));
    }

    /** Whether a model has a content, in full or by a diff. */
    private boolean isThere(Content content) {
      return full.containsKey(content) || diffs.containsKey(content);
    }

    private boolean isSmallChange(@Nullable Content from, Content to) {
      if (!hasDiffs || from == null || !from.isText() || !to.isLarge()) {
        return false;
      }
      var changed = new ArrayList<>(SeenDiff.lines(to.shown()));
      int added = changed.size();
      SeenDiff.lines(from.shown()).forEach(changed::remove);
      int removed = SeenDiff.lines(from.shown()).size() - (added - changed.size());
      return !from.equals(to) && changed.size() + removed <= FEW;
    }

    private void checkDiff(Given given) {
      Content content = given.content();
      SeenDiff diff = Objects.requireNonNull(given.diff());
      require(hasDiffs, "there are no diffs: " + given.line());
      require(content.isLarge(), "a small content is given by a diff: " + given.line());
      Content base = known(byDigest.get(diff.from()), given.line());
      require(
          diff.path().endsWith(content.path()) && base.path().equals(content.path()),
          "a diff has the name of something else: " + given.line());
      require(
          full.getOrDefault(base, Set.of()).contains(diff.base()),
          "what a diff is against does not stand where it says: " + given.line());
      require(diff.bytes() <= content.bytes() / 2, "a diff is too long: " + given.line());
      require(
          diff.applied(base.shown()).equals(content.shown()),
          "a diff gives something else: " + given.line());
    }

    private void checkReference(Given reference) {
      Content content = reference.content();
      require(content.isLarge(), "a small content is referred to: " + reference.line());
      require(
          reference
              .line()
              .matches("The content of (\\S*/)?" + Pattern.quote(content.path()) + " .*"),
          "a line has the name of something else: " + reference.line());
      require(
          reference.base().isEmpty()
              ? full.getOrDefault(content, Set.of()).contains(reference.place())
              : reference
                  .base()
                  .equals(diffs.getOrDefault(content, Map.of()).get(reference.place())),
          "no content stands where a line says: " + reference.line());
    }

    /** The words for a place; what is attached comes before the question of its turn. */
    private String place(@Nullable Call call) {
      return call == null ? "turn " + questions : "call " + call.id();
    }

    void checkTurns(List<Turn> turns) {
      require(promised.isEmpty(), "the next message does not have " + promised);
      require(questions == turns.size(), "there are " + questions + " of " + turns.size());
      for (Turn turn : turns) {
        require(
            ofQuestion.getOrDefault(turn.question(), List.of()).containsAll(turn.attached()),
            "question " + turn.question() + " does not have all that was attached");
      }
    }
  }
}
