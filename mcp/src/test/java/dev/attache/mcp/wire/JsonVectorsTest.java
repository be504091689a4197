package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What RFC 8259 has taken (y), what it has refused (n), and what it leaves to who reads (i), with
 * what that is here; by its sections.
 */
class JsonVectorsTest {

  private static final String NO_JSON = "is not JSON";
  private static final String NO_UTF_8 = "is not in UTF-8";

  /**
   * A text, and what becomes of it.
   *
   * @param verdict y, n or i
   * @param latin its bytes, as characters of Latin-1
   * @param problem why it is refused; null if it is not
   */
  private record Vector(
      char verdict,
      String section,
      String name,
      String latin,
      @Nullable Object value,
      @Nullable String problem) {

    byte[] text() {
      return latin.getBytes(ISO_8859_1);
    }

    @Override
    public String toString() {
      return verdict + " " + section + " " + name;
    }
  }

  private static Vector y(String section, String text, @Nullable Object value) {
    return new Vector('y', section, text, latin(text.getBytes(UTF_8)), value, null);
  }

  private static Vector n(String section, String text) {
    return new Vector('n', section, text, latin(text.getBytes(UTF_8)), null, NO_JSON);
  }

  private static Vector n(String section, String name, String problem, int... bytes) {
    return new Vector('n', section, name, latin(bytes(bytes)), null, problem);
  }

  private static Vector i(String section, String name, String text, @Nullable Object value) {
    return new Vector('i', section, name, latin(text.getBytes(UTF_8)), value, null);
  }

