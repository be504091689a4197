package dev.attache.core.notebook;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The cells of a notebook, and the language of its kernel.
 *
 * @param language as a fence names it; empty if it is not known
 */
record Notebook(String language, List<NotebookCell> cells) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9+#._-]{1,30}");

  Notebook {
    cells = List.copyOf(cells);
  }

  /** The name of a language as a fence may have it; empty if it may not. */
  static String fenceName(String language) {
    String name = language.toLowerCase(Locale.ROOT);
    return NAME.matcher(name).matches() ? name : "";
  }
}
