package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Texts of JSON, of all that can stand in it, now and then with what must not; and broken ones. */
public final class RandomJson {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "0.0",
          "-0.0",
          "1",
          "-1",
          "2147483647",
          "2147483648",
          "-2147483649",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "123456789012345678901234567890",
          "0.1",
          "1.5e3",
          "1E+2",
          "1e-7",
          "5e-324",
          "1e308",
          "1e400",
          "-1e400",
          "1e-400");

  private static final List<String> NO_NUMBERS =
      List.of("01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "-Infinity", "1_0", "--1");

  private static final List<String> ESCAPES =
      List.of("\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t");

  private static final List<String> NO_ESCAPES =
      List.of("\\x", "\\u12", "\\u12g4", "\\U0041", "\\'", "\\0", "\\", "\\u+123");

  private static final List<String> CHARACTERS =
      List.of(
          "é", "ß", "€", "\uffff", "\ufeff", "\u2028", "😀", "\udbff\udfff", "\u0080", "\u007f");

  /** Bytes that stand for no character (RFC 3629). */
  static final List<int[]> NO_CHARACTERS =
      List.of(
          new int[] {0xC0, 0x80}, // longer than needed
          new int[] {0xC1, 0xBF},
          new int[] {0xE0, 0x80, 0x80},
          new int[] {0xE0, 0x9F, 0xBF},
          new int[] {0xF0, 0x80, 0x80, 0x80},
          new int[] {0xED, 0xA0, 0x80}, // half a character
          new int[] {0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80},
          new int[] {0xF4, 0x90, 0x80, 0x80}, // beyond U+10FFFF
          new int[] {0xF5, 0x80, 0x80, 0x80},
          new int[] {0x80},
          new int[] {0xBF, 0xBF},
          new int[] {0xC3}, // cut off
          new int[] {0xE2, 0x82},
          new int[] {0xF0, 0x9F, 0x98},
          new int[] {0xFE},
          new int[] {0xFF, 0xFE});

  private static final List<String> PIECES =
      List.of(
          "{", "}", "[", "]", ":", ",", "\"", "\\", "null", "true", "\"id\":", "\\ud800", "\\udc00",
          "0", "e9", "\n", "\r\n", "//", "/**/", "\u0000", "\ufeff", "\ufeff", "\u0001", "'");

  private final Random random;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** How many in a thousand of the parts are what must not be there. */
  private final int wrong;

  /** The id of the message, as JSON, if it is a message. */
  String id = "";

  private RandomJson(Random random) {
    this.random = random;
    this.wrong = random.nextInt(3) == 0 ? 5 : 0;
  }

  /** A message, or any value, under a seed. */
  static RandomJson of(Random random) {
    var json = new RandomJson(random);
    if (random.nextInt(40) == 0) {
      json.bytes(0xEF, 0xBB, 0xBF);
    }
    switch (random.nextInt(10)) {
      case 0 -> json.space();
      case 1, 2, 3, 4 -> json.value(4);
      default -> json.message();
    }
    return json;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private void text(String text) {
    out.writeBytes(text.getBytes(UTF_8));
  }

  private void bytes(int... all) {
    for (int each : all) {
      out.write(each);
    }
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private boolean isWrong() {
    return random.nextInt(1000) < wrong;
  }

  private void message() {
    id =
        switch (random.nextInt(4)) {
          case 0 -> Integer.toString(random.nextInt());
          case 1 -> Long.toString(random.nextLong());
          case 2 -> "\"" + "ü".repeat(random.nextInt(70)) + "\"";
          default -> "\"" + Integer.toString(random.nextInt(), 36) + "\"";
        };
    var members = new ArrayList<String>(List.of("\"id\"", "\"jsonrpc\"", "\"params\""));
    members.add(random.nextBoolean() ? "\"method\"" : "\"result\"");
    Collections.shuffle(members, random);
    text("{");
    String comma = "";
    for (String member : members) {
      text(comma);
      space();
      text(member);
      space();
      text(":");
      space();
      if (member.equals("\"id\"")) {
        text(id);
      } else if (member.equals("\"jsonrpc\"")) {
        text("\"2.0\"");
      } else if (member.equals("\"method\"")) {
        text("\"tools/call\"");
      } else {
        value(4);
      }
      space();
      comma = ",";
    }
    text("}");
    space();
  }

  private void value(int deep) {
    switch (random.nextInt(deep > 0 ? 9 : 5)) {
      case 0 -> text(one(List.of("true", "false", "null")));
      case 1, 2 -> number();
      case 3, 4 -> string();
      case 5, 6 -> members("{", "}", true, deep);
      case 7 -> members("[", "]", false, deep);
      default -> {
        if (random.nextInt(20) == 0) {
          nest();
        } else {
          members("[", "]", false, deep);
        }
      }
    }
    if (isWrong()) {
      text(one(PIECES));
    }
  }

  private void nest() {
    int levels = random.nextInt(10) == 0 ? 990 + random.nextInt(30) : random.nextInt(100);
    boolean isObject = random.nextBoolean();
    text((isObject ? "{\"a\":" : "[").repeat(levels));
    text("0");
    text((isObject ? "}" : "]").repeat(levels));
  }

  private void members(String begin, String end, boolean haveNames, int deep) {
    text(begin);
    space();
    int most = random.nextInt(30) == 0 ? 60 : 4;
    int count = random.nextInt(most);
    for (int i = 0; i < count; i++) {
      text(i == 0 ? "" : ",");
      space();
      if (haveNames) {
        if (random.nextInt(4) == 0) {
          text("\"a\""); // twice, often
        } else {
          string();
        }
        space();
        text(isWrong() ? "" : ":");
        space();
      }
      value(most > 4 ? 0 : deep - 1);
      space();
    }
    text(isWrong() ? "," : "");
    text(isWrong() ? "" : end);
  }

  private void number() {
    if (isWrong()) {
      text(one(NO_NUMBERS));
    } else if (random.nextInt(100) == 0) {
      text("9".repeat(random.nextBoolean() ? 1000 : 1001));
    } else if (random.nextInt(4) == 0) {
      text(Long.toString(random.nextLong() >> random.nextInt(64)));
    } else if (random.nextInt(4) == 0) {
      text(Double.toString(Double.longBitsToDouble(random.nextLong())).replaceAll("NaN|.*y", "3"));
    } else {
      text(one(NUMBERS));
    }
  }

  private void string() {
    text("\"");
    int length = random.nextInt(30) == 0 ? 300 : random.nextInt(6);
    for (int i = 0; i < length; i++) {
      character();
    }
    text(isWrong() ? "" : "\"");
  }

  private void character() {
    if (isWrong()) {
      switch (random.nextInt(3)) {
        case 0 -> out.write(random.nextInt(0x20));
        case 1 -> bytes(NO_CHARACTERS.get(random.nextInt(NO_CHARACTERS.size())));
        default -> text(one(NO_ESCAPES));
      }
      return;
    }
    switch (random.nextInt(8)) {
      case 0 -> text(one(ESCAPES));
      case 1 -> escape(random.nextInt(0x10000));
      case 2 -> half();
      case 3 -> text(one(CHARACTERS));
      default -> out.write('a' + random.nextInt(26));
    }
  }

  private void half() {
    int high = 0xD800 + random.nextInt(0x400);
    int low = 0xDC00 + random.nextInt(0x400);
    switch (random.nextInt(8)) {
      case 0 -> escape(high);
      case 1 -> escape(low);
      default -> {
        escape(high);
        escape(low);
      }
    }
  }

  private void escape(int unit) {
    String hex = Integer.toHexString(0x10000 + unit).substring(1);
    text("\\u" + (random.nextBoolean() ? hex : hex.toUpperCase(Locale.ROOT)));
  }

  private void space() {
    if (random.nextInt(10) == 0) {
      text(one(List.of(" ", "\t", "\n", "\r", "  \r\n\t")));
    }
    if (isWrong()) {
      text(one(List.of("\u000b", "\f", "\u00a0", "\ufeff", "// x\n", "/* x */", "\u0000")));
    }
  }

  /** The bytes of a text with some of them changed. */
  static byte[] mutated(byte[] bytes, byte[] other, Random random) {
    byte[] mutated = bytes;
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutated = mutatedOnce(mutated, other, random);
    }
    return mutated;
  }

  private static byte[] mutatedOnce(byte[] bytes, byte[] other, Random random) {
    int begin = random.nextInt(bytes.length + 1);
    int end = Math.min(bytes.length, begin + random.nextInt(random.nextBoolean() ? 4 : 40));
    byte[] part = Arrays.copyOfRange(bytes, begin, end);
    return switch (random.nextInt(6)) {
      case 0 -> {
        byte[] flipped = bytes.clone();
        if (begin < bytes.length) {
          flipped[begin] ^= (byte) (1 << random.nextInt(8));
        }
        yield flipped;
      }
      case 1 -> joined(bytes, begin, new byte[0], end); // cut
      case 2 ->
          joined(bytes, begin, PIECES.get(random.nextInt(PIECES.size())).getBytes(UTF_8), end);
      case 3 -> {
        int from = random.nextInt(other.length + 1);
        yield joined(
            bytes,
            begin,
            Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(60))),
            end);
      }
      case 4 -> {
        String repeated = new String(part, US_ASCII).repeat(random.nextInt(8));
        yield joined(bytes, begin, repeated.getBytes(US_ASCII), end);
      }
      default -> {
        byte[] noise = new byte[random.nextInt(4)];
        random.nextBytes(noise);
        yield joined(bytes, begin, noise, begin);
      }
    };
  }

  private static byte[] joined(byte[] bytes, int begin, byte[] middle, int end) {
    var joined = new ByteArrayOutputStream();
    joined.write(bytes, 0, begin);
    joined.writeBytes(middle);
    joined.write(bytes, end, bytes.length - end);
    return joined.toByteArray();
  }
}
