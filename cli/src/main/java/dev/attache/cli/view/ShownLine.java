package dev.attache.cli.view;

import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A line that is shown, as it came: what a terminal must not be shown of it is escaped last.
 *
 * @param text the line without its end
 * @param tone what it is coloured for
 */
record ShownLine(String text, Tone tone) {

  private static final String RESET = "\u001b[0m";

  /** What a line is coloured for. */
  enum Tone {
    PLAIN(""),
    ADDED("\u001b[32m"),
    REMOVED("\u001b[31m"),
    DIM("\u001b[2m");

    private final String colour;

    Tone(String colour) {
      this.colour = colour;
    }
  }

  ShownLine {
    text = text.indexOf('\n') < 0 ? text : joined(text);
  }

  static ShownLine of(String text) {
    return new ShownLine(text, Tone.PLAIN);
  }

  static ShownLine dim(String text) {
    return new ShownLine(text, Tone.DIM);
  }

  /** Returns the lines of a text, which need not end in a line end. */
  static List<ShownLine> all(String text) {
    var lines = new ArrayList<ShownLine>();
    split(text).forEach(line -> lines.add(of(line)));
    return lines;
  }

  /** Returns the lines of a text without their ends. */
  static List<String> split(String text) {
    List<String> lines = Arrays.asList(text.split("\r?\n", -1));
    return text.endsWith("\n") || text.isEmpty() ? lines.subList(0, lines.size() - 1) : lines;
  }

  /** Returns a text of several lines as a part of one, with a blank for each line end and tab. */
  static String joined(String text) {
    return text.replaceAll("\r?\n|\t", " ");
  }

  /** Returns it as it may be written, without anything that could do more than be read. */
  String shown(boolean isColored) {
    String safe = Sanitizer.sanitize(text);
    return isColored && tone != Tone.PLAIN ? tone.colour + safe + RESET : safe;
  }
}
