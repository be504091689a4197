package dev.attache.mcp.tools;

import dev.attache.mcp.McpConnection;
import java.time.Duration;

/** The time of one call, in which that of the user is not counted. */
final class ToolTime {

  private final McpConnection connection;
  private final long end;
  private final Duration askedBefore;

  /** Begins now. */
  ToolTime(McpConnection connection, Duration timeout) {
    this.connection = connection;
    this.askedBefore = connection.userTime();
    this.end = System.nanoTime() + timeout.toNanos();
  }

  /** What is left of it; zero or negative if nothing is. */
  Duration left() {
    return Duration.ofNanos(end - System.nanoTime()).plus(connection.userTime()).minus(askedBefore);
  }
}
