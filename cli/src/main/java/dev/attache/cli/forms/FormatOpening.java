package dev.attache.cli.forms;

import java.io.IOException;
import java.io.OutputStream;

/** The start of a result in the form that the user wants; each is one of its own. Thread-safe. */
@FunctionalInterface
public interface FormatOpening {

  /** Returns the form, which writes to {@code out}. */
  Format open(OutputStream out) throws IOException;
}
