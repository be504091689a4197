package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.test.SeenDiff;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A walk by chance over what people and models do with conversations. An oracle knows what stands
 * in each file, and keeps the texts that each model was printed, letter by letter and by its own
 * digests: whenever a model is referred to a content, it was given exactly that in the form that it
 * would have now, and nothing that was asked for is absent without a line.
 */
class ReferenceWalkTest {

  private static final int STEPS = Boolean.getBoolean("attache.slow") ? 10_000 : 200;
  private static final long SEED = Long.getLong("attache.seed", 4);
  private static final List<String> FILES = List.of("a.txt", "b.txt", "d/c.txt", "d/e.txt");

  private static final Pattern FULL =
      Pattern.compile(
          "^<(resource(?:-\\w+)?) (?:path|uri)=\"([^\"]+)\"[^>]*digest=\"sha256:(\\w{12})\"[^>]*>\n"
              + "(.*?)\n</\\1>$",
          Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern REFERENCE =
      Pattern.compile(
          "^The content of (\\S+)(?: \\(source: tool:read\\))? is (?:identical to|what is given by the diff in)"
              + " [^\n]*?\\(sha256:(\\w{12})\\)[^\n]*$",
          Pattern.MULTILINE);

  private static final Pattern DIFF =
      Pattern.compile(
          "^(\\S+) has changed\\.[^\n]*?\\(sha256:(\\w{12})\\)[^\n]*?\\(sha256:(\\w{12})\\):$",
          Pattern.MULTILINE);

  private static final Pattern SERVED =
      Pattern.compile("(\\S+) sha256:([0-9a-f]{12}) \\d+ lines?\n(.*)", Pattern.DOTALL);

  private static final Pattern SERVED_REFERENCE =
      Pattern.compile(
          "^(\\S+) is unchanged since I returned it in this session \\(sha256:([0-9a-f]{12})\\)");

  @TempDir Path temporary;

  private final Random random = new Random(SEED);
  private final List<Model> models = new ArrayList<>();
  private final Map<String, String> files = new HashMap<>(); // what stands in them, by their URIs
  private Talk talk;
  private int references;
  private int servedReferences;
  private int diffs;

  /** What a model is to be given of a resource: of this content, in this form. */
  private record Expected(String content, String form) {}

  /** What a turn has given, and what it would have given if its reader had not gone. */
  private record Turn(Set<String> seen, Set<String> lost, Set<String> attached) {
    Turn() {
      this(new HashSet<>(), new HashSet<>(), new HashSet<>());
    }

    Turn copy() {
      return new Turn(new HashSet<>(seen), new HashSet<>(lost), new HashSet<>(attached));
    }
  }

  /** What the model of a conversation was given, turn by turn; not what the product recorded. */
  private static final class Model {
    final String id;
    final List<Turn> turns = new ArrayList<>();

    Model(String id) {
      this.id = id;
    }

    Turn begin() {
      turns.add(new Turn());
      return last();
    }

    Turn last() {
      return turns.get(turns.size() - 1);
    }

    Set<String> seen() {
      return turns.stream().flatMap(turn -> turn.seen.stream()).collect(Collectors.toSet());
    }

    boolean hasAttached(String uri) {
      return turns.stream().anyMatch(turn -> turn.attached.contains(uri));
    }

    /** Whoever answers to a turn, or calls a tool in it, has got it. */
    void act() {
      last().seen.addAll(last().lost);
    }
  }

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
  }

  @Test
  void refersOnlyToWhatTheModelHasSeen() throws Exception {
    for (String file : FILES) {
      edit(file);
    }
    for (int step = 0; step < STEPS; step++) {
      try {
        step();
      } catch (AssertionError e) {
        throw new AssertionError("step " + step + " of seed " + SEED + ": " + e.getMessage(), e);
      }
    }
    models.forEach(this::checkWhole);
    assertThat(references).as("so that this tests something").isGreaterThan(STEPS / 20);
    assertThat(servedReferences).as("so that this tests something").isGreaterThan(STEPS / 200);
    assertThat(diffs).as("so that this tests something").isPositive();
  }

