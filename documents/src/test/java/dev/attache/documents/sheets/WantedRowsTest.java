package dev.attache.documents.sheets;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.convert.CellRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

class WantedRowsTest {

  private static String wanted(String range, String sheet) throws IOException {
    return wanted(range, sheet, UTF_8);
  }

  private static String wanted(String range, String sheet, Charset charset) throws IOException {
    var bytes = new ByteArrayInputStream(sheet.getBytes(charset));
    try (var in = new WantedRows(bytes, CellRange.parse(range).orElseThrow())) {
      var all = new ByteArrayOutputStream();
      for (int each = in.read(); each >= 0; each = in.read()) {
        all.write(each);
      }
      return all.toString(charset);
    }
  }

  @Test
  void leavesOutRowsBeforeAndAfterThem() throws IOException {
    assertThat(
            wanted(
                "A2:B3",
                "<sheetData><row r=\"1\"><c>1</c></row><row r='2'><c>2</c></row>\n"
                    + "<row r=\"3\"/><row r=\"4\"/><row r=\"5\"><c/></row></sheetData><hyperlinks/>"))
        .isEqualTo("<sheetData><row r='2'><c>2</c></row>\n<row r=\"3\"/></sheetData><hyperlinks/>");
  }

  @Test
  void numbersThoseThatHaveNone() throws IOException {
    assertThat(
            wanted("A3", "<row/><row><c/></row><row spans=\"1:2\"><c/></row><row r=\"9\"/><row/>"))
        .isEqualTo("<row r=\"3\" spans=\"1:2\"><c/></row>");
    assertThat(wanted("A10", "<row r=\"9\"/><row>x</row>")).isEqualTo("<row r=\"10\">x</row>");
  }

  @Test
  void takesNothingForARowThatIsNone() throws IOException {
    String sheet =
        "<rowBreaks/><!-- <row r=\"9\"> --><x><![CDATA[<row r=\"9\">]]></x><x:row r=\"9\"/>";
    assertThat(wanted("A1", sheet)).isEqualTo(sheet);
    assertThat(wanted("A1", "<row r=\"9\"/>", UTF_16LE)).isEqualTo("<row r=\"9\"/>");
  }

  @Test
  void seesTheEndOfARowWhereItIs() throws IOException {
    assertThat(
            wanted(
                "A2",
                "<row r=\"1\" note=\"a>b/>\"><![CDATA[</row>]]><!--</row>--></row><row r=\"2\">2</row>"))
        .isEqualTo("<row r=\"2\">2</row>");
  }

  @Test
  void keepsWhatIsCutOff() throws IOException {
    assertThat(wanted("A1", "<row r=\"1\"><c>1</c><![CDATA[x"))
        .isEqualTo("<row r=\"1\"><c>1</c><![CDATA[x");
    assertThat(wanted("A1", "<row r=\"1\"/><row r=\"2\"><c>1")).isEqualTo("<row r=\"1\"/>");
    assertThat(wanted("A1", "<ro")).isEqualTo("<ro");
  }

  @Test
  void readsRowsThatAreLongerThanItsBuffer() throws IOException {
    String text = "x".repeat(200_000);
    assertThat(
            wanted(
                "A2", "<row r=\"1\"><![CDATA[" + text + "]]></row><row r=\"2\">" + text + "</row>"))
        .isEqualTo("<row r=\"2\">" + text + "</row>");
  }
}
