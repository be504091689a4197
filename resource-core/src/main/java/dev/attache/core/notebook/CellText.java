package dev.attache.core.notebook;

import java.util.ArrayList;
import java.util.List;

/** The Markdown of cells, with a blank line between any two parts. */
final class CellText {

  private final String language;
  private final List<String> parts = new ArrayList<>();

  private CellText(String language) {
    this.language = language;
  }

  static String of(Notebook notebook) {
    var text = new CellText(notebook.language());
    notebook.cells().forEach(text::add);
    return String.join("\n\n", text.parts) + "\n";
  }

  private void add(NotebookCell cell) {
    if (!cell.source().isBlank()) {
      parts.add(
          switch (cell.kind()) {
            case MARKDOWN -> cell.source();
            case CODE ->
                fenced(cell.source(), cell.language().isEmpty() ? language : cell.language());
            case RAW -> fenced(cell.source(), "");
          });
    }
    cell.named().forEach(each -> parts.add(each.toString()));
    cell.outputs().forEach(this::add);
    if (cell.leftOut() > 0) {
      parts.add(cell.leftOut() == 1 ? "[1 more output]" : "[" + cell.leftOut() + " more outputs]");
    }
  }

  private void add(CellOutput output) {
    if (!output.text().isBlank()) {
      parts.add(output.kind().heading());
      parts.add(fenced(output.text(), ""));
    }
    output.named().forEach(each -> parts.add(each.toString()));
  }

  /** A block whose fence is longer than any in it. */
  private static String fenced(String text, String language) {
    String fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return fence + language + "\n" + text + "\n" + fence;
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
