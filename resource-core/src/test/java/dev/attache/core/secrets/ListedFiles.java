package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of a list, whose form {@code secret-files.txt} explains. */
final class ListedFiles {

  private static final Pattern SECRET = Pattern.compile("«([a-z0-9]+)(?: ([^»]+))?»");

  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String DIGITS = "0123456789";
  private static final String ALNUM = UPPER + LOWER + DIGITS;

  private static final List<String> WORDS =
      List.of(
          ("ability anchor banana bicycle canvas cereal dolphin eagle fabric galaxy hammer ivory"
                  + " jungle kidney ladder magnet napkin oblige paddle quantum rabbit salmon tennis"
                  + " unveil vacuum walnut yellow zebra absorb bronze cactus drastic")
              .split(" ", -1));

  /**
   * One file.
   *
   * @param ecosystem the heading that it stands under
   * @param template its content, with placeholders for secrets
   */
  record Listed(String ecosystem, String path, String template) {

    /** Returns the path with its random parts filled in. */
    String path(Random random) {
      return fill(path, random);
    }

    String directory(String filled) {
      return filled.contains("/") ? filled.substring(0, filled.lastIndexOf('/')) : "";
    }

    /** Returns the bytes with random secrets. */
    byte[] content(Random random) {
      byte[] made = binary(template.strip(), random);
      return made == null ? fill(template, random).getBytes(UTF_8) : made;
    }

    @Override
    public String toString() {
      return ecosystem + ": " + path;
    }
  }

  private ListedFiles() {}

  static List<Listed> read(String list) {
    return parse(text(list));
  }

  /** The text of a resource. */
  static String text(String name) {
    try (InputStream in = Objects.requireNonNull(ListedFiles.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Listed> parse(String list) {
    var files = new ArrayList<Listed>();
    String ecosystem = "";
    for (String part : list.split("(?m)^(?=(?:##|===) )", -1)) {
      String[] lines = part.split("\n", 2);
      if (lines[0].startsWith("## ")) {
        ecosystem = lines[0].substring(3).split(":", -1)[0];
      } else if (lines[0].startsWith("=== ")) {
        String content = lines[1].replaceFirst("\n+$", "\n");
        files.add(new Listed(ecosystem, lines[0].substring(4), content));
      }
    }
    return files;
  }

  private static byte @Nullable [] binary(String template, Random random) {
    return switch (template) {
      case "«zip»" -> bytes("PK\3\4\24\0", random);
      case "«der key»" ->
          bytes("\60\202\2\124\2\1\0\60\15\6\11\52\206\110\206\367\15\1\1\1", random);
      case "«der certificate»" -> bytes("\60\202\2\124\60\202\1\30\240\3\2\1\2", random);
      case "«bytes»" -> bytes("\0\1\2", random);
      default -> null;
    };
  }

  private static byte[] bytes(String beginning, Random random) {
    byte[] bytes = new byte[600];
    random.nextBytes(bytes);
    byte[] first = beginning.getBytes(ISO_8859_1);
    System.arraycopy(first, 0, bytes, 0, first.length);
    return bytes;
  }

  static String fill(String template, Random random) {
    return SECRET
        .matcher(template)
        .replaceAll(
            match -> Matcher.quoteReplacement(secret(match.group(1), match.group(2), random)));
  }

  private static String secret(String kind, String what, Random random) {
    int length = what != null && what.matches("\\d+") ? Integer.parseInt(what) : 0;
    return switch (kind) {
      case "hex" -> chars(DIGITS + "abcdef", length, random);
      case "lower" -> chars(LOWER + DIGITS, length, random);
      case "upper" -> chars(UPPER + "234567", length, random);
      case "alnum" -> chars(ALNUM, length, random);
      case "letters" -> chars(UPPER + LOWER, length, random);
      case "capitals" -> chars(UPPER, length, random);
      case "digits" -> chars(DIGITS, length, random);
      case "base64" -> chars(ALNUM + "+/", length, random);
      case "url" -> chars(ALNUM + "-_", length, random);
      case "base58" ->
          chars("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", length, random);
      case "bech32" -> chars("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", length, random);
      case "password" -> password(length, random);
      case "uuid" -> "%s-%s-4%s-a%s-%s".formatted(of("hex 8,4,3,3,12", random));
      case "jwt" ->
          "eyJhbGciOiJSUzI1NiIsImtpZCI6I"
              + chars(ALNUM, 20, random)
              + ".eyJpc3MiOiJr"
              + chars(ALNUM, 120, random)
              + "."
              + chars(ALNUM + "-_", 86, random);
      case "discord" ->
          "MTA"
              + chars(ALNUM, 23, random)
              + ".G"
              + chars(ALNUM, 5, random)
              + "."
              + chars(ALNUM + "-_", 38, random);
      case "words" -> words(length, random);
      case "bytelist" -> numbers(length, random);
      case "basic" -> base64("ci-user:" + password(16, random));
      case "pem" -> pem(what, "\n", random);
      case "pemline" -> pem(what, "\\n", random);
      case "pem64" -> base64(pem(what, "\n", random) + "\n");
      case "pgp" ->
          "-----BEGIN PGP "
              + what
              + "-----\n\n"
              + lines(4, "\n", random)
              + "\n=aB3d\n-----END PGP "
              + what
              + "-----";
      case "bytes" -> "\1\2\3";
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static Object[] of(String hexLengths, Random random) {
    var parts = new ArrayList<String>();
    for (String length : hexLengths.substring(4).split(",", -1)) {
      parts.add(chars(DIGITS + "abcdef", Integer.parseInt(length), random));
    }
    return parts.toArray();
  }

  private static String chars(String alphabet, int length, Random random) {
    var chars = new StringBuilder();
    for (int i = 0; i < length; i++) {
      chars.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return chars.toString();
  }

  private static String password(int length, Random random) {
    return chars(UPPER, 1, random)
        + chars(ALNUM + "!#*_-+.", length - 3, random)
        + chars(LOWER, 1, random)
        + chars(DIGITS, 1, random);
  }

  private static String words(int count, Random random) {
    var words = new ArrayList<>(WORDS);
    Collections.shuffle(words, random);
    return String.join(" ", words.subList(0, count));
  }

  private static String numbers(int count, Random random) {
    var numbers = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      numbers.add(String.valueOf(random.nextInt(256)));
    }
    return String.join(",", numbers);
  }

  private static String pem(String kind, String lineEnd, Random random) {
    return "-----BEGIN "
        + kind
        + "-----"
        + lineEnd
        + lines(6, lineEnd, random)
        + lineEnd
        + "-----END "
        + kind
        + "-----";
  }

  private static String lines(int count, String lineEnd, Random random) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      lines.add(chars(ALNUM + "+/", 64, random));
    }
    return String.join(lineEnd, lines);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(ISO_8859_1));
  }
}
