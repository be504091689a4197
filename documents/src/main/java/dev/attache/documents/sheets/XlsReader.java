package dev.attache.documents.sheets;

import dev.attache.documents.archive.ContainedFiles;
import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hssf.OldExcelFormatException;
import org.apache.poi.hssf.extractor.OldExcelExtractor;
import org.apache.poi.hssf.usermodel.HSSFCell;
import org.apache.poi.hssf.usermodel.HSSFComment;
import org.apache.poi.hssf.usermodel.HSSFPatriarch;
import org.apache.poi.hssf.usermodel.HSSFPicture;
import org.apache.poi.hssf.usermodel.HSSFPictureData;
import org.apache.poi.hssf.usermodel.HSSFShape;
import org.apache.poi.hssf.usermodel.HSSFShapeContainer;
import org.apache.poi.hssf.usermodel.HSSFSheet;
import org.apache.poi.hssf.usermodel.HSSFSimpleShape;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.Entry;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.SpreadsheetVersion;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.HeaderFooter;
import org.apache.poi.ss.usermodel.Row;

/** A reader of workbooks of Excel before 2007. */
final class XlsReader {

  private static final int MAX_SHAPE_DEPTH = 10;

  private final HSSFWorkbook workbook;
  private final DocumentDraft draft;
  private final Set<HSSFComment> shownComments = Collections.newSetFromMap(new IdentityHashMap<>());
  private final DataFormatter formatter = new DataFormatter(Locale.US);

  private XlsReader(HSSFWorkbook workbook, DocumentDraft draft) {
    this.workbook = workbook;
    this.draft = draft;
    formatter.setUseCachedValuesForFormulaCells(true);
  }

  static void read(POIFSFileSystem file, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    try {
      // It is closed with the file.
      new XlsReader(new HSSFWorkbook(file.getRoot(), true), draft).read();
    } catch (EncryptedDocumentException e) {
      throw new ConversionException(Reason.ENCRYPTED, "it needs a password", e);
    } catch (OldExcelFormatException e) {
      try (var old = new OldExcelExtractor(file)) {
        writeOld(old, draft);
      }
    }
    if (OfficeFile.hasMacros(file.getRoot())) {
      draft.note("It has macros, which were not run.");
    }
    for (Entry each : file.getRoot()) {
      if (each instanceof DirectoryNode object && each.getName().startsWith("MBD")) {
        ContainedFiles.name(object, object.getName(), -1, draft);
      }
    }
  }

  /** Excel 4 and older: what stands in cells, without their places. */
  static void readOld(InputStream in, DocumentDraft draft) throws IOException {
    try (var old = new OldExcelExtractor(in)) {
      writeOld(old, draft);
    }
  }

  private static void writeOld(OldExcelExtractor old, DocumentDraft draft) {
    draft.note("It is older than Excel 97: its texts and numbers are listed, not their places.");
    for (String line : old.getText().split("\n", -1)) {
      draft.writer().paragraph(new InlineText().add(line).markdown());
    }
  }

  private void read() throws InterruptedException {
    for (int i = 0; i < workbook.getNumberOfSheets(); i++) {
      boolean isHidden = workbook.isSheetHidden(i) || workbook.isSheetVeryHidden(i);
      SheetTable table = SheetTable.begin(draft, workbook.getSheetName(i), isHidden);
      if (table != null) {
        readSheet(workbook.getSheetAt(i), table);
      }
    }
  }

  private void readSheet(HSSFSheet sheet, SheetTable table) throws InterruptedException {
    try {
      for (int i = 0; i < SpreadsheetVersion.EXCEL97.getMaxColumns(); i++) {
        if (sheet.isColumnHidden(i)) {
          table.hideColumns(i, i);
        }
      }
      for (Row row : sheet) {
        if (row.getRowNum() % 200 == 0) {
          DocumentDraft.checkInterrupt();
        }
        if (!table.wantsRows(row.getRowNum(), 1)) {
          continue;
        }
        if (row.getZeroHeight()) {
          table.hideRows(row.getRowNum(), row.getRowNum());
        }
        for (Cell cell : row) {
          table.add(row.getRowNum(), cell.getColumnIndex(), shown(cell), link((HSSFCell) cell));
        }
      }
      sheet
          .getCellComments()
          .forEach(
              (place, comment) ->
                  table.comment(place.formatAsString(), comment.getAuthor(), text(comment)));
      shownComments.addAll(sheet.getCellComments().values());
    } finally {
      table.write();
    }
    writeHead(sheet.getHeader());
    writeHead(sheet.getFooter());
    HSSFPatriarch drawing = sheet.getDrawingPatriarch();
    if (drawing != null) {
      readShapes(drawing, 0);
    }
  }

  private static String text(HSSFSimpleShape shape) {
    try {
      return shape.getString() == null ? "" : shape.getString().getString();
    } catch (NullPointerException e) {
      return ""; // a shape that can have no text, such as a chart
    }
  }

  private static String text(HSSFComment comment) {
    return comment.getString() == null ? "" : comment.getString().getString();
  }

  private String shown(Cell cell) {
    try {
      if (cell.getCellType() == CellType.FORMULA && draft.options().formulas()) {
        return "=" + cell.getCellFormula();
      }
      boolean isGeneral =
          (cell.getCellType() == CellType.FORMULA
                      ? cell.getCachedFormulaResultType()
                      : cell.getCellType())
                  == CellType.NUMERIC
              && cell.getCellStyle().getDataFormat() == 0;
      return isGeneral
          ? XlsxStyles.general(cell.getNumericCellValue())
          : formatter.formatCellValue(cell);
    } catch (RuntimeException e) { // of formats and formulas that are broken
      return String.valueOf(cell);
    }
  }

  private static String link(HSSFCell cell) {
    String address = cell.getHyperlink() == null ? null : cell.getHyperlink().getAddress();
    return address != null && address.contains(":") ? address : "";
  }

  private void writeHead(HeaderFooter head) {
    String text = XlsxReader.head(head.getLeft() + " " + head.getCenter() + " " + head.getRight());
    if (!text.isBlank() && !text.equals("Page")) {
      draft.writer().mark("page header or footer");
      draft.writer().paragraph(new InlineText().add(text).markdown());
    }
  }

  private void readShapes(HSSFShapeContainer shapes, int depth) {
    for (HSSFShape shape : shapes.getChildren()) {
      if (shape instanceof HSSFPicture picture) {
        HSSFPictureData data = picture.getPictureData();
        if (data != null) {
          byte[] bytes = data.getData();
          String words =
              draft.image(
                  "", data.getMimeType(), bytes.length, () -> new ByteArrayInputStream(bytes));
          draft.writer().paragraph(new InlineText().raw(words).markdown());
        }
      } else if (shape instanceof HSSFComment comment) {
        if (!shownComments.contains(comment)) { // of no cell
          draft.writer().quote("Comment: " + new InlineText().add(text(comment)).markdown());
        }
      } else if (shape instanceof HSSFShapeContainer group && depth < MAX_SHAPE_DEPTH) {
        readShapes(group, depth + 1);
      } else if (shape instanceof HSSFSimpleShape simple) {
        draft.writer().paragraph(new InlineText().add(text(simple)).markdown());
      }
    }
  }
}
