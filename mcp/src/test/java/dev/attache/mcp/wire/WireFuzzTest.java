package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random messages, whole and broken. What is taken is compared with the grammar, what is read with
 * what another reader reads, and what arrives in pieces with what arrives at once.
 */
class WireFuzzTest {

  private static final int CASES = Boolean.getBoolean("attache.slow") ? 80_000 : 20_000;
  private static final long FIRST_SEED = 8259;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|.)");

  /** One case, made from its seed. Compared by identity. */
  private static final class Case {

    final long seed;
    final byte[] bytes;

    /** The id of the message, as JSON; empty if it is none, or broken. */
    final String id;

    Case(long seed, byte[] bytes, String id) {
      this.seed = seed;
      this.bytes = bytes;
      this.id = id;
    }

    static Case of(long seed, byte[] other) {
      var random = new Random(seed);
      RandomJson json = RandomJson.of(random);
      boolean isBroken = random.nextInt(2) == 0;
      byte[] bytes = json.bytes();
      return isBroken
          ? new Case(seed, RandomJson.mutated(bytes, other, random), "")
          : new Case(seed, bytes, json.id);
    }

    @Override
    public String toString() {
      return "seed " + seed + ": " + new String(bytes, ISO_8859_1);
    }
  }

  /** What is checked of each case. */
  private interface Check {
    void check(Case each) throws Exception;
  }

  private static final List<Case> ALL = new ArrayList<>();

  @BeforeAll
  static void make() {
    byte[] other = {};
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      Case each = Case.of(seed, other);
      ALL.add(each);
      other = each.bytes.length < 1000 ? each.bytes : other;
    }
  }

  @AfterAll
  static void forget() {
    ALL.clear();
  }

  private static void forEach(Check check) {
    for (Case each : ALL) {
      try {
        check.check(each);
      } catch (Exception | AssertionError | StackOverflowError e) {
        throw new AssertionError(each + "\n" + e.getMessage(), e);
      }
    }
  }

  @Test
  void takesWhatTheGrammarHasAndReadsWhatOthersRead() {
    var counts = new int[3];
    forEach(
        each -> {
          JsonGrammar grammar = JsonGrammar.match(each.bytes);
          boolean isBeyond =
              grammar != null && (grammar.deepest > 1000 || grammar.longestNumber > 1000);
          counts[grammar == null ? 0 : isBeyond ? 1 : 2]++;
          Object read;
          try {
            read = PlainJson.read(each.bytes, 0, each.bytes.length);
          } catch (UnreadableException e) {
            assertThat(grammar == null || isBeyond).as(e.text()).isTrue();
            assertThat(e.text())
                .isIn(
                    "is not JSON",
                    "is not in UTF-8",
                    "is nested deeper than 1000 levels",
                    "has a number of more than 1000 characters");
            assertThat(e.isTooLarge()).isFalse();
            return;
          }
          assertThat(grammar).as("what the grammar does not have").isNotNull();
          assertThat(isBeyond).isFalse();
          assertThat(read).isEqualTo(expected(text(each.bytes)));
          if (each.seed % 4 == 0) {
            assertThat(PlainJson.read(text(each.bytes))).isEqualTo(read);
          }
          assertStaysTheSameWhenWritten(read);
        });
    assertThat(counts[0]).as("no JSON").isGreaterThan(CASES / 10);
    assertThat(counts[1]).as("beyond the limits").isGreaterThan(CASES / 1000);
    assertThat(counts[2]).as("JSON").isGreaterThan(CASES / 3);
  }

  private static String text(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    return text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  /** A text for another reader, which takes half characters in names only if none is escaped. */
  private static String plain(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape -> {
              String hex = escape.group(1);
              int unit = hex == null ? 0 : Integer.parseInt(hex, 16);
              return Matcher.quoteReplacement(
                  unit >> 11 == 0x1B ? Character.toString((char) unit) : escape.group());
            });
  }

  /** What is read: half characters stay, unless there is one in a name. */
  private static @Nullable Object expected(String text) throws IOException {
    String plain = plain(text);
    Object tree = tree(plain);
    return hasHalfInName(plain) ? whole(tree) : tree;
  }

  private static @Nullable Object tree(String plain) throws IOException {
    return MAPPER.readValue(plain, Object.class);
  }

  /** Looks at all names, also at those within what a second value of the same name replaces. */
  private static boolean hasHalfInName(String plain) throws IOException {
    try (JsonParser parser = MAPPER.createParser(plain)) {
      while (parser.nextToken() != null) {
        String name = parser.currentName();
        if (!Objects.equals(name, whole(name))) {
          return true;
        }
      }
    }
    return false;
  }

  /** A tree with the replacement character in place of each half character. */
  private static @Nullable Object whole(@Nullable Object tree) {
    if (tree instanceof String text) {
      var whole = new StringBuilder();
      for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
        int character = text.codePointAt(i);
        whole.appendCodePoint(character >> 11 == 0x1B ? 0xFFFD : character);
      }
      return whole.toString();
    }
    if (tree instanceof Map<?, ?> map) {
      var whole = new LinkedHashMap<@Nullable Object, @Nullable Object>();
      map.forEach((name, value) -> whole.put(whole(name), whole(value)));
      return whole;
    }
    if (tree instanceof List<?> list) {
      var whole = new ArrayList<@Nullable Object>();
      list.forEach(each -> whole.add(whole(each)));
      return whole;
    }
    return tree;
  }

  private static void assertStaysTheSameWhenWritten(@Nullable Object value) throws IOException {
    byte[] written = PlainJson.write(value);
    assertThat(new String(written, ISO_8859_1)).doesNotContain("\n", "\r");
    assertThat(JsonGrammar.match(written)).isNotNull();
    if (!isInfiniteSomewhere(value)) {
      assertThat(PlainJson.read(written, 0, written.length))
          .isEqualTo(hasHalfInName(MAPPER.writeValueAsString(value)) ? whole(value) : value);
    }
  }

  /** Whether there is a number in it for which JSON has no text. */
  private static boolean isInfiniteSomewhere(@Nullable Object value) {
    Iterable<?> parts =
        value instanceof Map<?, ?> map
            ? map.values()
            : value instanceof List<?> list ? list : List.of();
    for (Object part : parts) {
      if (isInfiniteSomewhere(part)) {
        return true;
      }
    }
    return value instanceof Double number && number.isInfinite();
  }

  @Test
  void readsTheSameWhereverTheBytesStand() {
    forEach(
        each -> {
          if (each.seed % 4 != 0) {
            return;
          }
          byte[] within = new byte[each.bytes.length + 7];
          Arrays.fill(within, (byte) '9');
          System.arraycopy(each.bytes, 0, within, 3, each.bytes.length);
          assertThat(readOrWhyNot(within, 3, each.bytes.length))
              .isEqualTo(readOrWhyNot(each.bytes, 0, each.bytes.length));
        });
  }

  private static @Nullable Object readOrWhyNot(byte[] bytes, int offset, int length) {
    try {
      return PlainJson.read(bytes, offset, length);
    } catch (UnreadableException e) {
      return List.of("unreadable", e.text());
    }
  }

  @Test
  void findsTheIdOfAMessageHoweverItArrives() {
    forEach(
        each -> {
          var whole = new MessageId();
          whole.accept(each.bytes, 0, each.bytes.length);
          var pieces = new MessageId();
          var random = new Random(each.seed);
          for (int i = 0, n; i < each.bytes.length; i += n) {
            n = Math.min(each.bytes.length - i, 1 + random.nextInt(20));
            pieces.accept(each.bytes, i, n);
          }
          assertThat(pieces.any()).isEqualTo(whole.any());
          assertThat(pieces.found()).isEqualTo(whole.found());
          if (!each.id.isEmpty() && JsonGrammar.match(each.bytes) != null) {
            boolean isTooLong = each.id.getBytes(UTF_8).length > 102;
            assertThat(whole.any()).isEqualTo(isTooLong ? null : tree(plain(each.id)));
          }
        });
  }

  private static final class Taken implements MessageLines.Taker {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void line(byte[] bytes, int offset, int length) {
      lines.add(new String(bytes, offset, length, ISO_8859_1));
    }

    @Override
    public void tooLong(MessageId id, long length) {
      lines.add(length + " bytes of " + id.any());
    }

    @Override
    public void tooLongForMemory(MessageId id, long length) {
      throw new AssertionError("there is memory for " + length);
    }
  }

  @Test
  void findsTheSameLinesHoweverTheyArrive() {
    forEach(
        each -> {
          var random = new Random(each.seed);
          int limit = 1 + random.nextInt(random.nextBoolean() ? 30 : 3000);
          byte[] stream = RandomJson.mutated(each.bytes, "\n\r\n\n".getBytes(UTF_8), random);
          var taken = new Taken();
          var lines = new MessageLines(taken, limit);
          for (int i = 0, n; i < stream.length; i += n) {
            n = Math.min(stream.length - i, random.nextInt(random.nextBoolean() ? 9 : 900));
            lines.write(stream, i, n);
          }
          lines.end();
          lines.end();
          assertThat(taken.lines).isEqualTo(lines(stream, limit));
        });
  }

  /** The lines of a text, as they are when they are not longer than that. */
  private static List<String> lines(byte[] stream, int limit) {
    String text = new String(stream, ISO_8859_1);
    var lines = new ArrayList<String>(List.of(text.split("\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1); // nothing follows the last end of a line
    }
    lines.replaceAll(
        line -> line.length() > limit ? line.length() + " bytes of " + id(line) : line);
    return lines;
  }

  private static @Nullable Object id(String line) {
    var id = new MessageId();
    byte[] bytes = line.getBytes(ISO_8859_1);
    id.accept(bytes, 0, bytes.length);
    return id.any();
  }
}
