package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.secrets.Redaction;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The values of variables that a program has because the user said so: mostly tokens, which what it
 * prints when it fails must not show.
 *
 * @param values the values, longer ones first
 */
public record PassedValues(List<String> values) {

  /** Shorter ones are words such as {@code true}, which stand anywhere. */
  private static final int MIN_SECRET = 8;

  /** More than any excerpt shows. */
  private static final int MAX_SEEN = 16 << 10;

  /**
   * Finds them.
   *
   * @param entries {@code NAME}, {@code NAME_*} and {@code NAME=value}
   * @param environment all that the program has
   */
  static PassedValues of(List<String> entries, Map<String, String> environment) {
    return new PassedValues(
        environment.entrySet().stream()
            .filter(each -> entries.stream().anyMatch(entry -> names(entry, each.getKey())))
            .map(Map.Entry::getValue)
            .filter(value -> value.length() >= MIN_SECRET)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  private static boolean names(String entry, String name) {
    boolean isStart = entry.endsWith("*") && entry.indexOf('=') < 0;
    return isStart
        ? name.startsWith(entry.substring(0, entry.length() - 1))
        : entry.equals(name) || entry.startsWith(name + "=");
  }

  /** Returns a text without them. */
  public String hide(String text) {
    String hidden = text;
    for (String value : values) {
      hidden = hidden.replace(value, Redaction.MARK);
    }
    return hidden;
  }

  /** Quotes the end of a stream as {@link Excerpt#ofEnd}, without them. */
  public String end(Captured stream, int max) {
    if (values.isEmpty() || StreamBytes.isBinary(stream)) {
      return Excerpt.ofEnd(stream, max);
    }
    Captured last = stream.cutTo(2L * MAX_SEEN);
    byte[] end = last.isCut() ? last.tail() : last.head();
    byte[] hidden = hide(new String(end, UTF_8)).getBytes(UTF_8);
    return Excerpt.ofEnd(
        last.isCut()
            ? new Captured(new byte[0], hidden, hidden.length + 1L)
            : Captured.whole(hidden),
        max);
  }
}
