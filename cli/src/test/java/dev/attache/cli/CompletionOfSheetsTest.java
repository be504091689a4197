package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionOfSheetsTest {

  private static final String WORKBOOK = "xl/workbook.xml";
  private static final String CONTENT = "content.xml";

  @TempDir Path temporary;

  private TestWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = TestWorkspace.in(temporary);
  }

  /** Writes an archive of one part. */
  private Path write(String name, String part, String... pieces) throws IOException {
    Path file = workspace.path(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(part));
      for (String piece : pieces) {
        zip.write(piece.getBytes(UTF_8));
      }
      zip.closeEntry();
    }
    return file;
  }

  private static String workbook(String sheets) {
    return "<workbook xmlns=\"urn:m\" xmlns:r=\"urn:r\"><bookViews><workbookView/></bookViews><sheets>"
        + sheets
        + "</sheets></workbook>";
  }

  private static String content(String styles, String tables) {
    return "<o:document-content xmlns:o=\"urn:o\" xmlns:t=\"urn:t\" xmlns:s=\"urn:s\"><o:automatic-styles>"
        + styles
        + "</o:automatic-styles><o:body><o:spreadsheet>"
        + tables
        + "</o:spreadsheet></o:body></o:document-content>";
  }

  private String sheets(String file) {
    CliRun run = workspace.run("completion", "--sheets", file);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out();
  }

  @Test
  void offersThoseOfExcelInTheirOrderAsReferencesNameThem() throws IOException {
    write(
        "a.xlsx",
        WORKBOOK,
        workbook(
            "<sheet name=\"Zeit\" sheetId=\"1\" r:id=\"a\"/><sheet name=\"Q1 &amp; Q2\" r:id=\"b\"/>"
                + "<sheet name=\"100% 'sure'!\"/><sheet name=\"Übersicht-2_b.c\"/><sheet name=\"日本 語\"/>"));
    assertThat(sheets("a.xlsx"))
        .isEqualTo(
            """
            sheet=Zeit
            sheet=Q1%20%26%20Q2
            sheet=100%25%20%27sure%27%21
            sheet=Übersicht-2_b.c
            sheet=日本%20語
            """);
  }

  @Test
  void offersThoseOfOpenDocument() throws IOException {
    write(
        "a.ods",
        CONTENT,
        content(
            "<s:style s:name=\"ta1\" s:family=\"table\"><s:table-properties t:display=\"true\"/></s:style>"
                + "<s:style s:name=\"ta2\" s:family=\"table\"><s:table-properties t:display=\"false\"/></s:style>",
            "<t:table t:name=\"Costs\" t:style-name=\"ta1\"><t:table-row><t:table-cell>"
                + "<t:table t:name=\"inner\"/></t:table-cell></t:table-row></t:table>"
                + "<t:table t:name=\"Hidden\" t:style-name=\"ta2\"/><t:table t:name=\"More costs\"/>"));
    assertThat(sheets("a.ods")).isEqualTo("sheet=Costs\nsheet=More%20costs\n");
  }

  @Test
  void offersNoHiddenOnesAndNoneThatNoReferenceCanName() throws IOException {
    write(
        "a.xlsx",
        WORKBOOK,
        workbook(
            "<sheet name=\"Shown\" state=\"visible\"/><sheet name=\"Hidden\" state=\"hidden\"/>"
                + "<sheet name=\"Deep\" state=\"veryHidden\"/><sheet name=\"Data!A1\"/><sheet name=\"\"/>"));
    assertThat(sheets("a.xlsx")).isEqualTo("sheet=Shown\n");
  }

  @Test
  void saysNothingOfWhatIsNoWorkbook() throws IOException {
    workspace.file("text.xlsx", "no archive").file("dir.xlsx/a", "");
    write("other.xlsx", "word/document.xml", "<w/>");
    write("entity.xlsx", WORKBOOK, "<!DOCTYPE w [<!ENTITY e SYSTEM \"text.xlsx\">]><workbook>&e;");
    for (String each :
        new String[] {"text.xlsx", "dir.xlsx", "other.xlsx", "entity.xlsx", "missing.xlsx"}) {
      assertThat(sheets(each)).as(each).isEmpty();
    }
  }

  @Test
  void offersThoseBeforeTheDamage() throws IOException {
    write("cut.xlsx", WORKBOOK, "<workbook><sheets><sheet name=\"One\"/><sheet name=\"Two\"/><she");
    assertThat(sheets("cut.xlsx")).isEqualTo("sheet=One\nsheet=Two\n");
  }

  @Test
  void expandsNoEntities() throws IOException {
    var entities = new StringBuilder("<!DOCTYPE w [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      entities.append("<!ENTITY a" + i + " \"&a" + (i - 1) + ";&a" + (i - 1) + ";\">");
    }
    write(
        "laughs.xlsx",
        WORKBOOK,
        entities + "]><workbook><sheets><sheet name=\"One\"/>&a29;<sheet name=\"&a29;\"/>");
    assertThat(sheets("laughs.xlsx")).doesNotContain("haha");
  }

  @Test
  void stopsReadingWhatIsTooLong() throws IOException {
    String[] pieces = new String[130];
    Arrays.fill(pieces, " ".repeat(1 << 20));
    pieces[0] = "<workbook><sheets><sheet name=\"One\"/>";
    pieces[129] = "<sheet name=\"Two\"/></sheets></workbook>";
    assertThat(write("bomb.xlsx", WORKBOOK, pieces))
        .satisfies(file -> assertThat(Files.size(file)).isLessThan(1 << 20));
    assertThat(sheets("bomb.xlsx")).isEqualTo("sheet=One\n");
  }
}
