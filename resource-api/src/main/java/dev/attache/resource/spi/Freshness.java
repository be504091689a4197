package dev.attache.resource.spi;

/** The answer to whether the source of a resource is still as it was when the resource was read. */
public enum Freshness {
  /** It surely is: reading it again would give the same content. */
  UNCHANGED,
  /** It may have changed, or be gone. Reading it again tells, and is cheap. */
  UNCERTAIN,
  /**
   * Nobody can tell without doing all that reading it takes: starting a program, asking a server.
   */
  UNKNOWN
}
