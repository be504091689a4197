package dev.attache.documents.opendocument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.CellRange;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import org.junit.jupiter.api.Test;

@SuppressWarnings("InlineFormatString") // it is long
class OpenDocumentConverterTest {

  private static final String CONTENT =
      "<o:document-content xmlns:o=\"o\" xmlns:text=\"t\" xmlns:table=\"tb\" xmlns:style=\"s\""
          + " xmlns:fo=\"fo\" xmlns:draw=\"d\" xmlns:presentation=\"p\" xmlns:xlink=\"x\""
          + " xmlns:dc=\"dc\"><o:automatic-styles>"
          + "<style:style style:name=\"B\" style:family=\"text\"><style:text-properties fo:font-weight=\"bold\"/></style:style>"
          + "<style:style style:name=\"H\" style:family=\"table\"><style:table-properties table:display=\"false\"/></style:style>"
          + "<text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\" style:num-suffix=\".\"/>"
          + "<text:list-level-style-bullet text:level=\"2\"/></text:list-style>"
          + "</o:automatic-styles><o:body>%s</o:body></o:document-content>";

  private static TestDocument of(String kind, String body) throws IOException {
    return TestDocument.zip(
        "application/vnd.oasis.opendocument." + kind, "content.xml", String.format(CONTENT, body));
  }

  private static String text(String body) throws Exception {
    return of("text", "<o:text>" + body + "</o:text>").convert().markdown();
  }

  @Test
  void readsHeadingsParagraphsAndTheirSpaces() throws Exception {
    assertThat(
            text(
                "<text:h text:outline-level=\"2\">Costs</text:h><text:p>The <text:span"
                    + " text:style-name=\"B\">old</text:span> bridge\n   is<text:s text:c=\"3\"/>"
                    + "<text:a xlink:href=\"https://example.org/\">here</text:a><text:line-break/>now</text:p>"))
        .isEqualTo("## Costs\n\nThe **old** bridge is   [here](https://example.org/)\nnow\n");
  }

  @Test
  void numbersLists() throws Exception {
    assertThat(
            text(
                "<text:list text:style-name=\"L\"><text:list-item><text:p>one</text:p>"
                    + "<text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list>"
                    + "</text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>"))
        .isEqualTo("1. one\n   - inner\n2. two\n");
  }

  @Test
  void writesTablesNotesAndComments() throws Exception {
    assertThat(
            text(
                "<table:table><table:table-row><table:table-cell><text:p>Town</text:p></table:table-cell>"
                    + "<table:table-cell><text:p>Share</text:p></table:table-cell></table:table-row>"
                    + "<table:table-row><table:table-cell><text:p>Ulm</text:p></table:table-cell>"
                    + "<table:table-cell><text:p>60 %</text:p></table:table-cell></table:table-row></table:table>"
                    + "<text:p>End<text:note><text:note-citation>1</text:note-citation><text:note-body>"
                    + "<text:p>Since May.</text:p></text:note-body></text:note><o:annotation>"
                    + "<dc:creator>Ada</dc:creator><text:p>Where?</text:p></o:annotation></text:p>"))
        .isEqualTo(
            """
            | Town | Share |
            | --- | --- |
            | Ulm | 60 % |

            End[^1]

            > Comment by Ada: Where?

            [^1]: Since May.
            """);
  }

  private static final String OBJECT =
      "<o:text><text:p>Therefore <draw:frame draw:name=\"Object1\"><draw:object xlink:href=\"./Object 1\"/>"
          + "<draw:image xlink:href=\"./ObjectReplacements/Object 1\"/></draw:frame>.</text:p></o:text>";

  private static String withObject(String content) throws Exception {
    return TestDocument.zip(
            "application/vnd.oasis.opendocument.text",
            "content.xml",
            String.format(CONTENT, OBJECT),
            "Object 1/content.xml",
            content)
        .convert()
        .markdown();
  }

  @Test
  void readsFormulas() throws Exception {
    assertThat(
            withObject(
                "<!DOCTYPE math PUBLIC \"-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN\" \"math.dtd\">"
                    + "<m:math xmlns:m=\"http://www.w3.org/1998/Math/MathML\"><m:semantics><m:mrow>"
                    + "<m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup><m:mo>=</m:mo>"
                    + "<m:mfrac><m:mrow><m:mi>a</m:mi><m:mo>+</m:mo><m:msqrt><m:mi>b</m:mi></m:msqrt></m:mrow>"
                    + "<m:msubsup><m:mi>c</m:mi><m:mi>i</m:mi><m:mrow><m:mi>n</m:mi><m:mo>-</m:mo><m:mn>1</m:mn>"
                    + "</m:mrow></m:msubsup></m:mfrac></m:mrow>"
                    + "<m:annotation m:encoding=\"StarMath 5.0\">x^2 = ...</m:annotation></m:semantics></m:math>"))
        .isEqualTo("Therefore x^2 = (a + √b)/(c_i^(n - 1)).\n");
  }

