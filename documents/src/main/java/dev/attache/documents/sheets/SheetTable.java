package dev.attache.documents.sheets;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.resource.convert.CellRange;
import dev.attache.resource.convert.PartSelector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One sheet of a workbook while it is read: cells at their places, up to a limit, and what people
 * have noted on them. Hidden rows and columns are left out, unless cells are asked for by their
 * places.
 */
public final class SheetTable {

  private static final int MAX_ROWS = 1 << 21;
  private static final int MAX_COLUMNS = 16_384;

  private final DocumentDraft draft;
  private final String name;
  private final boolean isHidden;
  private final @Nullable CellRange range;
  private final TreeMap<Integer, TreeMap<Integer, String>> rows = new TreeMap<>();
  private final List<String> comments = new ArrayList<>();
  private final BitSet hiddenRows = new BitSet();
  private final BitSet hiddenColumns = new BitSet();

  /** Those that hold something. */
  private final BitSet leftOutRows = new BitSet();

  private final BitSet leftOutColumns = new BitSet();
  private int cells;
  private int leftOut;

  private SheetTable(
      DocumentDraft draft, String name, boolean isHidden, @Nullable CellRange range) {
    this.draft = draft;
    this.name = name;
    this.isHidden = isHidden;
    this.range = range;
  }

  /**
   * Begins a sheet.
   *
   * @return the table to fill, or null if this sheet is not wanted
   */
  public static @Nullable SheetTable begin(DocumentDraft draft, String name, boolean isHidden) {
    if (draft.options().selector() instanceof PartSelector.Sheet wanted) {
      if (wanted.name().equals(name)) {
        return new SheetTable(draft, name, isHidden, wanted.cells());
      }
      draft.part(new PartSelector.Sheet(name, null).toString(), "");
      return null;
    }
    if (isHidden) {
      draft.note(
          "Sheet \""
              + DocumentDraft.shortened(name)
              + "\" is hidden and left out; ask for it by its name.");
      draft.part(new PartSelector.Sheet(name, null).toString(), "hidden");
      return null;
    }
    return new SheetTable(draft, name, false, null);
  }

  /** Those that are wanted; null for all. */
  @Nullable CellRange range() {
    return range;
  }

  /** Whether a cell of these rows is wanted, which are the same. */
  public boolean wantsRows(int first, int count) {
    return range == null || (first <= range.lastRow() && first + (long) count > range.firstRow());
  }

  /** Whether a cell is wanted, where only some are asked for. */
  boolean wants(int row, int column) {
    return range == null
        || (row >= range.firstRow()
            && row <= range.lastRow()
            && column >= range.firstColumn()
            && column <= range.lastColumn());
  }

  /** Hides rows, before any of their cells is added. */
  public void hideRows(int first, int last) {
    hide(hiddenRows, first, last, MAX_ROWS);
  }

  /** Hides columns, before any of their cells is added. */
  public void hideColumns(int first, int last) {
    hide(hiddenColumns, first, last, MAX_COLUMNS);
  }

  private void hide(BitSet hidden, int first, int last, int limit) {
    if (range == null && first >= 0 && first <= last && first < limit) {
      hidden.set(first, Math.min(last, limit - 1) + 1);
    }
  }

  private boolean isHidden(int row, int column) {
    return hiddenRows.get(row) || hiddenColumns.get(column);
  }

  /** Adds a cell with what it shows. */
  public void add(int row, int column, String shown, @Nullable String link) {
    addMarkdown(row, column, new InlineText().add(shown.strip(), Set.of(), link).markdown());
  }

  /** Adds a cell with what it shows, as Markdown. */
  public void addMarkdown(int row, int column, String shown) {
    if (!wants(row, column) || shown.isBlank()) {
      return;
    }
    if (isHidden(row, column)) {
      (hiddenRows.get(row) ? leftOutRows : leftOutColumns).set(hiddenRows.get(row) ? row : column);
      return;
    }
    if (cells >= draft.limits().cells()) {
      leftOut++;
      return;
    }
    cells++;
    put(row, column, shown);
  }

  private void put(int row, int column, String markdown) {
    rows.computeIfAbsent(row, key -> new TreeMap<>()).put(column, markdown);
  }

  /** Has a cell lead somewhere. */
  public void link(CellRange cell, String address) {
    TreeMap<Integer, String> row = rows.get(cell.firstRow());
    String text = row == null ? null : row.get(cell.firstColumn());
    if (row != null && text != null && !address.isBlank() && !text.startsWith("[")) {
      boolean isSame = text.equals(address) || ("mailto:" + text).equals(address);
      row.put(
          cell.firstColumn(),
          isSame ? "<" + address + ">" : "[" + text + "](" + address.replace(" ", "%20") + ")");
    }
  }

  /** Adds what somebody has noted on a cell. */
  public void comment(String cell, String author, String words) {
    if (!words.isBlank() && isShown(cell)) {
      String by = author.isBlank() ? "" : " by " + new InlineText().add(author.strip()).markdown();
      comments.add(
          "Comment on " + cell + by + ": " + new InlineText().add(words.strip()).markdown());
    }
  }

  /** Adds a comment on a cell, as Markdown. */
  public void comment(String cell, String words) {
    if (isShown(cell)) {
      comments.add(words.replaceFirst("Comment", "Comment on " + cell));
    }
  }

  private boolean isShown(String cell) {
    return CellRange.parse(cell)
        .map(
            each ->
                wants(each.firstRow(), each.firstColumn())
                    && !isHidden(each.firstRow(), each.firstColumn()))
        .orElse(true);
  }

  /** Writes the sheet: its name, its table and what was noted on it. */
  public void write() {
    var columns = new TreeSet<Integer>();
    rows.values().forEach(row -> columns.addAll(row.keySet()));
    describe(columns.size());
    draft.writer().heading(1, new InlineText().add(name).plain());
    if (rows.isEmpty()) {
      return;
    }
    List<List<String>> table = new ArrayList<>();
    for (Map<Integer, String> row : rows.values()) {
      List<String> shown = new ArrayList<>();
      for (int column : columns) {
        shown.add(row.getOrDefault(column, ""));
      }
      table.add(shown);
    }
    draft.writer().table(table);
    writeComments();
  }

  private void writeComments() {
    comments.forEach(draft.writer()::quote);
  }

  private void describe(int columns) {
    String details =
        count(rows.size(), "row") + ", " + count(columns, "column") + (isHidden ? ", hidden" : "");
    draft.part(new PartSelector.Sheet(name, null).toString(), details);
    noteHidden();
    if (leftOut > 0) {
      draft.note(
          String.format(
              Locale.ROOT,
              "Sheet \"%s\" has %,d more cells, which are left out; the limit is %,d.",
              DocumentDraft.shortened(name),
              leftOut,
              draft.limits().cells()));
    }
  }

  private void noteHidden() {
    List<String> hidden = new ArrayList<>();
    if (!leftOutRows.isEmpty()) {
      hidden.add(count(leftOutRows.cardinality(), "hidden row"));
    }
    if (!leftOutColumns.isEmpty()) {
      hidden.add(count(leftOutColumns.cardinality(), "hidden column"));
    }
    if (!hidden.isEmpty()) {
      boolean isOne = leftOutRows.cardinality() + leftOutColumns.cardinality() == 1;
      draft.note(
          "Sheet \""
              + DocumentDraft.shortened(name)
              + "\" has "
              + String.join(" and ", hidden)
              + (isOne ? ", which is" : ", which are")
              + " left out; ask for the cells by their places, such as A1:C9.");
    }
  }

  private static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
