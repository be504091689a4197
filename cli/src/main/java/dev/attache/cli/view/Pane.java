package dev.attache.cli.view;

import dev.attache.cli.terminal.Streams;

/**
 * The place where a result is shown.
 *
 * @param width how many characters fit into a line
 * @param isTerminal whether it is a terminal, where lines are made to fit and long results cut
 * @param isColored whether colours may be used
 * @param isExpanded whether everything is wanted, however long
 */
record Pane(int width, boolean isTerminal, boolean isColored, boolean isExpanded) {

  private static final int USUAL_WIDTH = 80;

  static Pane of(Streams streams, boolean isExpanded) {
    int width = streams.width();
    return new Pane(
        width == 0 ? USUAL_WIDTH : width, streams.outIsTerminal(), streams.isColored(), isExpanded);
  }

  /** Returns the same without colours, and with room for what stands before each line. */
  Pane plain(int indent) {
    return new Pane(Math.max(1, width - indent), isTerminal, false, isExpanded);
  }

  /** Whether lines and results may be cut. */
  boolean isCut() {
    return isTerminal && !isExpanded;
  }
}
