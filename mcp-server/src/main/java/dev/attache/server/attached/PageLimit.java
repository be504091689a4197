package dev.attache.server.attached;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one result of a tool. Immutable.
 *
 * @param tokens estimated tokens
 * @param bytes bytes of UTF-8 in a JSON string, in which a line end has two
 * @param lines lines of text
 */
public record PageLimit(long tokens, long bytes, long lines) {

  /** About 10,000 tokens. */
  public static final PageLimit DEFAULT = ofTokens(10_000);

  /** {@return a limit in tokens only} */
  public static PageLimit ofTokens(long tokens) {
    return new PageLimit(tokens, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** {@return the same limit with another number of tokens} */
  public PageLimit withTokens(long number) {
    return new PageLimit(number, bytes, lines);
  }

  /**
   * The clients that are known to cut results shorter than {@link #DEFAULT}, by the beginning of
   * their name, with room for the first and the last line.
   */
  private static final List<Cutting> CUTTING =
      List.of(
          // Codex CLI 0.171: about 12 KB of JSON
          new Cutting("codex", new PageLimit(10_000, 8_000, Long.MAX_VALUE)),
          // Gemini CLI 0.61: 40,000 characters, the first 8,000 and the last 32,000 of more
          new Cutting("gemini-cli", new PageLimit(10_000, 36_000, Long.MAX_VALUE)),
          // opencode 1.18.33: 50 KB or 2,000 lines
          new Cutting("opencode", new PageLimit(10_000, 45_000, 1_900)));

  private record Cutting(String name, PageLimit limit) {}

  /**
   * {@return the limit of a client}
   *
   * @param name the client's name for itself; null if it gives none
   */
  public static PageLimit of(@Nullable String name) {
    String said = name == null ? "" : name.toLowerCase(Locale.ROOT);
    for (Cutting each : CUTTING) {
      if (said.startsWith(each.name())) {
        return each.limit();
      }
    }
    return DEFAULT;
  }

  /** Tests whether the parts so far fit. */
  boolean isKept() {
    return tokens >= 0 && bytes >= 0 && lines >= 0;
  }

  /** Returns the rest after a part. */
  PageLimit less(long usedTokens, long usedBytes, long usedLines) {
    return new PageLimit(tokens - usedTokens, bytes - usedBytes, lines - usedLines);
  }
}
