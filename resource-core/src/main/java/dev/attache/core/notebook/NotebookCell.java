package dev.attache.core.notebook;

import java.util.List;

/**
 * One cell that has something to show.
 *
 * @param language that of its code, if the cell itself says (format 3); else empty
 * @param source its text, without line feeds at the end
 * @param named what is attached to it and is no text
 * @param leftOut how many outputs there were beyond those that are kept
 */
record NotebookCell(
    Kind kind,
    String language,
    String source,
    List<NamedData> named,
    List<CellOutput> outputs,
    int leftOut) {

  /** What a cell is. */
  enum Kind {
    MARKDOWN,
    CODE,
    RAW
  }

  NotebookCell {
    named = List.copyOf(named);
    outputs = List.copyOf(outputs);
  }

  boolean isBlank() {
    return source.isBlank() && named.isEmpty() && outputs.isEmpty();
  }

  /** How many of its outputs are not there whole. */
  long cutOutputs() {
    return leftOut + outputs.stream().filter(CellOutput::isCut).count();
  }
}
