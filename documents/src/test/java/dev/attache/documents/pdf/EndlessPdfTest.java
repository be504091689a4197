package dev.attache.documents.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.PartSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PDF documents that refer to themselves: each ends at once, with its text. */
class EndlessPdfTest {

  private static final String FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

  /**
   * The objects of a document, numbered from 1: the catalog, its pages, a page and its contents.
   */
  private static TestDocument pdf(
      String catalog, String resources, String contents, String... more) {
    List<String> objects = new ArrayList<>();
    objects.add("<</Type/Catalog/Pages 2 0 R" + catalog + ">>");
    objects.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    objects.add(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F "
            + FONT
            + ">>"
            + resources
            + ">>>>");
    objects.add(stream("", contents));
    objects.addAll(List.of(more));
    var text = new StringBuilder("%PDF-1.4\n");
    for (int i = 0; i < objects.size(); i++) {
      text.append(i + 1).append(" 0 obj ").append(objects.get(i)).append(" endobj\n");
    }
    return TestDocument.of("application/pdf", text + "trailer <</Root 1 0 R>>\n");
  }

  private static String stream(String keys, String text) {
    return "<<" + keys + "/Length " + text.length() + ">> stream\n" + text + "\nendstream";
  }

  private static String form(String resources, String text) {
    String keys = "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<" + resources + ">>";
    return stream(keys, text);
  }

  private static String shown(int top, String text) {
    return String.format(Locale.ROOT, "BT /F 11 Tf 72 %d Td (%s) Tj ET\n", 792 - top, text);
  }

  private static String markdown(TestDocument document) throws Exception {
    return document.convert().markdown();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/Group<</S/Transparency>>"})
  void drawsAFormOnceWhereItDrawsItself(String group) throws Exception {
    String itself = "/Font<</F " + FONT + ">>/XObject<</X 5 0 R>>";
    String text = shown(140, "in the form") + "/X Do /X Do /X Do";
    TestDocument document =
        pdf(
            "",
            "/XObject<</X 5 0 R>>",
            shown(80, "on the page") + "/X Do",
            form(itself, text).replace("/Type/XObject", "/Type/XObject" + group));
    assertThat(markdown(document)).isEqualTo("on the page\n\nin the form\n");
  }

  @Test
  void drawsTwoFormsOnceThatDrawEachOther() throws Exception {
    TestDocument document =
        pdf(
            "",
            "/XObject<</X 5 0 R>>",
            "/X Do",
            form(
                "/Font<</F " + FONT + ">>/XObject<</Y 6 0 R>>",
                shown(80, "the first") + "/Y Do /Y Do"),
            form(
                "/Font<</F " + FONT + ">>/XObject<</X 5 0 R>>",
                shown(140, "the second") + "/X Do /X Do"));
    assertThat(markdown(document)).contains("the first").contains("the second");
  }

  /** Each form draws the next one ten times, so the last one would be drawn 10^12 times. */
  private static TestDocument tower() {
    var forms = new ArrayList<String>();
    for (int i = 0; i < 12; i++) {
      String next = "/XObject<</X " + (6 + i) + " 0 R>>";
      forms.add(form("/Font<</F " + FONT + ">>" + next, "/X Do ".repeat(10)));
    }
    forms.add(form("", "0 0 m 9 9 l S"));
    return pdf(
        "",
        "/XObject<</X 5 0 R>>",
        shown(80, "before it") + "/X Do\n" + shown(140, "after it"),
        forms.toArray(String[]::new));
  }

  @Test
  void givesUpFormsThatDrawMoreAndMoreOthersAndSaysSo() throws Exception {
    Conversion conversion = tower().convert();
    assertThat(conversion.markdown()).contains("before it").contains("after it");
    assertThat(conversion.notes())
        .contains("Page 1 draws too many pieces, and was not read to its end.");
  }

  @Test
  void drawsAPictureOfAPageWithFormsThatDrawMoreAndMoreOthers() throws Exception {
    var picture = ConversionOptions.DEFAULT.withSelector(new PartSelector.PageImages(1, 1));
    assertThat(tower().convert(picture).images()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<</Title(Again)/Parent 5 0 R/Next 6 0 R>>",
        "<</Title(Again)/Parent 5 0 R/First 6 0 R/Last 6 0 R/Next 6 0 R>>",
        "<</Title(Again)/Parent 5 0 R/First 5 0 R/Next 5 0 R>>"
      })
  void readsAnOutlineWhoseItemsFollowOrHoldThemselves(String item) throws Exception {
    TestDocument document =
        pdf(
            "/Outlines 5 0 R",
            "",
            shown(80, "Again") + shown(140, "and the text"),
            "<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>",
            item);
    assertThat(markdown(document)).isEqualTo("# Again\n\nand the text\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<</FT/Tx/T(field)/V(value)/Kids[6 0 R]>>",
        "<</FT/Tx/T(field)/V(value)/Parent 6 0 R/Kids[6 0 R 6 0 R]>>",
        "<</FT/Tx/T(field)/V(value)/Parent 6 0 R>>"
      })
  void readsAFormWhoseFieldsHoldThemselves(String field) throws Exception {
    TestDocument document =
        pdf("/AcroForm 5 0 R", "", shown(80, "the text"), "<</Fields[6 0 R]>>", field);
    assertThat(markdown(document)).startsWith("the text\n");
  }
}
