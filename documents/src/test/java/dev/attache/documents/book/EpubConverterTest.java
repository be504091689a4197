package dev.attache.documents.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.DocumentPart;
import org.junit.jupiter.api.Test;

class EpubConverterTest {

  private static final String TYPE = "application/epub+zip";

  @Test
  void readsItsPagesInTheirOrder() throws Exception {
    TestDocument book =
        TestDocument.zip(
            TYPE,
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path=\"OPS/book.opf\"/></rootfiles></container>",
            "OPS/book.opf",
            "<package xmlns:dc=\"dc\"><metadata><dc:title>The Bridge</dc:title><dc:creator>Ada</dc:creator></metadata>"
                + "<manifest><item id=\"b\" href=\"two%20b.xhtml\" media-type=\"application/xhtml+xml\"/>"
                + "<item id=\"a\" href=\"one.xhtml\" media-type=\"application/xhtml+xml\"/>"
                + "<item id=\"p\" href=\"p.png\" media-type=\"image/png\"/></manifest>"
                + "<spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>",
            "OPS/one.xhtml",
            "<html><head><title>no</title></head><body><h2>One</h2><p>It <em>was</em> built."
                + "<img src=\"p.png\" alt=\"Plan\"/><img src=\"https://example.org/x.png\"/></p></body></html>",
            "OPS/two b.xhtml",
            "<html><body><h2>Two</h2><ol><li>closed</li></ol><script>alert(1)</script></body></html>",
            "OPS/p.png",
            "12345");
    Conversion conversion = book.convert();
    assertThat(conversion.markdown())
        .isEqualTo(
            """
            # The Bridge

            by Ada

            ## One

            It *was* built.[image 1: Plan, image/png, 5 bytes, not shown]

            ## Two

            1. closed
            """);
    assertThat(conversion.parts())
        .containsExactly(new DocumentPart("image=1", "image/png, 5 bytes"));
  }

  @Test
  void refusesBooksThatAreProtected() throws Exception {
    TestDocument book = TestDocument.zip(TYPE, "META-INF/rights.xml", "<rights/>");
    ConversionException failure = catchThrowableOfType(ConversionException.class, book::convert);
    assertThat(failure.reason()).isEqualTo(Reason.ENCRYPTED);
    assertThat(failure).hasMessage("it is protected by rights management");
  }
}
