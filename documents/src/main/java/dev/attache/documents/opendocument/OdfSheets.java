package dev.attache.documents.opendocument;

import dev.attache.documents.archive.XmlCursor;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.FlowBlocks;
import dev.attache.documents.sheets.SheetTable;
import dev.attache.resource.convert.CellRange;
import java.io.IOException;

/** The sheets of a workbook, whose cells hold what they show as text. */
final class OdfSheets {

  private static final int MAX_COLUMNS = 16_384;

  private final XmlCursor xml;
  private final OdfText text;
  private final OdfStyles styles;
  private final DocumentDraft draft;

  OdfSheets(XmlCursor xml, OdfText text, OdfStyles styles, DocumentDraft draft) {
    this.xml = xml;
    this.text = text;
    this.styles = styles;
    this.draft = draft;
  }

  /** Reads all sheets in the element that the cursor is at. */
  void read() throws IOException, InterruptedException {
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (xml.name().equals("table")) {
        boolean isHidden = styles.isHidden(xml.attribute("style-name"));
        SheetTable table = SheetTable.begin(draft, xml.attribute("name"), isHidden);
        if (table != null) {
          readSheet(table);
        }
      }
    }
  }

  private void readSheet(SheetTable table) throws IOException, InterruptedException {
    int row = 0;
    int column = 0;
    var shapes = new FlowBlocks.Cell();
    int level = xml.depth();
    try {
      while (xml.nextNode(level)) {
        if (xml.isAtText()) {
          continue;
        }
        if (xml.name().equals("table-column")) {
          int repeated =
              Math.max(1, Math.min(xml.number("number-columns-repeated", 1), MAX_COLUMNS));
          if (isHidden()) {
            table.hideColumns(column, column + repeated - 1);
          }
          column = Math.min(column + repeated, MAX_COLUMNS);
        } else if (xml.name().equals("table-row")) {
          int repeated = Math.max(1, xml.number("number-rows-repeated", 1));
          if (isHidden()) {
            table.hideRows(row, row + Math.min(repeated, 1 << 21) - 1);
          }
          if (table.wantsRows(row, repeated)) {
            readRow(table, row, repeated);
          } else {
            passOver();
          }
          row += Math.min(repeated, 1 << 21);
        } else if (xml.name().equals("shapes")) {
          text.readBlocks(shapes);
        }
      }
    } finally {
      table.write();
      draft.writer().paragraph(shapes.text());
    }
  }

  /** Leaves the element that the cursor is at behind. */
  private void passOver() throws IOException {
    int level = xml.depth();
    while (xml.nextIn(level)) {
      // nothing of it is wanted
    }
  }

  /** Whether the row or column that the cursor is at is hidden, by hand or by a filter. */
  private boolean isHidden() {
    String visibility = xml.attribute("visibility");
    return visibility.equals("collapse") || visibility.equals("filter");
  }

  private void readRow(SheetTable table, int row, int repeated)
      throws IOException, InterruptedException {
    int column = 0;
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (!xml.name().equals("table-cell") && !xml.name().equals("covered-table-cell")) {
        continue;
      }
      int columns = Math.max(1, xml.number("number-columns-repeated", 1));
      String formula = xml.attribute("formula");
      boolean isFormula = draft.options().formulas() && !formula.isEmpty();
      String shown = readCell(table, row, column);
      fill(table, row, column, repeated, columns, isFormula ? formula : shown);
      column += Math.min(columns, MAX_COLUMNS);
    }
  }

  /** Cells that are the same are written once, with how often they stand there. */
  private void fill(SheetTable table, int row, int column, int rows, int columns, String shown) {
    if (shown.isBlank()) {
      return;
    }
    int limit = draft.limits().cells();
    for (int i = 0; i < Math.min(rows, limit); i++) {
      for (int j = 0; j < Math.min(columns, MAX_COLUMNS) && i * (long) columns + j <= limit; j++) {
        table.addMarkdown(row + i, column + j, shown);
      }
    }
  }

  private String readCell(SheetTable table, int row, int column)
      throws IOException, InterruptedException {
    var cell = new FlowBlocks.Cell();
    int level = xml.depth();
    while (xml.nextIn(level)) {
      if (xml.name().equals("annotation")) {
        table.comment(new CellRange(row, column, row, column).toString(), text.readComment());
      } else {
        text.readBlock(cell);
      }
    }
    return cell.text();
  }
}
