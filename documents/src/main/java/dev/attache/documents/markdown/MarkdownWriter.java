package dev.attache.documents.markdown;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A writer of Markdown, block by block, with a blank line between any two but the items of a list.
 * What is given to it is inline Markdown, as {@link InlineText} makes it.
 */
public final class MarkdownWriter {

  private static final int MAX_LEVEL = 6;

  private final StringBuilder out = new StringBuilder();
  private final int maxLength;
  private final List<String> indents = new ArrayList<>(); // of what belongs to an item
  private boolean isInList;
  private boolean hasText;

  /** Creates a writer that ends after so many characters. */
  public MarkdownWriter(int maxLength) {
    this.maxLength = maxLength;
  }

  /** Adds a heading, from level 1 on; deeper ones than Markdown has are of the last level. */
  public void heading(int level, String text) {
    if (!text.isBlank()) {
      block("#".repeat(Math.max(1, Math.min(level, MAX_LEVEL))) + " " + oneLine(text));
    }
  }

  /** Adds a paragraph, whose line breaks stay. */
  public void paragraph(String text) {
    if (!text.isBlank()) {
      block(MarkdownEscape.lineStarts(text.strip()).replaceAll("\n\\s*\n", "\n"));
    }
  }

  /**
   * Adds an item of a list.
   *
   * @param depth from 0
   * @param marker {@code -}, or a number as in {@code 3.}
   */
  public void item(int depth, String marker, String text) {
    if (text.isBlank()) {
      return;
    }
    int at = isInList ? Math.min(Math.max(0, depth), indents.size()) : 0;
    while (indents.size() > at) {
      indents.remove(indents.size() - 1);
    }
    String indent = at == 0 ? "" : indents.get(at - 1);
    String rest = indent + " ".repeat(marker.length() + 1);
    String item =
        indent + marker + " " + MarkdownEscape.lineStarts(text.strip()).replace("\n", "\n" + rest);
    if (isInList) {
      append("\n" + item);
    } else {
      block(item);
    }
    isInList = true;
    indents.add(rest);
  }

  /** Adds a quotation. */
  public void quote(String text) {
    if (!text.isBlank()) {
      block("> " + MarkdownEscape.lineStarts(text.strip()).replace("\n", "\n> "));
    }
  }

  /** Adds a line in brackets, which says where something begins. */
  public void mark(String text) {
    boolean hadText = hasText;
    block("[" + oneLine(text) + "]");
    hasText = hadText;
  }

  /** Adds a line in brackets, which names something that is not shown. */
  public void named(String text) {
    block("[" + oneLine(text) + "]");
  }

  /** Adds a text as it is, between fences that nothing in it can end. */
  public void code(String text) {
    String fence = "```";
    while (text.contains(fence)) {
      fence += "`";
    }
    block(fence + "\n" + text.stripTrailing() + "\n" + fence);
  }

  /** Adds blocks that are Markdown already. */
  public void blocks(String markdown) {
    if (!markdown.isBlank()) {
      block(markdown.strip().replace("\t", "    "));
    }
  }

  /**
   * Adds a table whose first row is its head. Columns that are empty are left out, and so are empty
   * rows.
   */
  public void table(List<List<String>> rows) {
    List<List<String>> shown = new ArrayList<>();
    for (List<String> row : rows) {
      if (row.stream().anyMatch(cell -> !cell.isBlank())) {
        shown.add(row);
      }
    }
    int width = shown.stream().mapToInt(List::size).max().orElse(0);
    boolean[] isUsed = new boolean[width];
    for (List<String> row : shown) {
      for (int i = 0; i < row.size(); i++) {
        isUsed[i] |= !row.get(i).isBlank();
      }
    }
    var table = new TableText(isUsed);
    for (int i = 0; i < shown.size(); i++) {
      String line = table.row(shown.get(i));
      if (i == 0) {
        block(line + "\n" + table.rule());
      } else {
        append("\n" + line);
      }
    }
  }

  /** {@return whether nothing was written but marks} */
  public boolean isEmpty() {
    return !hasText;
  }

  /** {@return the number of characters written} */
  public int length() {
    return out.length();
  }

  /** {@return what was written, with a line feed at its end} */
  public String markdown() {
    return out.length() == 0 ? "" : out + "\n";
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\n\\s*", " ");
  }

  private void block(String text) {
    hasText = true;
    isInList = false;
    indents.clear();
    append(out.length() == 0 ? text : "\n\n" + text);
  }

  /** A text without signs that control something, and without halves of characters. */
  private static String whole(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> !Character.isISOControl(c) || c == '\n')
        .forEach(c -> out.appendCodePoint(c >= 0xd800 && c < 0xe000 ? 0xfffd : c));
    return out.toString();
  }

  /** Writes what fits, to the end of a word, and then gives up. */
  private void append(String given) {
    String text = whole(given);
    int room = maxLength - out.length() - 1;
    if (text.length() <= room) {
      out.append(text);
      return;
    }
    int end = Math.max(room, 0);
    int space = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end));
    out.append(text, 0, Math.max(space, 0));
    throw new OutputFullException();
  }

  /** The rows of one table. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record TableText(boolean[] isUsed) {

    String row(List<String> cells) {
      var line = new StringBuilder("|");
      for (int i = 0; i < isUsed.length; i++) {
        if (isUsed[i]) {
          line.append(' ').append(i < cells.size() ? cell(cells.get(i)) : "").append(" |");
        }
      }
      return line.toString();
    }

    String rule() {
      int columns = 0;
      for (boolean each : isUsed) {
        columns += each ? 1 : 0;
      }
      return "|" + String.join("", Collections.nCopies(columns, " --- |"));
    }

    private static String cell(String text) {
      return text.strip().replaceAll("\\s*\n\\s*", "<br>").replaceAll("(?<!\\\\)\\|", "\\\\|");
    }
  }
}
