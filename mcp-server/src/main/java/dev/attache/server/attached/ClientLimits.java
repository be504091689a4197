package dev.attache.server.attached;

import dev.attache.delivery.page.PageLimit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The limits of clients, which cut what is longer before their models see it. */
public final class ClientLimits {

  /**
   * The clients that are known to cut results shorter than {@link PageLimit#DEFAULT}, by the
   * beginning of their name, with room for the first and the last line.
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

  private ClientLimits() {}

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
    return PageLimit.DEFAULT;
  }
}
