package dev.attache.documents.word;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import org.junit.jupiter.api.Test;

class RtfTest {

  private static Conversion convert(String body) throws Exception {
    String rtf =
        "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Mincho;}}"
            + body
            + "}";
    return new TestDocument(rtf.getBytes(ISO_8859_1), "application/rtf").convert();
  }

  private static String markdown(String body) throws Exception {
    return convert(body).markdown();
  }

  @Test
  void keepsEmphasisAndParagraphs() throws Exception {
    assertThat(markdown("\\pard The {\\b old bridge} is\\line closed\\par Since {\\i May}.\\par"))
        .isEqualTo("The **old bridge** is\nclosed\n\nSince *May*.\n");
  }

  @Test
  void readsBytesInTheCodePageOfTheirFont() throws Exception {
    assertThat(markdown("caf\\'e9 {\\f1 \\'ef\\'f0\\'e8} {\\f2 \\'83\\'65\\'83\\'58}\\par"))
        .isEqualTo("café при テス\n");
  }

  @Test
  void readsUnicodeAndPassesOverWhatStandsInItsPlace() throws Exception {
    assertThat(markdown("\\uc1 \\u8364?5, \\u-10179?\\u-8704?, {\\uc2\\u228\\'61\\'65}\\par"))
        .isEqualTo("€5, 😀, ä\n");
  }

  @Test
  void writesTables() throws Exception {
    assertThat(
            markdown(
                "\\trowd\\pard\\intbl Town\\cell Share\\cell\\row"
                    + "\\trowd\\pard\\intbl Ulm\\cell 60 %\\par in May\\cell\\row\\pard After\\par"))
        .isEqualTo("| Town | Share |\n| --- | --- |\n| Ulm | 60 %<br>in May |\n\nAfter\n");
  }

  @Test
  void findsHeadingsAndLists() throws Exception {
    assertThat(
            markdown(
                "{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 Costs\\par"
                    + "\\pard\\li720{\\listtext 1.\\tab}one\\par"
                    + "\\pard\\li1440{\\listtext \\'b7\\tab}inner\\par"
                    + "\\pard\\li720{\\listtext 2.\\tab}two\\par"))
        .isEqualTo("# Costs\n\n1. one\n   - inner\n2. two\n");
  }

  @Test
  void keepsLinksFootnotesAndComments() throws Exception {
    assertThat(
            markdown(
                "See {\\field{\\*\\fldinst HYPERLINK \"https://example.org/\"}{\\fldrslt there}}"
                    + "{\\footnote Since May.}{\\*\\atnauthor Ada}{\\*\\annotation Where?}\\par"))
        .isEqualTo(
            "See [there](https://example.org/)[^1]\n\n> Comment by Ada: Where?\n\n[^1]: Since May.\n");
  }

  @Test
  void showsTrackedChangesAsAccepted() throws Exception {
    Conversion conversion = convert("It is {\\deleted open}{\\revised closed}\\par");
    assertThat(conversion.markdown()).isEqualTo("It is closed\n");
    assertThat(conversion.notes())
        .containsExactly("Tracked changes are shown as accepted; deleted text is left out.");
  }

  @Test
  void passesOverWhatIsNoText() throws Exception {
    assertThat(
            markdown(
                "{\\info{\\title secret}}{\\*\\unknown secret}{\\colortbl;\\red0;}{\\v secret}"
                    + "{\\pict\\pngblip 89504e47}Hello\\par"))
        .isEqualTo("[image 1: image/png, 4 bytes, not shown]Hello\n");
  }

  @Test
  void namesHeadsAndFeetOnce() throws Exception {
    assertThat(markdown("{\\header Draft\\par}{\\footer Page\\par}{\\header Draft\\par}Hello\\par"))
        .isEqualTo("Hello\n\n[page header]\n\nDraft\n\n[page footer]\n\nPage\n");
  }
}