  private static Vector refused(String section, String name, String text, String problem) {
    return new Vector('i', section, name, latin(text.getBytes(UTF_8)), null, problem);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private static byte[] bytes(int... bytes) {
    var all = new ByteArrayOutputStream();
    IntStream.of(bytes).forEach(all::write);
    return all.toByteArray();
  }

  static Stream<Vector> vectors() {
    return Stream.of(
            grammar(), objects(), arrays(), numbers(), strings(), encodings(), choices(), limits())
        .flatMap(each -> each);
  }

  private static Stream<Vector> grammar() {
    return Stream.of(
        y("2", "null", null),
        y("2", "true", true),
        y("2", "false", false),
        y("2", "7", 7),
        y("2", "\"\"", ""),
        y("2", " \t\r\n7 \t\r\n", 7),
        n("2", ""),
        n("2", " "),
        n("2", "\f7"),
        n("2", "7\u000b"),
        n("2", "\u00a07"),
        n("2", "\u20287"),
        n("2", "7 8"),
        n("2", "7,"),
        n("2", "{}{}"),
        n("2", "[]]"),
        n("2", "[7"),
        n("2", "]"),
        n("2", "/* x */ 7"),
        n("2", "7 // x"),
        n("2", "# x\n7"),
        n("2", "7\u0000"),
        n("3", "True"),
        n("3", "TRUE"),
        n("3", "nul"),
        n("3", "nulls"),
        n("3", "truefalse"),
        n("3", "undefined"),
        n("3", "x"));
  }

  private static Stream<Vector> objects() {
    return Stream.of(
        y("4", "{}", Map.of()),
        y("4", "{ \"a\" : 1 , \"b\" : { } }", Map.of("a", 1, "b", Map.of())),
        y("4", "{\"\":0}", Map.of("", 0)),
        n("4", "{\"a\":1,}"),
        n("4", "{,}"),
        n("4", "{\"a\"}"),
        n("4", "{\"a\":}"),
        n("4", "{\"a\" 1}"),
        n("4", "{\"a\"::1}"),
        n("4", "{\"a\":1 \"b\":2}"),
        n("4", "{a:1}"),
        n("4", "{'a':1}"),
        n("4", "{1:1}"),
        n("4", "{null:1}"),
        n("4", "{\"a\":1"),
        n("4", "{\"a\":1]"));
  }

  private static Stream<Vector> arrays() {
    return Stream.of(
        y("5", "[]", List.of()),
        y("5", "[null]", Collections.singletonList(null)),
        y("5", "[ 1 , \"a\" , [ ] ]", List.of(1, "a", List.of())),
        n("5", "[1,]"),
        n("5", "[,1]"),
        n("5", "[1,,2]"),
        n("5", "[,]"),
        n("5", "[1 2]"),
        n("5", "[1:2]"),
        n("5", "[1}"),
        n("5", "["),
        n("5", "[1,"));
  }

  private static Stream<Vector> numbers() {
    return Stream.of(
        y("6", "0", 0),
        y("6", "-0", 0),
        y("6", "-0.0", -0.0),
        y("6", "0e0", 0.0),
        y("6", "10", 10),
        y("6", "1.0", 1.0),
        y("6", "1E+2", 100.0),
        y("6", "1e-2", 0.01),
        y("6", "2147483648", 2147483648L),
        y("6", "-9223372036854775808", Long.MIN_VALUE),
        y("6", "9223372036854775808", BigInteger.ONE.shiftLeft(63)),
        n("6", "00"),
        n("6", "01"),
        n("6", "-01"),
        n("6", "-"),
        n("6", "--1"),
        n("6", "+1"),
        n("6", "1."),
        n("6", ".1"),
        n("6", "1.e1"),
        n("6", "1e"),
        n("6", "1e+"),
        n("6", "1e1.5"),
        n("6", "1-2"),
        n("6", "1,5"),
        n("6", "1_000"),
        n("6", "0x10"),
        n("6", "1f"),
        n("6", "NaN"),
        n("6", "-NaN"),
        n("6", "Infinity"),
        n("6", "-Infinity"),
        n("6", "\uff11"));
  }

  private static Stream<Vector> strings() {
    return Stream.of(
        y("7", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"),
        y("7", "\"\\u0041\\u00e9\\u20AC\"", "Aé€"),
        y("7", "\"\\u0000\"", "\u0000"),
        y("7", "\"\\uD83D\\uDe00\"", "😀"),
        y("7", "\"aé€😀\"", "aé€😀"),
        y("7", "\"\u007f\u0080\u2028\u2029\uffff\"", "\u007f\u0080\u2028\u2029\uffff"),
        y("7", "\"/*\\\"*/\"", "/*\"*/"),
        n("7", "\""),
        n("7", "\"a"),
        n("7", "\"\\"),
        n("7", "\"\\\""),
        n("7", "'a'"),
        n("7", "\"\\x41\""),
        n("7", "\"\\a\""),
        n("7", "\"\\'\""),
        n("7", "\"\\0\""),
        n("7", "\"\\U0041\""),
        n("7", "\"\\u\""),
        n("7", "\"\\u004\""),
        n("7", "\"\\u004g\""),
        n("7", "\"\\u+041\""),
        n("7", "\"\t\""),
        n("7", "\"a\nb\""),
        n("7", "\"\u0000\""),
        n("7", "\"\u001f\""),
        n("7", "\"a\" \"b\""));
  }

  private static Stream<Vector> encodings() {
    return Stream.concat(
        RandomJson.NO_CHARACTERS.stream()
            .map(
                bytes -> {
                  int[] quoted = new int[bytes.length + 2];
                  Arrays.fill(quoted, '"');
                  System.arraycopy(bytes, 0, quoted, 1, bytes.length);
                  return n("8.1", "string of " + hex(bytes), NO_UTF_8, quoted);
                }),
        Stream.of(
            n("8.1", "name in Latin-1", NO_UTF_8, '{', '"', 0xFC, '"', ':', '7', '}'),
            n("8.1", "UTF-16BE", NO_JSON, 0, '[', 0, '7', 0, ']'),
            n("8.1", "UTF-16LE", NO_JSON, '[', 0, '7', 0, ']', 0),
            n("8.1", "UTF-16BE, marked", NO_UTF_8, 0xFE, 0xFF, 0, '7'),
            n("8.1", "UTF-16LE, marked", NO_UTF_8, 0xFF, 0xFE, '7', 0),
            n("8.1", "UTF-32BE", NO_JSON, 0, 0, 0, '7'),
            n("8.1", "UTF-32LE", NO_JSON, '7', 0, 0, 0),
            n("8.1", "mark alone", NO_JSON, 0xEF, 0xBB, 0xBF),
            n("8.1", "two marks", NO_JSON, 0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, '7'),
            n("8.1", "mark after space", NO_JSON, ' ', 0xEF, 0xBB, 0xBF, '7'),
            n("8.1", "half a mark", NO_UTF_8, 0xEF, 0xBB, '7')));
  }

  private static String hex(int[] bytes) {
    return String.join(
        " ", IntStream.of(bytes).mapToObj(each -> Integer.toHexString(each)).toList());
  }

  /** What the RFC leaves open, one way or the other. */
  private static Stream<Vector> choices() {
    return Stream.of(
        i(
            "4",
            "name twice: the last one counts",
            "{\"a\":1,\"b\":2,\"a\":3}",
            Map.of("a", 3, "b", 2)),
        i("6", "more digits than a double has", "0.10000000000000000000000001", 0.1),
        i("6", "beyond a double", "1e400", Double.POSITIVE_INFINITY),
        i("6", "beyond a double, negative", "-1e400", Double.NEGATIVE_INFINITY),
        i("6", "next to nothing", "1e-400", 0.0),
        i("8.1", "byte order mark", "\ufeff7", 7),
        i("8.1", "byte order mark and space", "\ufeff\n [7]", List.of(7)),
        i("8.1", "half a name after a mark", "\ufeff{\"\\udfff\":1}", Map.of("\ufffd", 1)),
        i("8.2", "first half alone", "\"\\ud800\"", "\ud800"),
        i("8.2", "second half alone", "\"\\udfff\"", "\udfff"),
        i("8.2", "halves in the wrong order", "\"\\ude00\\ud83d\"", "\ude00\ud83d"),
        i("8.2", "half before a character", "\"\\ud83d😀\"", "\ud83d😀"),
        i("8.2", "half in a name", "{\"a\\ud800\":1}", Map.of("a\ufffd", 1)),
        i(
            "8.2",
            "half in a name: then none is kept in the values",
            "{\"\\udc00\":\"\\ud800 \\ud83d\\ude00\"}",
            Map.of("\ufffd", "\ufffd 😀")),
        i(
            "8.2",
            "two names that are the same then",
            "{\"\\ud800\":1,\"\\ud801\":2}",
            Map.of("\ufffd", 2)),
        i("8.2", "whole character in a name", "{\"\\ud83d\\ude00\":1}", Map.of("😀", 1)));
  }

  /** Section 9: "An implementation may set limits". */
  private static Stream<Vector> limits() {
    Object nested = 7;
    for (int i = 0; i < 1000; i++) {
      nested = List.of(nested);
    }
    String thousand = "9".repeat(1000);
    String name = "n".repeat(50_000);
    String tooDeep = "is nested deeper than 1000 levels";
    return Stream.of(
        i("9", "1000 levels", "[".repeat(1000) + "7" + "]".repeat(1000), nested),
        refused("9", "1001 levels", "[".repeat(1001) + "]".repeat(1001), tooDeep),
        refused("9", "1001 levels of objects", "{\"a\":".repeat(1001), tooDeep),
        refused("9", "levels without end", "[".repeat(100_000), tooDeep),
        i("9", "1000 digits", thousand, new BigInteger(thousand)),
        refused(
            "9", "1001 digits", "[1" + thousand + "]", "has a number of more than 1000 characters"),
        refused(
            "9",
            "2000 digits of a fraction",
            "0." + thousand + thousand,
            "has a number of more than 1000 characters"),
        i("9", "long name", "{\"" + name + "\":1}", Map.of(name, 1)),
        refused(
            "9",
            "longer name",
            "{\"n" + name + "\":1}",
            "has a name of more than 50000 characters"),
        i("9", "long text", "\"" + "ü".repeat(1 << 20) + "\"", "ü".repeat(1 << 20)));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void bytesAreReadAsTheRfcHasIt(Vector vector) throws IOException {
    byte[] text = vector.text();
    if (vector.problem() == null) {
      assertThat(PlainJson.read(text, 0, text.length)).isEqualTo(vector.value());
    } else {
      assertThat(
              catchThrowableOfType(
                  UnreadableException.class, () -> PlainJson.read(text, 0, text.length)))
          .hasMessage(vector.problem());
    }
  }

  /** A text has no bytes, and so neither a mark of their order nor wrong ones. */
  static Stream<Vector> vectorsOfText() {
    return vectors().filter(vector -> !vector.section().equals("8.1"));
  }

  @ParameterizedTest
  @MethodSource("vectorsOfText")
  void textsAreReadAsTheRfcHasIt(Vector vector) throws IOException {
    var text = new String(vector.text(), UTF_8);
    if (vector.problem() == null) {
      assertThat(PlainJson.read(text)).isEqualTo(vector.value());
    } else {
      assertThat(catchThrowableOfType(UnreadableException.class, () -> PlainJson.read(text)))
          .hasMessage(vector.problem());
    }
  }

  static Stream<Vector> vectorsOfTheRfc() {
    return vectors().filter(vector -> vector.verdict() != 'i');
  }

  @ParameterizedTest
  @MethodSource("vectorsOfTheRfc")
  void theGrammarOfTheTestsAgrees(Vector vector) {
    assertThat(JsonGrammar.match(vector.text()) != null).isEqualTo(vector.verdict() == 'y');
  }
}
