package dev.attache.mcp.session;

import dev.attache.mcp.wire.Message;
import java.util.concurrent.TimeUnit;

/**
 * A limit on the questions that a server may ask over HTTP: each is answered by a request of its
 * own, to which a server could answer with more questions. Thread-safe.
 */
public final class QuestionLimit {

  /** The length of an id and of a method, which are repeated in the answer. */
  static final int LONGEST = 1000;

  private static final int MOST_AT_ONCE = 100;
  private static final int MOST = 1000;
  private static final long AT_ONCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private int all;
  private int recent;
  private long since;

  /** Whether a question is short enough for its answer. */
  public static boolean isShort(Message.Request question) {
    return question.method().length() <= LONGEST
        && String.valueOf(question.id()).length() <= LONGEST;
  }

  /** Counts a question; false if it is one too many. */
  public synchronized boolean admits() {
    long now = System.nanoTime();
    if (all == 0 || now - since > AT_ONCE_NANOS) {
      since = now;
      recent = 0;
    }
    all++;
    recent++;
    return all <= MOST && recent <= MOST_AT_ONCE;
  }

  /** The words for a server that has asked too much. */
  public static String exceeded() {
    return "asked more than "
        + MOST_AT_ONCE
        + " questions in a second, or more than "
        + MOST
        + " in all; the connection was closed";
  }
}
