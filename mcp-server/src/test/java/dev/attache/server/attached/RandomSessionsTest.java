package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.support.json.LenientValues;
import java.io.IOException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random sessions of clients that cut, compact, ask for sub-agents and start again, over both kinds
 * of revisions. An oracle knows what the model was shown, and finds each line and each diff that
 * goes by something else. It shares no code with the server.
 */
class RandomSessionsTest {

  private static final int SESSIONS =
      Integer.getInteger("attache.sessions", Boolean.getBoolean("attache.slow") ? 2_000 : 120);

  private static final long SEED = Long.getLong("attache.seed", 40);

  private static final int STEPS = 30;

  private static final String META =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{},"
          + "'io.modelcontextprotocol/clientInfo':{'name':'NAME','version':'1'}}";

  /** The client that cuts JSON, and at how many characters of it. */
  private static final String CUTTING = "codex-mcp-client";

  private static final int CUT_JSON = 12_000;

  private static final Pattern UNCHANGED =
      Pattern.compile("mem:a sha256:([0-9a-f]{12}) ([0-9]+) lines?: unchanged\\.");
  private static final Pattern UNCHANGED_LINES =
      Pattern.compile(
          "mem:a sha256:([0-9a-f]{12}) lines ([0-9]+)(?::([0-9]+))?-([0-9]+)(?::([0-9]+))? of"
              + " ([0-9]+): unchanged\\.(?: More: .*)?");
  private static final Pattern IN_SESSION =
      Pattern.compile(
          "mem:a is unchanged since I returned it in this session \\(sha256:([0-9a-f]{12})\\); call"
              + " with force=true if you do not have it\\.");
  private static final Pattern SMALL =
      Pattern.compile(
          "mem:a is unchanged since I returned it in this session \\(sha256:([0-9a-f]{12})\\):");
  private static final Pattern DIFF =
      Pattern.compile(
          "(?s)mem:a has changed( since I returned it in this session|)\\. Unified diff from"
              + " sha256:([0-9a-f]{12}) to sha256:([0-9a-f]{12}); call with force=true for all of"
              + " it:\\n(.*)");
  private static final Pattern WHOLE =
      Pattern.compile("(?s)mem:a sha256:([0-9a-f]{12}) ([0-9]+) lines?\\n(.*)");
  private static final Pattern PAGE =
      Pattern.compile(
          "(?s)mem:a sha256:([0-9a-f]{12}) lines ([0-9]+)(?::([0-9]+))?-([0-9]+)(?::([0-9]+))? of"
              + " ([0-9]+)\\n(.*)");
  private static final Pattern MORE =
      Pattern.compile("(?s)(.*)More: call refresh_resource with lines \"([^\"]+)\"\\.");
  private static final Pattern HUNK =
      Pattern.compile("@@ -([0-9]+)(?:,([0-9]+))? \\+([0-9]+)(?:,([0-9]+))? @@");

  @TempDir Path directory;

  @Test
  void referToNothingThatTheModelDoesNotHave() throws IOException {
    var counts = new HashMap<String, Integer>();
    for (int i = 0; i < SESSIONS; i++) {
      new Session(directory.resolve("s" + i), SEED + i, counts).run();
    }
    assertThat(counts.keySet())
        .as("%s", counts)
        .contains(
            "unchanged",
            "unchanged lines",
            "unchanged in the session",
            "unchanged, asked for again",
            "small",
            "diff",
            "diff in the session",
            "whole",
            "page");
  }

