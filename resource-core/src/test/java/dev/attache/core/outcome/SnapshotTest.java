package dev.attache.core.outcome;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.resource.Text;
import dev.attache.types.TypeDetector;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTest {

  private static Snapshot upload(String name) {
    return Snapshot.of("x".getBytes(UTF_8), name, null);
  }

  private static String text(Snapshot upload) {
    return ((Text) upload.resource().content()).value();
  }

  @Test
  void anUploadIsWhatItsBytesAre() {
    Snapshot upload = Snapshot.of("class App {}\n".getBytes(UTF_8), "App.java", null);
    assertThat(upload.resource().uri().value()).isEqualTo("upload:///App.java");
    assertThat(upload.address()).isEqualTo(upload.resource().uri());
    assertThat(upload.resource().name()).isEqualTo("App.java");
    assertThat(upload.resource().mimeType()).isEqualTo("text/x-java-source");
    assertThat(upload.resource().content().isText()).isTrue();
    assertThat(upload.resource().content().digest())
        .isEqualTo(ContentDigest.sha256("class App {}\n".getBytes(UTF_8)));
    assertThat(upload.source()).isEqualTo("upload");
    assertThat(upload.isUpload()).isTrue();
    assertThat(upload.notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "application/octet-stream, text/x-java-source", // what browsers say of what they do not know
    "image/png, text/x-java-source",
    "text/markdown, text/markdown",
    "'', text/x-java-source"
  })
  void aStatedTypeIsBelievedUnlessTheContentContradictsIt(String stated, String type) {
    Snapshot upload = Snapshot.of("class App {}".getBytes(UTF_8), "App.java", stated);
    assertThat(upload.resource().mimeType()).isEqualTo(type);
    assertThat(upload.type().declared()).isEqualTo(stated);
  }

  @Test
  void anUploadInAnotherCharsetIsATextWithANote() {
    Snapshot upload =
        Snapshot.of("Käse".getBytes(ISO_8859_1), "menu.txt", "text/plain; charset=iso-8859-1");
    assertThat(text(upload)).isEqualTo("Käse");
    assertThat(upload.notes()).isNotEmpty();
  }

  @Test
  void anUploadOfBytesIsABlob() {
    Snapshot upload = Snapshot.of(new byte[] {0, 1, 2, 0}, "data", null);
    assertThat(upload.resource().content().isText()).isFalse();
    assertThat(upload.resource().mimeType()).isEqualTo("application/octet-stream");
  }

  @Test
  void rulesOfTheProgramDecideTypesOfUploads() {
    TypeDetector types = TypeDetector.with((name, prefix, length) -> "text/x-ours");
    Snapshot upload = Snapshot.of("x".getBytes(UTF_8), "a.ours", null, types);
    assertThat(upload.resource().mimeType()).isEqualTo("text/x-ours");
  }

  @Test
  void aStreamIsReadUpToItsLimit() throws Exception {
    byte[] ten = "0123456789".getBytes(UTF_8);
    assertThat(text(Snapshot.of(new ByteArrayInputStream(ten), "n", null))).isEqualTo("0123456789");
    assertThat(
            Snapshot.of(new ByteArrayInputStream(ten), "n", null, 10).resource().content().size())
        .isEqualTo(10);
    var endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    assertThatThrownBy(() -> Snapshot.of(endless, "n", null, 9))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(ResourceException.Kind.TOO_LARGE);
              assertThat(e.message()).isEqualTo("is larger than the limit of 9 bytes");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void isCalledAnUploadWhereNobodyHasNamedIt(String name) {
    assertThat(Snapshot.of(new byte[] {1}, name, null).address().value())
        .isEqualTo("upload:///upload");
    assertThatThrownBy(() -> Snapshot.of(new ByteArrayInputStream(new byte[2]), name, null, 1))
        .hasMessage("is larger than the limit of 1 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "../../etc/passwd, upload:///..%2F..%2Fetc%2Fpasswd",
    "'C:\\fakepath\\a b.txt', upload:///C%3A%5Cfakepath%5Ca%20b.txt",
    "Maß.md, upload:///Ma%C3%9F.md",
    "100%, upload:///100%25"
  })
  void aNameIsOneWordOfTheUri(String name, String uri) {
    assertThat(upload(name).address().value()).isEqualTo(uri);
    assertThat(upload(name).resource().name()).isEqualTo(name);
  }

  @Test
  void noTwoNamesHaveOneUri() {
    var random = new Random(64);
    String alphabet = "aA./\\%2F5C \tß\u0301😀:?#&\"'<";
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      int[] points =
          random
              .ints(1 + random.nextInt(6), 0, alphabet.codePointCount(0, alphabet.length()))
              .map(at -> alphabet.codePointAt(alphabet.offsetByCodePoints(0, at)))
              .toArray();
      String name = new String(points, 0, points.length);
      if (!name.isBlank()) {
        String before = names.putIfAbsent(upload(name).address().value(), name);
        assertThat(before == null ? name : before).isEqualTo(name);
      }
    }
    assertThat(names).hasSizeGreaterThan(500);
  }

  @Test
  void theMomentOfAnUploadCanBeSet() {
    assertThat(upload("a").at(Instant.EPOCH).capturedAt()).isEqualTo(Instant.EPOCH);
  }
}
