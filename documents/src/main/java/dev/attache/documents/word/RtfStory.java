package dev.attache.documents.word;

import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A text of its own in an RTF document: the main one, a note, a head: paragraphs and tables. */
final class RtfStory {

  private static final int NESTED = 2;

  private final FlowBlocks blocks;
  private final List<String> asides = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();
  private InlineText text = new InlineText();
  private String kind = "";
  private String marker = "";
  private int heading;
  private final List<Integer> indents = new ArrayList<>(); // of the items around this one
  private int left;
  private boolean isInTable;
  private int tableLevel = 1;
  private FlowBlocks.Cell cell = new FlowBlocks.Cell();
  private List<String> row = new ArrayList<>();
  private final List<List<String>> table = new ArrayList<>();
  private FlowBlocks.Cell innerCell = new FlowBlocks.Cell();
  private List<String> innerRow = new ArrayList<>();
  private final List<List<String>> innerTable = new ArrayList<>();

  RtfStory(FlowBlocks blocks) {
    this.blocks = blocks;
  }

  void kind(String name) {
    kind = name;
  }

  String kind() {
    return kind;
  }

  String cellText() {
    return blocks instanceof FlowBlocks.Cell lines ? lines.text() : "";
  }

  void add(String more, Set<Style> looks, String link) {
    text.add(more, looks, link.isEmpty() ? null : link);
  }

  void raw(String markdown) {
    text.raw(markdown);
  }

  void marker(String shown) {
    String clean = InlineText.clean(shown).strip();
    boolean isBullet =
        clean.isEmpty() || (!Character.isLetterOrDigit(clean.codePointAt(0)) && clean.length() < 3);
    marker = isBullet ? "-" : clean;
  }

  void heading(int level) {
    heading = level;
  }

  void aside(String frame) {
    asides.add(frame);
  }

  void comment(String author, String words) {
    String by = author.isEmpty() ? "" : " by " + new InlineText().add(author).markdown();
    comments.add("Comment" + by + ": " + words);
  }

  void paragraphWord(String word, int number, boolean isOn) {
    switch (word) {
      case "pard" -> {
        heading = 0;
        left = 0;
        isInTable = false;
        tableLevel = 1;
      }
      case "intbl" -> isInTable = isOn;
      case "itap" -> {
        tableLevel = number;
        isInTable = number > 0;
      }
      case "li" -> left = number;
      case "cell" -> {
        endParagraph(cell);
        endInner();
        row.add(cell.text());
        cell = new FlowBlocks.Cell();
      }
      case "nestcell" -> {
        endParagraph(innerCell);
        innerRow.add(innerCell.text());
        innerCell = new FlowBlocks.Cell();
      }
      case "nestrow" -> {
        innerTable.add(innerRow);
        innerRow = new ArrayList<>();
      }
      case "row" -> endRow();
      default -> {}
    }
  }

  private void endInner() {
    if (!innerTable.isEmpty()) {
      cell.table(List.copyOf(innerTable));
      innerTable.clear();
    }
  }

  private void endRow() {
    if (!text.isBlank() || !cell.text().isEmpty()) {
      endParagraph(cell);
      row.add(cell.text());
      cell = new FlowBlocks.Cell();
    }
    if (!row.isEmpty()) {
      table.add(row);
    }
    row = new ArrayList<>();
  }

  void endParagraph() {
    if (isInTable && tableLevel >= NESTED) {
      endParagraph(innerCell);
    } else if (isInTable) {
      endParagraph(cell);
    } else {
      endTable();
      endParagraph(blocks);
    }
  }

  private void endTable() {
    if (!row.isEmpty() || !cell.text().isEmpty()) {
      endRow();
    }
    if (!table.isEmpty()) {
      blocks.table(List.copyOf(table));
      table.clear();
    }
  }

  private void endParagraph(FlowBlocks into) {
    if (heading > 0) {
      boolean isNumbered = !marker.isEmpty() && !marker.equals("-");
      into.heading(heading, new InlineText().add(isNumbered ? marker + " " : "").addAll(text));
    } else if (!marker.isEmpty()) {
      into.item(depth(), marker, text);
    } else {
      indents.clear();
      into.paragraph(text);
    }
    marker = "";
    text = new InlineText();
    for (String each : asides) {
      into.paragraph(new InlineText().raw(each));
    }
    comments.forEach(into::comment);
    asides.clear();
    comments.clear();
  }

  /** How deep an item stands: by how far it is indented. */
  private int depth() {
    while (!indents.isEmpty() && indents.get(indents.size() - 1) > left) {
      indents.remove(indents.size() - 1);
    }
    if (indents.isEmpty() || indents.get(indents.size() - 1) < left) {
      indents.add(left);
    }
    return indents.size() - 1;
  }

  void end() {
    if (!text.isBlank()) {
      endParagraph();
    }
    endTable();
    if (blocks instanceof FlowBlocks.Document whole) {
      whole.end();
    }
  }
}
