package dev.attache.documents.markdown;

import java.util.ArrayList;
import java.util.List;

/** Where the blocks of a text go: into the document, or into a cell of a table, as lines. */
public interface FlowBlocks {

  void heading(int level, InlineText text);

  void paragraph(InlineText text);

  /** Adds an item; a marker that is neither a bullet nor a number stands in its text. */
  void item(int depth, String marker, InlineText text);

  void code(String line);

  void table(List<List<String>> rows);

  void comment(String text);

  /** Blocks of the document itself. */
  static FlowBlocks of(MarkdownWriter writer) {
    return new Document(writer);
  }

  /** Blocks that go into a writer; lines of code that follow each other are one block. */
  final class Document implements FlowBlocks {

    private final MarkdownWriter writer;
    private final StringBuilder code = new StringBuilder();

    private Document(MarkdownWriter writer) {
      this.writer = writer;
    }

    @Override
    public void heading(int level, InlineText text) {
      end();
      writer.heading(level, text.plain());
    }

    @Override
    public void paragraph(InlineText text) {
      end();
      writer.paragraph(text.markdown());
    }

    @Override
    public void item(int depth, String marker, InlineText text) {
      end();
      boolean isKnown = marker.equals("-") || marker.matches("\\d{1,9}[.)]");
      String before = isKnown ? "" : new InlineText().add(marker).markdown() + " ";
      if (!text.isBlank()) {
        writer.item(depth, isKnown ? marker : "-", before + text.markdown());
      }
    }

    @Override
    public void code(String line) {
      code.append(line).append('\n');
    }

    @Override
    public void table(List<List<String>> rows) {
      end();
      writer.table(rows);
    }

    @Override
    public void comment(String text) {
      end();
      writer.quote(text);
    }

    /** Writes the code that waits for more. */
    public void end() {
      if (!code.toString().isBlank()) {
        writer.code(code.toString());
      }
      code.setLength(0);
    }
  }

  /** The lines of a cell. */
  final class Cell implements FlowBlocks {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void heading(int level, InlineText text) {
      paragraph(text);
    }

    @Override
    public void paragraph(InlineText text) {
      String line = text.markdown();
      if (!line.isBlank()) {
        lines.add(line);
      }
    }

    @Override
    public void item(int depth, String marker, InlineText text) {
      if (!text.isBlank()) {
        lines.add(marker + " " + text.markdown());
      }
    }

    @Override
    public void code(String line) {
      paragraph(new InlineText().add(line));
    }

    /** A table in a cell: its rows are lines. */
    @Override
    public void table(List<List<String>> rows) {
      for (List<String> row : rows) {
        List<String> cells = row.stream().filter(cell -> !cell.isBlank()).toList();
        if (!cells.isEmpty()) {
          lines.add(String.join(" · ", cells));
        }
      }
    }

    @Override
    public void comment(String text) {
      lines.add("(" + text + ")");
    }

    /** {@return all lines of it} */
    public String text() {
      return String.join("\n", lines);
    }
  }
}