  private void step() throws IOException {
    if (models.isEmpty() || (models.size() < 5 && random.nextInt(40) == 0)) {
      models.add(new Model("m" + models.size() + "-" + random.nextInt(Integer.MAX_VALUE)));
      query(models.get(models.size() - 1), true);
      return;
    }
    Model model = models.get(random.nextInt(models.size()));
    String file = FILES.get(random.nextInt(FILES.size()));
    switch (random.nextInt(15)) {
      case 0, 1 -> edit(file);
      case 2 -> delete(file);
      case 3, 4, 5, 6 -> query(model, false);
      case 7 -> unread(model, file);
      case 8 -> respond(model);
      case 9, 10 -> refresh(model, file);
      case 11 -> result(model, file);
      case 12 -> fork(model);
      case 13 -> serve(model);
      default -> checkWhole(model);
    }
  }

  private void edit(String name) {
    String text = random.nextInt(6) == 0 ? "short\n" : Talk.LONG + random.nextInt(3) + "\n";
    talk.file(name, text);
    files.put(uri(name), text);
  }

  private void delete(String name) throws IOException {
    Files.deleteIfExists(talk.workspace().directory().resolve(name));
    files.remove(uri(name));
  }

  private String uri(String name) {
    return talk.workspace().workspace().uri() + "/" + name;
  }

  /** The URI of what a model is shown by its path. */
  private String uriOf(String label) {
    return label.startsWith("file:") ? label : uri(label);
  }

  private @Nullable Expected inFile(String uri) {
    String text = files.get(uri);
    return text == null ? null : new Expected(text, text);
  }

