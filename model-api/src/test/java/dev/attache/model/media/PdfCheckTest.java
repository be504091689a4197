package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PdfCheckTest {

  private static final String END = "trailer\n<</Root 1 0 R/Size 9>>\nstartxref\n9\n%%EOF\n";
  private static final String ONE_PAGE =
      """
      1 0 obj
      <</Type /Catalog/Pages 2 0 R>>
      endobj
      2 0 obj
      <</Type/Pages/Kids[3 0 R]/Count 1>>
      endobj
      3 0 obj
      <</Type/Page/Parent 2 0 R/Contents 4 0 R>>
      endobj
      """;

  private static PdfCheck check(String document) throws IOException {
    return PdfCheck.of(ResourceContent.blob(document.getBytes(ISO_8859_1)));
  }

  private static String pdf(String... parts) {
    return "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n" + String.join("", parts) + END;
  }

  private static String stream(String dictionary, String data) {
    return "4 0 obj\n<<" + dictionary + ">>\nstream\n" + data + "\nendstream\nendobj\n";
  }

  private static String deflated(String text) {
    var out = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(out)) {
      deflater.write(text.getBytes(ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(ISO_8859_1);
  }

  private static String packed(String objects) {
    return stream("/Type/ObjStm/N 3/First 9/Filter/FlateDecode", deflated("1 0 2 9 " + objects));
  }

  @Test
  void findsNothingWrongWithASoundDocument() throws IOException {
    assertThat(check(pdf(ONE_PAGE))).isEqualTo(new PdfCheck(1, ""));
    assertThat(check(pdf(ONE_PAGE)).isSound()).isTrue();
  }

  @Test
  void wantsTheHeaderInTheFirstKilobyte() throws IOException {
    assertThat(check("x".repeat(1000) + pdf(ONE_PAGE))).isEqualTo(new PdfCheck(1, ""));
    assertThat(check("(".repeat(900) + pdf(ONE_PAGE))).isEqualTo(new PdfCheck(1, ""));
    assertThat(check("x".repeat(1024) + pdf(ONE_PAGE)))
        .isEqualTo(new PdfCheck(0, "is no PDF document"));
    assertThat(check("")).isEqualTo(new PdfCheck(0, "is no PDF document"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "trailer<</Root 1 0 R/Encrypt 5 0 R>>",
        "trailer <</Encrypt<</Filter/Standard/V 4>>/Root 1 0 R>>",
        "trailer<</ID[<aa><bb>]/Info<</Title(x)>>/#45ncrypt 5 0 R>>",
        "7 0 obj<</Type/XRef/W[1 2 1]/Encrypt 5 0 R/Length 3>>stream\nabc\nendstream endobj"
      })
  void findsWhatIsEncrypted(String trailer) throws IOException {
    assertThat(check(pdf(ONE_PAGE, trailer, "\n"))).isEqualTo(new PdfCheck(1, "is encrypted"));
  }

  @Test
  void takesNoWordOfTheDocumentForEncryption() throws IOException {
    String word = "/Encrypt 5 0 R";
    assertThat(
            check(
                pdf(
                    ONE_PAGE,
                    stream("/Length 99", "BT (see " + word + ") Tj ET trailer<<" + word + ">>"),
                    "5 0 obj<</Title(trailer<<" + word + ">>)/Note(\\)" + word + ")>>endobj\n",
                    "6 0 obj<</Entries<<" + word + ">>>>endobj\n",
                    "% trailer<<" + word + ">>\n",
                    "trailer<</Info<<" + word + ">>/Encrypt null>>\n")))
        .isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void findsEveryDocumentThatIsCutOff() throws IOException {
    String document = pdf(ONE_PAGE, stream("/Length 4", "BTET"));
    for (int length = 5; length < document.indexOf("startxref") + 9; length++) {
      assertThat(check(document.substring(0, length)).problem())
          .as("%d characters", length)
          .isEqualTo("is cut off");
    }
  }

  @Test
  void findsADocumentThatIsCutOffAfterItsFirstPage() throws IOException {
    String linear = pdf(ONE_PAGE) + "8 0 obj\n<</Type/Font>>\nendobj\n";
    assertThat(check(linear)).isEqualTo(new PdfCheck(1, "is cut off"));
    assertThat(check(linear + END)).isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void countsPagesByTheirTree() throws IOException {
    assertThat(
            check(
                pdf(
                    "1 0 obj<</Type/Pages/Count 700/Kids[2 0 R 3 0 R]>>endobj\n",
                    "2 0 obj<</Count 400/Type/Pages/Parent 1 0 R>>endobj\n",
                    "3 0 obj<</Type/Outlines/Count 9000>>endobj\n")))
        .isEqualTo(new PdfCheck(700, ""));
  }

  @Test
  void countsPagesThatTheirTreeDoesNot() throws IOException {
    var pages = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      pages.append(10 + i).append(" 0 obj<</Parent 2 0 R/Type /Page>>endobj\n");
    }
    assertThat(check(pdf(ONE_PAGE, pages.toString()))).isEqualTo(new PdfCheck(31, ""));
  }

  @Test
  void countsAPageOnceThatIsWrittenAgain() throws IOException {
    String again = "3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n";
    assertThat(check(pdf(ONE_PAGE, END, again, END, again))).isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void goesByTheNewestTree() throws IOException {
    assertThat(
            check(
                pdf(
                    "2 0 obj<</Type/Pages/Count 500>>endobj\n",
                    END,
                    "2 0 obj<</Type/Pages/Count 20>>endobj\n")))
        .isEqualTo(new PdfCheck(20, ""));
  }

  @Test
  void takesNoCountThatNamesAnObject() throws IOException {
    assertThat(check(pdf(ONE_PAGE, "2 0 obj<</Type/Pages/Count 12 0 R/Kids[3 0 R]>>endobj\n")))
        .isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void countsPagesInStreamsOfObjects() throws IOException {
    assertThat(check(pdf(packed("<</Type/Pages/Count 12>> <</Type/Page/Parent 1 0 R>>"))))
        .isEqualTo(new PdfCheck(12, ""));
    assertThat(check(pdf(packed("<</Type/Page>>[ 1 ]<</Type/Page>>"))))
        .isEqualTo(new PdfCheck(2, ""));
    assertThat(check(pdf(stream("/Type/ObjStm/N 1", "1 0 <</Type/Pages/Count 7>>"))))
        .isEqualTo(new PdfCheck(7, ""));
    assertThat(
            check(
                pdf(
                    stream(
                        "/Type/ObjStm/Filter[/FlateDecode]/Length 12 0 R",
                        deflated("1 0 <</Type/Pages/Count 8>>")))))
        .isEqualTo(new PdfCheck(8, ""));
  }

  @Test
  void saysIfItCannotCountThePages() throws IOException {
    String problem = "has no pages that can be counted";
    assertThat(check(pdf("1 0 obj<</Type/Catalog>>endobj\n"))).isEqualTo(new PdfCheck(0, problem));
    assertThat(check(pdf(stream("/Type/ObjStm/Filter/FlateDecode", "not packed"))))
        .isEqualTo(new PdfCheck(0, problem));
    assertThat(
            check(
                pdf(
                    stream(
                        "/Type/ObjStm/Filter/FlateDecode",
                        deflated("x".repeat(999)).substring(0, 9)))))
        .isEqualTo(new PdfCheck(0, problem));
    assertThat(check(pdf(stream("/Type/ObjStm/Filter/LZWDecode", "1 0 <</Type/Page>>"))))
        .isEqualTo(new PdfCheck(0, problem));
  }

  @Test
  void readsOnAfterAStreamThatIsBroken() throws IOException {
    assertThat(check(pdf(stream("/Type/ObjStm/Filter/FlateDecode", "not packed"), ONE_PAGE)))
        .isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  @Tag("slow")
  void unpacksNoMoreThanItHasTo() throws IOException {
    String bomb = packed(" ".repeat(20 << 20));
    assertThat(bomb).hasSizeLessThan(100_000);
    String pages = packed("<</Type/Page>>".repeat(2));
    assertThat(check(pdf(bomb.repeat(3), pages, ONE_PAGE))).isEqualTo(new PdfCheck(3, ""));
    assertThat(check(pdf(bomb.repeat(4), pages, ONE_PAGE))).isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void findsTheEndOfAStreamWhateverItsLengthSays() throws IOException {
    for (String length : List.of("", "/Length 3", "/Length 12 0 R", "/Length 5", "/Length 9999")) {
      String document = pdf(stream(length, "BTeET"), ONE_PAGE);
      assertThat(check(document)).as(length).isEqualTo(new PdfCheck(1, ""));
    }
  }

  @Test
  void doesNotLookIntoADocumentThatIsWithinAnother() throws IOException {
    String inner =
        pdf(
            stream("/Length 4", "BTET"),
            "2 0 obj<</Type/Pages/Count 999>>endobj\ntrailer<</Encrypt 1 0 R>>\n");
    assertThat(check(pdf(stream("/Length " + inner.length(), inner), ONE_PAGE)))
        .isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void findsTheEndOfAStreamAtEveryPlaceOfItsWindow() throws IOException {
    for (int length = 65_400; length < 65_480; length++) {
      assertThat(check(pdf(stream("", "e".repeat(length)), ONE_PAGE)))
          .isEqualTo(new PdfCheck(1, ""));
    }
  }

  @Test
  void endsWithWhateverIsDamaged() throws IOException {
    var random = new Random(5);
    String whole = pdf(ONE_PAGE, packed("<</Type/Page>>"), stream("/Length 4", "BTET"));
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = whole.getBytes(ISO_8859_1);
      for (int n = 0; n <= i % 5; n++) {
        damaged[9 + random.nextInt(damaged.length - 9)] = (byte) random.nextInt(256);
      }
      PdfCheck check = PdfCheck.of(ResourceContent.blob(damaged));
      assertThat(check.isSound()).isEqualTo(check.problem().isEmpty());
      assertThat(check.pages()).isNotNegative();
    }
  }

  @Test
  void endsWithWhatIsNestedDeeply() throws IOException {
    assertThat(check(pdf("1 0 obj" + "<</A[".repeat(500_000) + "endobj\n", ONE_PAGE)))
        .isEqualTo(new PdfCheck(1, ""));
  }

  @Test
  void holdsNextToNothingOfALargeDocument() throws Exception {
    byte[] start = "%PDF-1.7\n4 0 obj<<>>stream\n".getBytes(ISO_8859_1);
    byte[] end = ("\nendstream\nendobj\n" + ONE_PAGE + END).getBytes(ISO_8859_1);
    long middle = 20L << 20;
    MessageDigest hash = ContentDigest.newSha256();
    try (InputStream in = large(start, middle, end)) {
      byte[] piece = new byte[1 << 16];
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        hash.update(piece, 0, count);
      }
    }
    var document =
        Stored.blob(
            start.length + middle + end.length,
            ContentDigest.ofHash(hash.digest()),
            () -> large(start, middle, end));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(PdfCheck.of(document)).isEqualTo(new PdfCheck(1, ""));
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4L << 20);
  }

  private static InputStream large(byte[] start, long middle, byte[] end) {
    var filling =
        new InputStream() {
          private long left = middle;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            int count = (int) Math.min(left, length);
            Arrays.fill(bytes, offset, offset + count, (byte) 'e');
            left -= count;
            return count == 0 ? -1 : count;
          }
        };
    return new SequenceInputStream(
        new SequenceInputStream(new ByteArrayInputStream(start), filling),
        new ByteArrayInputStream(end));
  }

  @Test
  void failsIfTheContentFails() {
    byte[] document = pdf(ONE_PAGE).getBytes(ISO_8859_1);
    var torn =
        Stored.blob(
            document.length,
            ResourceContent.blob(document).digest(),
            () -> Pictures.torn(document, 60));
    assertThatThrownBy(() -> PdfCheck.of(torn))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(EOFException.class)
        .hasMessage("unexpected end of the packed data");
  }

  @Test
  void isRightAboutTheDocumentsOfOthers() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    Map<String, String> others = new TreeMap<>();
    int sound = 0;
    try (Stream<Path> files = Files.list(Path.of(vectors, "documents"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".pdf")).toList()) {
        PdfCheck check = PdfCheck.of(ResourceContent.blob(Files.readAllBytes(file)));
        if (check.equals(new PdfCheck(1, ""))) {
          sound++;
        } else {
          others.put(file.getFileName().toString(), check.pages() + " " + check.problem());
        }
      }
    }
    assertThat(others)
        .containsExactly(
            entry("testPDF_no_extract_no_accessibility_owner_empty.pdf", "1 is encrypted"),
            entry("testPDF_no_extract_yes_accessibility_owner_user.pdf", "1 is encrypted"),
            entry("testUnicodePassword.pdf", "1 is encrypted"));
    assertThat(sound).isEqualTo(15);
  }
}
