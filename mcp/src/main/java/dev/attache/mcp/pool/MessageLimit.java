package dev.attache.mcp.pool;

/** A bound on the bytes of one message of a server, which follows from that on a resource. */
public final class MessageLimit {

  /** What a resource may grow by in JSON: escapes of two-byte characters take three times more. */
  private static final int GROWTH = 3;

  /** What is in a message besides, and the lists of what a server offers. */
  private static final long REST = 4 << 20;

  private MessageLimit() {}

  /**
   * {@return how many bytes a message may have, if a resource may have {@code maxBytes}}
   *
   * @param maxBytes the limit of a resource; any number
   */
  public static int of(long maxBytes) {
    long most = Integer.MAX_VALUE - 8; // the longest array
    return maxBytes > (most - REST) / GROWTH ? (int) most : (int) (maxBytes * GROWTH + REST);
  }
}
