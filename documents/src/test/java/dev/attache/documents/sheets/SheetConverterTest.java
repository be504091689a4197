package dev.attache.documents.sheets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.CellRange;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import org.apache.poi.common.usermodel.HyperlinkType;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.util.DefaultTempFileCreationStrategy;
import org.apache.poi.util.TempFile;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SheetConverterTest {

  /** The two forms of workbooks, which have to read the same. */
  enum Form {
    XLSX("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    XLS("application/vnd.ms-excel");

    private final String type;

    Form(String type) {
      this.type = type;
    }

    private Workbook create() {
      return this == XLSX ? new XSSFWorkbook() : new HSSFWorkbook();
    }

    private TestDocument of(Workbook workbook) throws IOException {
      try (workbook) {
        return TestDocument.of(type, workbook::write);
      }
    }
  }

  private static void row(Sheet sheet, int number, Object... values) {
    Row row = sheet.createRow(number);
    for (int i = 0; i < values.length; i++) {
      Cell cell = row.createCell(i);
      if (values[i] instanceof Number value) {
        cell.setCellValue(value.doubleValue());
      } else if (values[i] instanceof Boolean value) {
        cell.setCellValue(value);
      } else {
        cell.setCellValue(values[i].toString());
      }
    }
  }

  private static Cell formatted(Workbook workbook, Cell cell, String format) {
    CellStyle style = workbook.createCellStyle();
    style.setDataFormat(workbook.createDataFormat().getFormat(format));
    cell.setCellStyle(style);
    return cell;
  }

  private static Workbook costs(Form form) {
    Workbook workbook = form.create();
    Sheet sheet = workbook.createSheet("Costs");
    row(sheet, 0, "Town", "Share", "Paid", "On");
    row(sheet, 1, "Ulm", 0.6, true, "");
    row(sheet, 2, "Neu-Ulm", 0.4, false, "");
    formatted(workbook, sheet.getRow(1).getCell(1), "0%");
    formatted(workbook, sheet.getRow(2).getCell(1), "0.00%");
    Cell date = formatted(workbook, sheet.getRow(1).getCell(3), "yyyy-mm-dd");
    date.setCellValue(LocalDate.of(2026, 5, 17));
    return workbook;
  }

  @ParameterizedTest
  @EnumSource
  void showsValuesAsTheSheetDoes(Form form) throws Exception {
    Conversion conversion = form.of(costs(form)).convert();
    assertThat(conversion.markdown())
        .isEqualTo(
            """
            # Costs

            | Town | Share | Paid | On |
            | --- | --- | --- | --- |
            | Ulm | 60% | TRUE | 2026-05-17 |
            | Neu-Ulm | 40.00% | FALSE |  |
            """);
    assertThat(conversion.parts())
        .containsExactly(new DocumentPart("sheet=Costs", "3 rows, 4 columns"));
  }

  @ParameterizedTest
  @EnumSource
  void showsAllDigitsOfNumbersWithoutAFormat(Form form) throws Exception {
    Workbook workbook = form.create();
    row(workbook.createSheet("A"), 0, 123456789012345d, 0.1 + 0.2, -5, 1e20, 1e-9);
    assertThat(form.of(workbook).convert().markdown())
        .isEqualTo(
            "# A\n\n| 123456789012345 | 0.3 | -5 | 1E+20 | 0.000000001 |\n| --- | --- | --- | --- | --- |\n");
  }

  @ParameterizedTest
  @EnumSource
  void showsValuesOfFormulasAndThemselvesOnRequest(Form form) throws Exception {
    Workbook workbook = form.create();
    Sheet sheet = workbook.createSheet("A");
    row(sheet, 0, 2, 3);
    sheet.getRow(0).createCell(2).setCellFormula("A1+B1");
    workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
    TestDocument document = form.of(workbook);
    assertThat(document.convert().markdown()).contains("| 2 | 3 | 5 |");
    var formulas = new ConversionOptions(ConversionLimits.DEFAULT, null, true, false);
    assertThat(document.convert(formulas).markdown()).contains("| 2 | 3 | =A1+B1 |");
  }

  @ParameterizedTest
  @EnumSource
  void leavesOutHiddenSheetsAndSaysSo(Form form) throws Exception {
    Workbook workbook = costs(form);
    row(workbook.createSheet("Secret"), 0, "hush");
    workbook.setSheetHidden(1, true);
    TestDocument document = form.of(workbook);
    Conversion conversion = document.convert();
    assertThat(conversion.markdown()).doesNotContain("hush");
    assertThat(conversion.notes())
        .containsExactly("Sheet \"Secret\" is hidden and left out; ask for it by its name.");
    assertThat(conversion.parts())
        .containsExactly(
            new DocumentPart("sheet=Costs", "3 rows, 4 columns"),
            new DocumentPart("sheet=Secret", "hidden"));
    var wanted = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("Secret", null));
    assertThat(document.convert(wanted).markdown()).isEqualTo("# Secret\n\n| hush |\n| --- |\n");
  }

  private static Workbook withHidden(Form form) {
    Workbook workbook = costs(form);
    Sheet sheet = workbook.getSheet("Costs");
    sheet.getRow(2).setZeroHeight(true);
    sheet.createRow(7).setZeroHeight(true);
    sheet.setColumnHidden(2, true);
    sheet.setColumnHidden(9, true);
    return workbook;
  }

  @ParameterizedTest
  @EnumSource
  void leavesOutHiddenRowsAndColumnsAndSaysSo(Form form) throws Exception {
    Conversion conversion = form.of(withHidden(form)).convert();
    assertThat(conversion.markdown())
        .isEqualTo(
            """
            # Costs

            | Town | Share | On |
            | --- | --- | --- |
            | Ulm | 60% | 2026-05-17 |
            """);
    assertThat(conversion.notes())
        .containsExactly(
            "Sheet \"Costs\" has 1 hidden row and 1 hidden column, which are left out; ask for the"
                + " cells by their places, such as A1:C9.");
    assertThat(conversion.parts())
        .containsExactly(new DocumentPart("sheet=Costs", "2 rows, 3 columns"));
  }

  @ParameterizedTest
  @EnumSource
  void givesHiddenCellsThatAreAskedForByTheirPlaces(Form form) throws Exception {
    CellRange cells = CellRange.parse("A2:C3").orElseThrow();
    var wanted = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("Costs", cells));
    Conversion conversion = form.of(withHidden(form)).convert(wanted);
    assertThat(conversion.markdown()).contains("| Neu-Ulm | 40.00% | FALSE |");
    assertThat(conversion.notes()).isEmpty();
    var sheet = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("Costs", null));
    assertThat(form.of(withHidden(form)).convert(sheet).markdown()).doesNotContain("Neu-Ulm");
  }

  @ParameterizedTest
  @EnumSource
  void readsTheCellsThatAreAskedFor(Form form) throws Exception {
    CellRange cells = CellRange.parse("A2:B3").orElseThrow();
    var wanted = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("Costs", cells));
    assertThat(form.of(costs(form)).convert(wanted).markdown())
        .isEqualTo("# Costs\n\n| Ulm | 60% |\n| --- | --- |\n| Neu-Ulm | 40.00% |\n");
  }

  @ParameterizedTest
  @EnumSource
  void saysThatASheetIsNotThere(Form form) throws Exception {
    TestDocument document = form.of(costs(form));
    var wanted = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("Other", null));
    ConversionException failure =
        catchThrowableOfType(ConversionException.class, () -> document.convert(wanted));
    assertThat(failure.reason()).isEqualTo(Reason.NO_SUCH_PART);
    assertThat(failure).hasMessage("its only sheet is Costs");
  }

  @ParameterizedTest
  @EnumSource
  void stopsAtTheLimitOfCellsAndSaysSo(Form form) throws Exception {
    ConversionLimits usual = ConversionLimits.DEFAULT;
    var limits =
        new ConversionLimits(usual.bytes(), usual.pages(), 4, usual.characters(), usual.time());
    Conversion conversion =
        form.of(costs(form)).convert(ConversionOptions.DEFAULT.withLimits(limits));
    assertThat(conversion.markdown())
        .isEqualTo("# Costs\n\n| Town | Share | Paid | On |\n| --- | --- | --- | --- |\n");
    assertThat(conversion.notes())
        .containsExactly("Sheet \"Costs\" has 7 more cells, which are left out; the limit is 4.");
  }

  @ParameterizedTest
  @EnumSource
  void keepsLinksAndComments(Form form) throws Exception {
    Workbook workbook = form.create();
    Sheet sheet = workbook.createSheet("A");
    row(sheet, 0, "minutes", "x");
    var link = workbook.getCreationHelper().createHyperlink(HyperlinkType.URL);
    link.setAddress("https://example.org/minutes");
    sheet.getRow(0).getCell(0).setHyperlink(link);
    var anchor = workbook.getCreationHelper().createClientAnchor();
    anchor.setCol1(1);
    anchor.setCol2(3);
    anchor.setRow2(3);
    var comment = sheet.createDrawingPatriarch().createCellComment(anchor);
    comment.setString(workbook.getCreationHelper().createRichTextString("Which ones?"));
    comment.setAuthor("Ada");
    sheet.getRow(0).getCell(1).setCellComment(comment);
    assertThat(form.of(workbook).convert().markdown())
        .isEqualTo(
            """
            # A

            | [minutes](https://example.org/minutes) | x |
            | --- | --- |

            > Comment on B1 by Ada: Which ones?
            """);
  }

  @ParameterizedTest
  @EnumSource
  void leavesOutRowsAndColumnsThatAreEmpty(Form form) throws Exception {
    Workbook workbook = form.create();
    Sheet sheet = workbook.createSheet("A");
    sheet.createRow(3).createCell(2).setCellValue("left");
    sheet.createRow(40).createCell(200).setCellValue("right");
    assertThat(form.of(workbook).convert().markdown())
        .isEqualTo("# A\n\n| left |  |\n| --- | --- |\n|  | right |\n");
  }

  /** By default POI shares a directory with other users, to whom it may belong. */
  @BeforeAll
  static void keepTemporaryFilesApart(@TempDir Path directory) {
    TempFile.setTempFileCreationStrategy(new DefaultTempFileCreationStrategy(directory.toFile()));
  }

  private static TestDocument encrypted(String password) throws Exception {
    try (var workbook = new XSSFWorkbook();
        var files = new POIFSFileSystem()) {
      row(workbook.createSheet("Costs"), 0, "Bridge", 12);
      Encryptor encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
      encryptor.confirmPassword(password);
      try (OutputStream out = encryptor.getDataStream(files)) {
        workbook.write(out);
      }
      return TestDocument.of("application/x-tika-ooxml-protected", files::writeFilesystem);
    }
  }

  @Test
  void saysOfAnEncryptedDocumentWithoutANameThatItNeedsAPassword() throws Exception {
    TestDocument document = encrypted("secret");
    ConversionException failure =
        catchThrowableOfType(ConversionException.class, document::convert);
    assertThat(failure.reason()).isEqualTo(Reason.ENCRYPTED);
    assertThat(failure).hasMessage("it needs a password");
  }

  @Test
  void readsAWorkbookWithoutANameThatIsOnlyKeptFromChanges() throws Exception {
    assertThat(encrypted(Decryptor.DEFAULT_PASSWORD).convert().markdown())
        .isEqualTo("# Costs\n\n| Bridge | 12 |\n| --- | --- |\n");
  }

  @ParameterizedTest
  @EnumSource
  void showsOfAPartTheCommentsInIt(Form form) throws Exception {
    Workbook workbook = costs(form);
    Sheet sheet = workbook.getSheetAt(0);
    for (int i = 0; i < 3; i++) {
      var anchor = workbook.getCreationHelper().createClientAnchor();
      anchor.setRow1(i);
      var comment = sheet.createDrawingPatriarch().createCellComment(anchor);
      comment.setAddress(i, 0);
      comment.setString(workbook.getCreationHelper().createRichTextString("Note " + i));
    }
    CellRange second = CellRange.parse("A2:B2").orElseThrow();
    ConversionOptions options =
        ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("Costs", second));
    assertThat(form.of(workbook).convert(options).markdown())
        .contains("| Ulm | 60% |", "Note 1")
        .doesNotContain("Note 0", "Note 2");
  }
}
