package dev.attache.server.rpc;

import java.io.IOException;

/** A method of the protocol: takes the parameters of a request, and writes its result. */
@FunctionalInterface
public interface McpMethod {

  /**
   * Writes the result.
   *
   * @throws RequestException if there is no result; what was written is thrown away
   * @throws IOException the same, because something could not be read or written
   */
  void answer(Params params, AnswerWriter out) throws RequestException, IOException;
}