  @Test
  void namesObjectsThatAreNoFormulas() throws Exception {
    for (String content : new String[] {"<o:document-content xmlns:o=\"o\"/>", "<math><mi>", ""}) {
      assertThat(withObject(content))
          .as(content)
          .isEqualTo("Therefore .\n\n[attached file: Object 1]\n");
    }
  }

  @Test
  void leavesOutDeletedTextAndSaysSo() throws Exception {
    Conversion conversion =
        of(
                "text",
                "<o:text><text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p>"
                    + "</text:deletion></text:changed-region></text:tracked-changes><text:p>here</text:p></o:text>")
            .convert();
    assertThat(conversion.markdown()).isEqualTo("here\n");
    assertThat(conversion.notes())
        .containsExactly("Tracked changes are shown as accepted; deleted text is left out.");
  }

  @Test
  void readsSheetsWithRepeatedAndHiddenOnes() throws Exception {
    String sheets =
        "<o:spreadsheet><table:table table:name=\"A\"><table:table-row><table:table-cell"
            + " table:number-columns-repeated=\"2\"><text:p>x</text:p></table:table-cell>"
            + "<table:table-cell table:formula=\"of:=1+1\"><text:p>2.00</text:p></table:table-cell></table:table-row>"
            + "<table:table-row table:number-rows-repeated=\"1048575\"><table:table-cell"
            + " table:number-columns-repeated=\"16384\"/></table:table-row></table:table>"
            + "<table:table table:name=\"B\" table:style-name=\"H\"><table:table-row><table:table-cell>"
            + "<text:p>hush</text:p></table:table-cell></table:table-row></table:table></o:spreadsheet>";
    TestDocument document = of("spreadsheet", sheets);
    Conversion conversion = document.convert();
    assertThat(conversion.markdown()).isEqualTo("# A\n\n| x | x | 2.00 |\n| --- | --- | --- |\n");
    assertThat(conversion.parts())
        .containsExactly(
            new DocumentPart("sheet=A", "1 row, 3 columns"), new DocumentPart("sheet=B", "hidden"));
    var wanted = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("B", null));
    assertThat(document.convert(wanted).markdown()).isEqualTo("# B\n\n| hush |\n| --- |\n");
  }

  private static String row(String attributes, String... cells) {
    var row = new StringBuilder("<table:table-row" + attributes + ">");
    for (String each : cells) {
      row.append("<table:table-cell><text:p>" + each + "</text:p></table:table-cell>");
    }
    return row + "</table:table-row>";
  }

  @Test
  void leavesOutHiddenRowsAndColumnsAndSaysSo() throws Exception {
    TestDocument document =
        of(
            "spreadsheet",
            "<o:spreadsheet><table:table table:name=\"A\"><table:table-column/><table:table-column"
                + " table:visibility=\"collapse\" table:number-columns-repeated=\"2\"/>"
                + "<table:table-column table:number-columns-repeated=\"99\"/>"
                + row("", "a", "b", "c", "d")
                + row(" table:visibility=\"filter\" table:number-rows-repeated=\"3\"", "filtered")
                + row("", "e")
                + row(" table:visibility=\"collapse\"", "hidden")
                + "</table:table></o:spreadsheet>");
    Conversion conversion = document.convert();
    assertThat(conversion.markdown()).isEqualTo("# A\n\n| a | d |\n| --- | --- |\n| e |  |\n");
    assertThat(conversion.notes())
        .containsExactly(
            "Sheet \"A\" has 4 hidden rows and 2 hidden columns, which are left out; ask for the"
                + " cells by their places, such as A1:C9.");
    CellRange cells = CellRange.parse("A2:C6").orElseThrow();
    var wanted = ConversionOptions.DEFAULT.withSelector(new PartSelector.Sheet("A", cells));
    assertThat(document.convert(wanted).markdown()).contains("filtered").contains("hidden");
  }

  @Test
  void readsSlidesWithTitlesAndNotes() throws Exception {
    String slides =
        "<o:presentation><draw:page><draw:frame presentation:class=\"title\"><draw:text-box>"
            + "<text:p>The bridge</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box>"
            + "<text:list><text:list-item><text:p>closed</text:p></text:list-item></text:list>"
            + "</draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box>"
            + "<text:p>Say why.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></o:presentation>";
    Conversion conversion = of("presentation", slides).convert();
    assertThat(conversion.markdown())
        .isEqualTo("[slide 1]\n\n## The bridge\n\n- closed\n\n[notes]\n\nSay why.\n");
    assertThat(conversion.parts()).containsExactly(new DocumentPart("slide=1", "1 slide"));
  }

  @Test
  void refusesWhatIsEncrypted() throws Exception {
    TestDocument document =
        TestDocument.zip(
            "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml",
            "<m:manifest xmlns:m=\"m\"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>",
            "content.xml",
            "secret");
    ConversionException failure =
        catchThrowableOfType(ConversionException.class, document::convert);
    assertThat(failure.reason()).isEqualTo(Reason.ENCRYPTED);
    assertThat(failure).hasMessage("it needs a password");
  }
}
