package dev.attache.mcp.tools;

import dev.attache.mcp.ServerText;
import java.util.Map;

/** How far a call is, in words. */
public final class ProgressText {

  private static final int LONGEST = 200;

  private ProgressText() {}

  /**
   * {@return it on one line: {@code 3 of 10, half-way}}
   *
   * @param params those of {@code notifications/progress}
   */
  public static String of(Map<String, Object> params) {
    Object total = params.get("total");
    Object message = params.get("message");
    return ServerText.line(
        params.getOrDefault("progress", "?")
            + (total == null ? "" : " of " + total)
            + (message == null ? "" : ", " + message),
        LONGEST);
  }
}
