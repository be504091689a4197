package dev.attache.core.notebook;

import java.util.List;

/**
 * One output of a cell: its text, if it has one, and what else it has.
 *
 * @param text cleaned and cut; empty if there is none
 * @param isCut whether some of the text is left out
 */
record CellOutput(Kind kind, String text, boolean isCut, List<NamedData> named) {

  /** Where an output came from. */
  enum Kind {
    OUTPUT("Output:"),
    STDERR("Standard error:"),
    ERROR("Error:");

    private final String heading;

    Kind(String heading) {
      this.heading = heading;
    }

    String heading() {
      return heading;
    }
  }

  CellOutput {
    named = List.copyOf(named);
  }

  /** Makes one of a text as the kernel wrote it. */
  static CellOutput of(Kind kind, String raw, List<NamedData> named) {
    String clean = OutputText.clean(raw);
    String shown = OutputText.cut(clean);
    return new CellOutput(kind, shown, shown.length() != clean.length(), named);
  }

  boolean isEmpty() {
    return text.isBlank() && named.isEmpty();
  }
}
