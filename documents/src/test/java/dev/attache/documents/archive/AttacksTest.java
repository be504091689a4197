package dev.attache.documents.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttacksTest {

  private static final String DOCX =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

  @TempDir Path directory;

  private static ConversionException failure(TestDocument document, ConversionOptions options) {
    return catchThrowableOfType(ConversionException.class, () -> document.convert(options));
  }

  private static ConversionOptions limits(long bytes, int characters) {
    ConversionLimits usual = ConversionLimits.DEFAULT;
    return ConversionOptions.DEFAULT.withLimits(
        new ConversionLimits(bytes, usual.pages(), usual.cells(), characters, usual.time()));
  }

  /** A part of spaces, which are packed a thousand times smaller. */
  private static TestDocument bomb(String before) throws IOException {
    return TestDocument.of(
        DOCX,
        out -> {
          try (var zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("word/document.xml"));
            zip.write(before.getBytes(UTF_8));
            byte[] spaces = " ".repeat(1 << 20).getBytes(UTF_8);
            for (int i = 0; i < 64; i++) {
              zip.write(spaces);
            }
            zip.write("</w:body></w:document>".getBytes(UTF_8));
            zip.closeEntry();
          }
        });
  }

  @Test
  void stopsUnpackingABomb() throws Exception {
    TestDocument bomb = bomb("<w:document xmlns:w=\"w\"><w:body>");
    assertThat(bomb.size()).isLessThan(100_000);
    ConversionException failure = failure(bomb, limits(1 << 20, 1_000));
    assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(failure).hasMessage("it unpacks to more than 1,048,576 bytes");
  }

  @Test
  void keepsWhatCameBeforeTheBomb() throws Exception {
    Conversion conversion =
        bomb("<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p>")
            .convert(limits(1 << 20, 1_000));
    assertThat(conversion.markdown()).isEqualTo("Hello\n");
    assertThat(conversion.notes())
        .containsExactly("Only a part was read: it unpacks to more than 1,048,576 bytes.");
  }

  @Test
  void readsNoFileThatAnEntityNames() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret.txt"), "hush");
    TestDocument document =
        TestDocument.zip(
            DOCX,
            "word/document.xml",
            "<!DOCTYPE d [<!ENTITY x SYSTEM \""
                + secret.toUri()
                + "\">]><w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p>"
                + "<w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>");
    Conversion conversion = document.convert();
    assertThat(conversion.markdown()).doesNotContain("hush").startsWith("Hello");
  }

  @Test
  void expandsNoEntities() throws Exception {
    var entities = new StringBuilder("<!DOCTYPE d [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      entities.append("<!ENTITY a" + i + " \"&a" + (i - 1) + ";&a" + (i - 1) + ";\">");
    }
    TestDocument document =
        TestDocument.zip(
            DOCX,
            "word/document.xml",
            entities
                + "]><w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p>"
                + "<w:p><w:r><w:t>&a29;</w:t></w:r></w:p></w:body></w:document>");
    assertThat(document.convert().markdown()).startsWith("Hello").doesNotContain("haha");
  }

  @Test
  void refusesXmlThatIsNestedTooDeeply() throws Exception {
    TestDocument document =
        TestDocument.zip(
            DOCX, "word/document.xml", "<w:document xmlns:w=\"w\">" + "<w:sdt>".repeat(100_000));
    ConversionException failure = failure(document, ConversionOptions.DEFAULT);
    assertThat(failure.reason()).isEqualTo(Reason.BROKEN);
  }

  @Test
  void refusesRtfThatIsNestedTooDeeply() {
    TestDocument document = TestDocument.of("application/rtf", "{\\rtf1" + "{".repeat(1_000_000));
    ConversionException failure = failure(document, ConversionOptions.DEFAULT);
    assertThat(failure.reason()).isEqualTo(Reason.BROKEN);
  }

  @Test
  void endsTheTextAtItsLimitAndSaysSo() throws Exception {
    TestDocument document =
        TestDocument.of("application/rtf", "{\\rtf1 " + "word ".repeat(10_000) + "\\par}");
    Conversion conversion = document.convert(limits(1 << 20, 1_000));
    assertThat(conversion.markdown()).hasSizeBetween(990, 1_000).endsWith("word\n");
    assertThat(conversion.notes())
        .containsExactly("The text ends after 1,000 characters; the document is longer.");
  }

  @Test
  void refusesADocumentThatIsTooLarge() {
    TestDocument document = TestDocument.of("application/rtf", "{\\rtf1 Hello\\par}");
    ConversionException failure = failure(document, limits(10, 1_000));
    assertThat(failure.reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(failure).hasMessage("it has 17 bytes, and documents may have 10");
  }
}
