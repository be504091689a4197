package dev.attache.server.rpc;

/**
 * A method as the table of its revision has it.
 *
 * @param when when a request of it can be worked on
 * @param head what its result begins with
 * @param source what gives the method then
 */
public record MethodEntry(When when, AnswerWriter.Fields head, Source source) {

  /** When a request can be worked on. */
  public enum When {

    /** As soon as it is there, by who takes it. */
    AT_ONCE,

    /** When the session is open, or cannot be opened. */
    READY,

    /** When the session is open, or after a moment, with an incomplete answer. */
    SOON,

    /** The same as {@link #READY}, and one after the other, because the order counts. */
    READY_IN_TURN
  }

  /** What gives a method. */
  @FunctionalInterface
  public interface Source {

    /**
     * Returns the method.
     *
     * @throws RequestException if the session does not have it, saying why
     */
    McpMethod get() throws RequestException;
  }

  /** A method that waits for nothing. */
  public static MethodEntry atOnce(McpMethod method) {
    return new MethodEntry(When.AT_ONCE, AnswerWriter.Fields.NONE, () -> method);
  }

  /** The same with something that its result begins with. */
  public MethodEntry beginning(AnswerWriter.Fields fields) {
    return new MethodEntry(when, fields, source);
  }
}
