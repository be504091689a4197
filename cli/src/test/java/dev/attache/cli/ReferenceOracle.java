package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A judge of what a model is sent: each digest that its messages name has to be that of a content
 * that stands in them, before or right there. The digests are computed anew, of texts, of images
 * and of what a diff leads to.
 */
final class ReferenceOracle {

  private static final Pattern DIGEST = Pattern.compile("sha256:([0-9a-f]{12,64})");
  private static final Pattern HEAD =
      Pattern.compile(
          ".* sha256:([0-9a-f]{12}) (?:\\d+ lines?|lines \\S+ of \\d+|\\S+/\\S+ \\d+ bytes)");
  private static final Pattern DIFF =
      Pattern.compile(".* diff from sha256:([0-9a-f]{12}) to sha256:([0-9a-f]{12})\\b.*");

  /** The contents that are there, by all digits of their digests; images without a text. */
  private final Map<String, String> held = new LinkedHashMap<>();

  private final List<String> problems = new ArrayList<>();

  private ReferenceOracle() {}

  /** Returns what the messages promise and do not have; nothing if all is there. */
  static List<String> problems(SentToModel sent) {
    var oracle = new ReferenceOracle();
    for (byte[] image : sent.images()) {
      MessageDigest digest = sha256();
      digest.update(image);
      oracle.held.put(hex(digest), "");
    }
    sent.texts().forEach(oracle::judge);
    return oracle.problems;
  }

  private void judge(String text) {
    for (int at = 0; at < text.length(); ) {
      int end = endOfLine(text, at);
      String line = text.substring(at, end).stripTrailing();
      String below = text.substring(end);
      Matcher head = HEAD.matcher(line);
      Matcher diff = DIFF.matcher(line);
      if (head.matches()) {
        at = end + content(line, head.group(1), below);
      } else if (diff.matches()) {
        at = end + change(line, diff.group(1), diff.group(2), below);
      } else {
        references(line);
        at = end;
      }
    }
  }

  private void references(String line) {
    Matcher matcher = DIGEST.matcher(line);
    while (matcher.find()) {
      if (held(matcher.group(1)) == null) {
        problems.add("refers to what is not there: " + line);
      }
    }
  }

  /** Takes the content below the line that names it; returns how long it is. */
  private int content(String line, String digits, String below) {
    MessageDigest digest = sha256();
    int at = 0;
    while (at < below.length() && !hex(digest).startsWith(digits)) {
      int end = endOfLine(below, at);
      int ofText = below.charAt(end - 1) == '\n' ? end - 1 : end;
      digest.update(below.substring(at, ofText).getBytes(UTF_8));
      at = ofText;
      if (!hex(digest).startsWith(digits)) { // else a client has ended the last line
        digest.update(below.substring(ofText, end).getBytes(UTF_8));
        at = end;
      }
    }
    if (hex(digest).startsWith(digits)) {
      held.put(hex(digest), below.substring(0, at));
      return at;
    }
    if (held(digits) == null) {
      problems.add("has another content below: " + line);
    }
    return 0;
  }

  /** Takes what a diff leads to; returns how long the diff is. */
  private int change(String line, String from, String to, String below) {
    String base = held(from);
    if (base == null) {
      problems.add("changes what is not there: " + line);
      return 0;
    }
    var patch = new Patch(base, below);
    MessageDigest digest = sha256();
    digest.update(patch.apply().getBytes(UTF_8));
    if (hex(digest).startsWith(to)) {
      held.put(hex(digest), patch.apply());
    } else {
      problems.add("leads to something else: " + line);
    }
    return patch.length();
  }

  private @Nullable String held(String digits) {
    return held.keySet().stream()
        .filter(each -> each.startsWith(digits))
        .findFirst()
        .map(held::get)
        .orElse(null);
  }

  /** The index after the line, with its end. */
  private static int endOfLine(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // each Java has it
    }
  }

  /** The digits so far; more may follow. */
  private static String hex(MessageDigest digest) {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // that of the JDK can
    }
  }

  /** A unified diff at the beginning of a text, and what it is applied to. */
  private static final class Patch {

    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@\n?");

    private final StringBuilder after = new StringBuilder();
    private final String diff;
    private int at;

    Patch(String base, String diff) {
      this.diff = diff;
      List<String> lines = new ArrayList<>();
      for (int begin = 0; begin < base.length(); begin = endOfLine(base, begin)) {
        lines.add(base.substring(begin, endOfLine(base, begin)));
      }
      int done = 0;
      for (Matcher hunk = hunk(); hunk != null; hunk = hunk()) {
        int count = Integer.parseInt(hunk.group(2));
        int begin = Integer.parseInt(hunk.group(1)) - (count == 0 ? 0 : 1);
        lines.subList(done, begin).forEach(after::append);
        done = begin + count;
        addHunk(count, Integer.parseInt(hunk.group(4)));
      }
      lines.subList(done, lines.size()).forEach(after::append);
    }

    private @Nullable Matcher hunk() {
      String line = diff.substring(at, endOfLine(diff, at));
      Matcher matcher = HUNK.matcher(line);
      at += matcher.matches() ? line.length() : 0;
      return matcher.matches() ? matcher : null;
    }

    private void addHunk(int oldLines, int newLines) {
      int old = oldLines;
      int now = newLines;
      while (at < diff.length() && (old > 0 || now > 0 || diff.charAt(at) == '\\')) {
        String line = diff.substring(at, endOfLine(diff, at));
        char mark = line.charAt(0);
        at += line.length();
        boolean isEnded = at >= diff.length() || diff.charAt(at) != '\\';
        if (mark == ' ' || mark == '+') {
          after.append(line, 1, line.length() - (isEnded ? 0 : 1));
          now--;
        }
        old -= mark == ' ' || mark == '-' ? 1 : 0;
      }
    }

    String apply() {
      return after.toString();
    }

    int length() {
      return at;
    }
  }
}
