package dev.attache.cli.forms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.OutputStream;

/** A line of a result for people, which may be shown by a terminal. */
public final class ResultLine {

  private ResultLine() {}

  /** Writes a text as one line, without what a terminal could take for more than that. */
  public static void write(OutputStream out, String text) throws IOException {
    out.write((Sanitizer.sanitizeLine(text) + "\n").getBytes(UTF_8));
  }
}