  private static String digest(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every platform has it
    }
  }

  /** A session of a client, its model and its user, by one random number. */
  private static final class Session {

    private final Random random;
    private final String name;
    private final Map<String, Integer> counts;
    private final MemorySources sources = new MemorySources();
    private final Setting setting;
    private final int cutsAt;
    private final String clientName;
    private final List<String> versions = new ArrayList<>();

    /** The whole texts that the model has, by their digests. */
    private final Map<String, String> has = new HashMap<>();

    /** The pages that it has: the lines of each, by its digest. */
    private final Map<String, String> hasPages = new HashMap<>();

    /** The texts of those pages, which may be all of another version. */
    private final Map<String, String> pages = new HashMap<>();

    /** The whole texts that tools have sent in this session, in one piece. */
    private final Map<String, String> sent = new HashMap<>();

    /** Those of them that the model has forgotten since. */
    private final Set<String> forgotten = new HashSet<>();

    private String now = "";
    private TestClient client;

    Session(Path directory, long seed, Map<String, Integer> counts) throws IOException {
      this.random = new Random(seed);
      this.name = "seed " + seed;
      this.counts = counts;
      this.setting = new Setting(directory, "mem:a").handler(sources);
      int page = 20 + random.nextInt(1500);
      this.clientName = random.nextInt(3) == 0 ? CUTTING : "test";
      setting.pageTokens = clientName.equals(CUTTING) ? Long.valueOf(9_000) : Long.valueOf(page);
      this.cutsAt = random.nextInt(3) == 0 ? Integer.MAX_VALUE : page * 8 + 400;
      edit();
      this.client = TestClient.silent(setting).begin(clientName);
      client.ask("resources/list", "{}"); // now it is recorded, and can go on after a restart
    }

    void run() throws IOException {
      try {
        for (int i = 0; i < STEPS; i++) {
          step();
        }
      } finally {
        client.close();
      }
    }

    private void step() throws IOException {
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4 -> edit();
        case 5 -> forget(); // it compacts, or a sub-agent goes on
        case 6 -> startAgain();
        case 7 -> client.ask("resources/read", "{'uri':'mem:a'}"); // which the model is not shown
        default -> ask();
      }
    }

    private void startAgain() {
      client.close();
      client = TestClient.silent(setting).begin(clientName);
      sent.clear();
      forgotten.clear();
      if (random.nextBoolean()) {
        forget();
      }
    }

    private void forget() {
      has.clear();
      hasPages.clear();
      pages.clear();
      forgotten.addAll(sent.keySet());
    }

    private void edit() {
      List<String> lines =
          new ArrayList<>(now.isEmpty() ? List.of() : List.of(now.split("(?<=\n)")));
      switch (random.nextInt(8)) {
        case 0 -> lines.clear();
        case 1 -> add(lines, 1 + random.nextInt(400));
        case 2 -> lines.add("the end " + (random.nextBoolean() ? "\n" : ""));
        case 3 -> {
          if (!lines.isEmpty()) {
            lines.remove(random.nextInt(lines.size()));
          }
        }
        case 4 -> lines.add(0, "word ".repeat(random.nextInt(900)) + "\n");
        case 7 -> lines.add("\"".repeat(random.nextInt(9_000)) + "\n");
        case 5 -> add(lines, 3);
        default -> {
          if (!versions.isEmpty()) {
            lines = List.of(versions.get(random.nextInt(versions.size())));
          }
        }
      }
      now = String.join("", lines);
      versions.add(now);
      sources.put("mem:a", now);
    }

    private void add(List<String> lines, int count) {
      for (int i = 0; i < count; i++) {
        String line = random.nextInt(9) == 0 ? "é日😀 " + random.nextInt() : "int x" + i + " = 0;";
        lines.add(lines.isEmpty() ? 0 : random.nextInt(lines.size()), line + "\n");
      }
    }

    private void ask() {
      var arguments = new StringBuilder("'uri':'mem:a'");
      String known = null;
      String lines = null;
      boolean isForced = random.nextInt(12) == 0;
      if (random.nextInt(5) < 2 && !has.isEmpty()) {
        known = any(has);
      } else if (random.nextInt(4) == 0 && !hasPages.isEmpty()) {
        known = any(hasPages);
        lines = random.nextInt(4) == 0 ? null : hasPages.get(known);
      } else if (random.nextInt(6) == 0) {
        int from = 1 + random.nextInt(30);
        lines =
            from + "-" + (random.nextBoolean() ? "" : String.valueOf(from + random.nextInt(40)));
      }
      if (known != null) {
        arguments.append(",'known':'").append(random.nextBoolean() ? "sha256:" : "").append(known);
        arguments.append("'");
      }
      if (lines != null) {
        arguments.append(",'lines':'").append(lines).append("'");
      }
      if (isForced) {
        arguments.append(",'force':true");
      }
      boolean isStateless = random.nextInt(3) == 0;
      see(call(arguments.toString(), isStateless), known, lines, isForced, isStateless);
    }

    private String any(Map<String, String> of) {
      List<String> digests = of.keySet().stream().sorted().toList();
      return digests.get(random.nextInt(digests.size()));
    }

    private List<String> call(String arguments, boolean isStateless) {
      String params =
          "{'name':'refresh_resource','arguments':{"
              + arguments
              + "}"
              + (isStateless ? "," + META.replace("NAME", clientName) : "")
              + "}";
      var texts = new ArrayList<String>();
      List<Map<String, Object>> blocks =
          LenientValues.objects(client.ask("tools/call", params).get("content"));
      assertThat(blocks).as(name).isNotNull();
      for (Map<String, Object> block : blocks) {
        assertThat(block).as(name).containsEntry("type", "text");
        texts.add(String.valueOf(block.get("text")));
      }
      return texts;
    }

    /** Takes an answer as the model does, and judges it. */
    private void see(
        List<String> answer,
        @Nullable String known,
        @Nullable String lines,
        boolean isForced,
        boolean isStateless) {
      String text = answer.get(answer.size() - 1);
      if (answer.size() == 2) {
        Matcher small = matcher(SMALL, answer.get(0));
        assertThat(isStateless || isForced).as(name).isFalse();
        assertThat(small.group(1)).as(name).isEqualTo(digest(now));
        assertThat(sent).as(name).containsKey(small.group(1));
        assertThat(text).as(name).endsWith("\n" + now);
        count("small");
      }
      Matcher line = UNCHANGED.matcher(text);
      if (line.matches()) {
        assertThat(isForced).as(name).isFalse();
        assertThat(line.group(1)).as(name).isEqualTo(known).isEqualTo(digest(now));
        assertThat(Integer.parseInt(line.group(2))).as(name).isEqualTo(split(now).length);
        assertThat(has.containsKey(known) || hasPages.containsKey(known)) // which is all by now
            .as("%s: the model has what it is referred to", name)
            .isTrue();
        count("unchanged");
        return;
      }
      line = UNCHANGED_LINES.matcher(text);
      if (line.matches()) {
        assertThat(isForced).as(name).isFalse();
        assertThat(line.group(1)).as(name).isEqualTo(known);
        assertThat(digest(part(line, 2))).as(name).isEqualTo(known);
        assertThat(hasPages.containsKey(known) || has.containsKey(known)) // which was all then
            .as("%s: the model has those lines", name)
            .isTrue();
        count("unchanged lines");
        return;
      }
      line = IN_SESSION.matcher(text);
      if (line.matches()) {
        assertThat(isForced || isStateless || known != null || lines != null).as(name).isFalse();
        assertThat(line.group(1)).as(name).isEqualTo(digest(now));
        assertThat(sent).as("%s: a tool sent it in this session", name).containsKey(digest(now));
        count("unchanged in the session");
        if (!has.containsKey(digest(now))) {
          assertThat(forgotten).as("%s: only the model can know", name).contains(digest(now));
          count("unchanged, asked for again");
          see(call("'uri':'mem:a','force':true", false), null, null, true, false);
        }
        return;
      }
      Matcher diff = DIFF.matcher(text);
      if (diff.matches()) {
        assertThat(isForced || lines != null).as(name).isFalse();
        boolean isNamed = diff.group(1).isEmpty();
        String base = diff.group(2);
        if (isNamed) {
          assertThat(base).as(name).isEqualTo(known);
        } else {
          assertThat(isStateless || known != null).as(name).isFalse();
          assertThat(sent).as("%s: a tool sent it in this session", name).containsKey(base);
        }
        assertThat(
                has.containsKey(base)
                    || (isNamed ? pages.containsKey(base) : forgotten.contains(base)))
            .as(name)
            .isTrue();
        String before = isNamed ? has.getOrDefault(base, pages.get(base)) : sent.get(base);
        assertThat(patched(String.valueOf(before), diff.group(4))).as(name).isEqualTo(now);
        assertThat(diff.group(3)).as(name).isEqualTo(digest(now));
        count(isNamed ? "diff" : "diff in the session");
        if ((has.containsKey(base) || isNamed) && isShown(text)) {
          has.put(digest(now), now);
        }
        return;
      }
      seeContent(text, lines, isStateless);
    }

    private void seeContent(String text, @Nullable String lines, boolean isStateless) {
      Matcher whole = WHOLE.matcher(text);
      if (whole.matches()) {
        assertThat(whole.group(3)).as(name).isEqualTo(now);
        assertThat(whole.group(1)).as(name).isEqualTo(digest(now));
        assertThat(Integer.parseInt(whole.group(2))).as(name).isEqualTo(split(now).length);
        count("whole");
        if (!isStateless) {
          sent.put(digest(now), now);
          forgotten.remove(digest(now));
        }
        if (isShown(text)) {
          has.put(digest(now), now);
        }
        return;
      }
      Matcher page = PAGE.matcher(text);
      if (!page.matches()) {
        assertThat(lines).as("%s: %s", name, text).isNotNull();
        assertThat(text).as(name).contains("begins after the end");
        return;
      }
      String part = part(page, 2);
      assertThat(page.group(7)).as(name).startsWith(part);
      assertThat(page.group(1)).as(name).isEqualTo(digest(part));
      assertThat(Integer.parseInt(page.group(6))).as(name).isEqualTo(split(now).length);
      Matcher more = MORE.matcher(page.group(7).substring(part.length()));
      if (lines == null) {
        assertThat(more.matches()).as("%s: says how to get the rest", name).isTrue();
      }
      count("page");
      if (isShown(text)) {
        pages.put(digest(part), part);
        hasPages.put(
            digest(part), page.group(0).replaceFirst("(?s)mem:a \\S+ lines (\\S+) of .*", "$1"));
      }
    }

    /** Tests whether the client shows all of a text to its model. */
    private boolean isShown(String text) {
      return clientName.equals(CUTTING)
          ? text.length() + text.chars().filter(c -> c == '"' || c == '\n').count() <= CUT_JSON
          : text.length() <= cutsAt;
    }

    private Matcher matcher(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(text);
      assertThat(matcher.matches()).as("%s: %s", name, text).isTrue();
      return matcher;
    }

    private void count(String what) {
      counts.merge(what, 1, Integer::sum);
    }

    /** The part of the text that four groups name: line, character, line, character. */
    private String part(Matcher range, int group) {
      String[] all = split(now);
      int first = Integer.parseInt(range.group(group));
      int last = Integer.parseInt(range.group(group + 2));
      var part = new StringBuilder();
      for (int i = first; i <= last; i++) {
        int[] characters = all[i - 1].codePoints().toArray();
        String begins = i == first ? range.group(group + 1) : null;
        String ends = i == last ? range.group(group + 3) : null;
        int begin = begins == null ? 0 : Integer.parseInt(begins) - 1;
        int end = ends == null ? characters.length : Integer.parseInt(ends);
        part.append(new String(characters, begin, end - begin));
      }
      return part.toString();
    }
  }

  private static String[] split(String text) {
    return text.isEmpty() ? new String[0] : text.split("(?<=\n)");
  }

  /** Returns a text with hunks applied. */
  private static String patched(String before, String hunks) {
    String[] old = split(before);
    var after = new StringBuilder();
    int at = 0;
    String[] lines = hunks.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      boolean isLast = i + 1 < lines.length && lines[i + 1].startsWith("\\");
      Matcher hunk = HUNK.matcher(line);
      if (hunk.matches()) {
        int begin = Integer.parseInt(hunk.group(1));
        boolean isOfNone = "0".equals(hunk.group(2));
        for (int to = isOfNone ? begin : begin - 1; at < to; at++) {
          after.append(old[at]);
        }
      } else if (line.startsWith("+")) {
        after.append(line.substring(1)).append(isLast ? "" : "\n");
      } else if (line.startsWith("-")) {
        assertThat(old[at++]).isEqualTo(line.substring(1) + (isLast ? "" : "\n"));
      } else if (line.startsWith(" ")) {
        assertThat(old[at]).isEqualTo(line.substring(1) + (isLast ? "" : "\n"));
        after.append(old[at++]);
      } else {
        assertThat(line).matches("|\\\\ No newline.*"); // the empty one is after the last
      }
    }
    while (at < old.length) {
      after.append(old[at++]);
    }
    return after.toString();
  }
}