  private void query(Model model, boolean isNew) {
    var line = new ArrayList<>(List.of("query", "--print", "-q", "--id", model.id, "And this?"));
    if (isNew) {
      line.add("--new");
    }
    var named = new HashSet<String>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String file = FILES.get(random.nextInt(FILES.size()));
      if (named.add(file)) {
        line.addAll(List.of("--attach", file));
      }
    }
    CliRun run = talk.run(line.toArray(String[]::new));
    model.begin();
    Set<String> given = look(model, run.out(), this::inFile);
    model.last().attached.addAll(given);
    for (String file : named) {
      boolean isThere = files.containsKey(uri(file));
      assertThat(given.contains(uri(file))).as("%s: %s", line, run.out()).isEqualTo(isThere);
      assertThat(run.out().contains("not attached: " + file + ":")).isEqualTo(!isThere);
    }
  }

  /** A turn whose reader has gone. */
  private void unread(Model model, String file) {
    String[] line = {"query", "--print", "-q", "--id", model.id, "-a", file, "Lost."};
    talk.workspace()
        .workspace()
        .run(new Failing(new IOException("Broken pipe")), new StringWriter(), line);
    Turn turn = model.begin();
    Set<String> given = look(model, printed(model), this::inFile, turn.lost);
    assertThat(given.contains(uri(file))).isEqualTo(files.containsKey(uri(file)));
  }

  private void respond(Model model) {
    talk.good("conversation", "record-answer", "-q", "--id", model.id, "I see.");
    model.act();
  }

  private void refresh(Model model, String file) {
    boolean isForced = random.nextInt(5) == 0;
    var line = new ArrayList<>(List.of("refresh", "-q", "--id", model.id, file));
    if (isForced) {
      line.add("--force");
    }
    model.act();
    CliRun run = talk.run(line.toArray(String[]::new));
    Set<String> given = look(model, run.out(), this::inFile);
    if (files.containsKey(uri(file)) && model.hasAttached(uri(file))) {
      assertThat(given).as(run.out()).containsExactly(uri(file));
    }
    assertThat(isForced && run.out().contains("is identical to")).as(run.out()).isFalse();
    assertThat(run.out() + run.err()).isNotBlank();
  }

  /** What a tool returns, now and then in a form that it has made for models. */
  private void result(Model model, String file) {
    String text = Talk.LONG + random.nextInt(3) + "\n";
    int form = random.nextInt(4);
    String formatted = form < 2 ? text : "Form " + form + " of " + text;
    talk.input(
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\""
            + file
            + "\",\"text\":\""
            + text.replace("\n", "\\n")
            + "\""
            + (form < 2 ? "" : ",\"formatted\":\"" + formatted.replace("\n", "\\n") + "\"")
            + "}}]"
            + (random.nextInt(6) == 0 ? ",\"isError\":true}" : "}"));
    model.act();
    CliRun run = talk.good("tool-result", "-q", "--id", model.id, "--tool", "read");
    Set<String> given = look(model, run.out(), uri -> new Expected(text, formatted));
    assertThat(given).as(run.out()).containsExactly(uri(file));
  }

  private void fork(Model model) {
    if (models.size() >= 8) {
      models.remove(random.nextInt(models.size()));
      return;
    }
    int turns = random.nextInt(model.turns.size() + 1);
    var fork = new Model("f" + random.nextInt(Integer.MAX_VALUE));
    talk.good(
        "conversation", "fork", model.id, "--to", fork.id, "--turns", Integer.toString(turns));
    model.turns.subList(0, turns).forEach(turn -> fork.turns.add(turn.copy()));
    models.add(fork);
    if (turns == 0) {
      query(fork, false);
    }
  }

  /**
   * A server that starts anew for a client whose model has seen nothing, whoever has asked before.
   * What it answers stands in the conversation from then on.
   */
  private void serve(Model model) {
    ServeRun.Client client = ServeRun.in(talk);
    int calls = 3 + random.nextInt(4);
    var asked = new ArrayList<String>();
    for (int i = 0; i < calls; i++) {
      String uri = uri(FILES.get(i > 0 && random.nextBoolean() ? 0 : random.nextInt(FILES.size())));
      asked.add(uri);
      if (i > 0 && random.nextInt(3) == 0) {
        client.read(uri);
      } else {
        client.refresh(uri);
      }
    }
    ServeRun run = client.serveInTurn("--conversation", model.id).good();
    Turn turn = model.begin();
    look(model, printed(model), this::inFile); // of a fork: what is pending
    var returned = new HashSet<String>();
    List<JsonNode> answers =
        run.run().json().stream().filter(answer -> answer.path("id").asInt() > 0).toList();
    for (JsonNode answer : answers) {
      JsonNode result = answer.path("result");
      assertThat(result.path("content").size() + result.path("contents").size() > 0)
          .as("%s", answer)
          .isNotEqualTo(answer.has("error"));
      result.path("contents").forEach(ReferenceWalkTest::checkRead);
      Expected now = inFile(asked.get(answer.get("id").asInt() - 1));
      for (JsonNode block : result.path("content")) {
        checkServed(block, now, returned); // refers to what was returned before
        given(turn, block, now, returned);
      }
    }
  }

  /** What the last turn says, before anybody has answered it. */
  private String printed(Model model) {
    int turn = model.turns.size() - 1;
    String whole = talk.good("conversation", "print", "-q", model.id).out();
    int begin = whole.indexOf("<user turn=\"" + turn + "\">");
    assertThat(begin).as(whole).isNotNegative();
    return whole.substring(begin, whole.indexOf("\n</user>", begin));
  }

  /** A snapshot, with the digest of what it says. No client has to show it to its model. */
  private static void checkRead(JsonNode contents) {
    String text = contents.path("text").asText();
    assertThat(contents.path("_meta").path("dev.attache/digest").asText())
        .startsWith("sha256:" + digest(text));
  }

  private void given(Turn turn, JsonNode block, @Nullable Expected now, Set<String> seen) {
    Matcher whole = SERVED.matcher(block.path("text").asText());
    if (whole.matches()) {
      assertThat(now).as("%s", block).isNotNull();
      assertThat(whole.group(2)).isEqualTo(digest(now.form));
      assertThat(whole.group(3)).isEqualTo(now.form);
      seen.add(what(uriOf(whole.group(1)), now.form));
      turn.seen.add(what(uriOf(whole.group(1)), now.form));
    }
    assertThat(block.path("text").asText())
        .as("nothing is edited meanwhile")
        .doesNotContain("Unified diff");
  }

  private void checkServed(JsonNode block, @Nullable Expected now, Set<String> seen) {
    Matcher reference = SERVED_REFERENCE.matcher(block.path("text").asText());
    if (reference.find()) {
      servedReferences++;
      checkReference(reference, now, seen);
    }
  }

  private Set<String> look(Model model, String printed, Function<String, Expected> expected) {
    return look(model, printed, expected, model.last().seen);
  }

  /** Checks what was printed, adds what it gives, and returns the URIs, of references as well. */
  private Set<String> look(
      Model model, String printed, Function<String, Expected> expected, Set<String> to) {
    var uris = new HashSet<String>();
    Matcher full = FULL.matcher(printed);
    var given = new HashSet<String>();
    while (full.find()) {
      String uri = uriOf(full.group(2));
      Expected now = expected.apply(uri);
      assertThat(now).as(printed).isNotNull();
      assertThat(full.group(3)).isEqualTo(digest(now.content));
      assertThat(full.group(4)).isEqualTo(now.form);
      uris.add(uri);
      given.add(what(uri, now.form));
    }
    Set<String> seen = model.seen();
    for (SeenDiff diff : SeenDiff.in(printed)) {
      String uri = uriOf(diff.path());
      uris.add(uri);
      given.add(applied(diff, expected.apply(uri), seen));
    }
    Matcher reference = REFERENCE.matcher(printed);
    while (reference.find()) {
      references++;
      String uri = uriOf(reference.group(1));
      uris.add(uri);
      checkReference(reference, expected.apply(uri), seen);
    }
    to.addAll(given);
    return uris;
  }

  /** Returns what a diff gives; the model has to have that which it is against. */
  private String applied(SeenDiff diff, @Nullable Expected now, Set<String> seen) {
    diffs++;
    assertThat(now).as("%s", diff).isNotNull();
    assertThat(diff.to()).as("%s", diff).isEqualTo(digest(now.content));
    String begin = uriOf(diff.path()) + " ";
    List<String> against =
        seen.stream()
            .filter(what -> what.startsWith(begin))
            .map(what -> what.substring(begin.length()))
            .filter(text -> digest(text).equals(diff.from()))
            .toList();
    assertThat(against).as("%s", diff).hasSize(1);
    assertThat(diff.applied(against.get(0))).isEqualTo(now.form);
    return what(uriOf(diff.path()), now.form);
  }

  private void checkReference(Matcher reference, @Nullable Expected now, Set<String> seen) {
    assertThat(now).as(reference.group()).isNotNull();
    assertThat(reference.group(2)).as(reference.group()).isEqualTo(digest(now.content));
    assertThat(seen.contains(what(uriOf(reference.group(1)), now.form)))
        .as(reference.group())
        .isTrue();
  }

  /** In the whole of a conversation each line refers to what is there before it. */
  private void checkWhole(Model model) {
    String whole = talk.good("conversation", "print", "-q", model.id).out();
    var seen = new HashSet<String>();
    Matcher each =
        Pattern.compile(FULL + "|" + REFERENCE + "|" + DIFF, FULL.flags()).matcher(whole);
    while (each.find()) {
      if (each.group(2) != null) {
        seen.add(uriOf(each.group(2)) + " " + each.group(3));
      } else if (each.group(7) != null) {
        assertThat(seen).as(each.group()).contains(uriOf(each.group(7)) + " " + each.group(8));
        seen.add(uriOf(each.group(7)) + " " + each.group(9));
      } else {
        assertThat(seen).as(each.group()).contains(uriOf(each.group(5)) + " " + each.group(6));
      }
    }
    String known = String.join("\n", seen);
    model.turns.stream()
        .flatMap(turn -> Stream.concat(turn.seen.stream(), turn.lost.stream()))
        .forEach(what -> assertThat(known).contains(what.substring(0, what.indexOf(' '))));
  }

  private static String what(String uri, String form) {
    return uri + " " + form;
  }

  private static String digest(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every JDK has it
    }
  }
}
