package dev.attache.server.rpc;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The weight of a message to the client's log, the least first (RFC 5424, section 6.2.1). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** The word that MCP has for it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the level of a word; null if there is none. */
  static @Nullable LogLevel parse(String word) {
    for (LogLevel level : values()) {
      if (level.word().equals(word)) {
        return level;
      }
    }
    return null;
  }
}
