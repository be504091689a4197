package dev.attache.server.attached;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The most that one result of a tool gives a model. Immutable.
 *
 * @param tokens about how many tokens
 * @param bytes how many bytes of UTF-8 in a JSON string, where a line end has two
 * @param lines how many lines
 */
public record PageLimit(long tokens, long bytes, long lines) {

  /** About 10,000 tokens. */
  public static final PageLimit DEFAULT = ofTokens(10_000);

  /** {@return a limit in tokens alone} */
  public static PageLimit ofTokens(long tokens) {
    return new PageLimit(tokens, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** {@return this limit with another number of tokens, as far as the client shows them} */
  public PageLimit withTokens(long number) {
    return new PageLimit(number, bytes, lines);
  }

  /**
   * The clients that are known to cut results below {@link #DEFAULT}, by how the name begins that
   * they say of themselves, with room for the head, the last line and escapes.
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
   * @param name what the client calls itself; null if it does not say
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

  /** Whether no part was more than was left. */
  boolean isKept() {
    return tokens >= 0 && bytes >= 0 && lines >= 0;
  }

  /** Returns what is left after a part. */
  PageLimit less(long usedTokens, long usedBytes, long usedLines) {
    return new PageLimit(tokens - usedTokens, bytes - usedBytes, lines - usedLines);
  }
}
