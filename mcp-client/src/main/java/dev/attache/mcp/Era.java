package dev.attache.mcp;

/** One of the two shapes of the protocol (2026-07-28, "Versioning and Compatibility"). */
enum Era {
  /** From 2026-07-28 on: every request says what it needs to be understood. */
  MODERN,
  /** Up to 2025-11-25: a session begins with {@code initialize}. */
  LEGACY
}
