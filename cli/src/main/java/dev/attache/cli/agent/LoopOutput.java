package dev.attache.cli.agent;

import dev.attache.agent.LoopListener;
import dev.attache.agent.LoopOutcome;
import java.io.IOException;

/** The output of what a model answers, as it comes. */
interface LoopOutput extends LoopListener {

  /** Ends the line of a text that has broken off. */
  void endLine() throws IOException;

  /**
   * Ends the output.
   *
   * @param conversation the conversation that all is recorded in
   */
  void end(LoopOutcome outcome, String conversation) throws IOException;
}
