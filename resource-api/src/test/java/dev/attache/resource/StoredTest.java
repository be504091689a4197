package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoredTest {

  private static final byte[] BYTES = "hello, world".getBytes(UTF_8);
  private static final ContentDigest DIGEST = ContentDigest.sha256(BYTES);
  private static final String NAME = "content " + DIGEST;

  @Test
  void answersWhatWasRecordedWithoutOpening() {
    Stored stored = Stored.blob(12, DIGEST, StoredTest::gone);

    assertThat(stored.isText()).isFalse();
    assertThat(stored.size()).isEqualTo(12);
    assertThat(stored.digest()).isEqualTo(DIGEST);
  }

  @Test
  void mayBeText() {
    assertThat(Stored.text(12, DIGEST, StoredTest::gone).isText()).isTrue();
  }

  @Test
  void refusesANegativeSize() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stored.text(-1, DIGEST, StoredTest::gone))
        .withMessage("size (-1) must not be negative");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stored.blob(-2, DIGEST, StoredTest::gone))
        .withMessage("size (-2) must not be negative");
  }

  @Test
  void opensItsSourceAnewEachTime() throws IOException {
    var opened = new AtomicInteger();
    Stored stored =
        Stored.text(
            12,
            DIGEST,
            () -> {
              opened.incrementAndGet();
              return new ByteArrayInputStream(BYTES);
            });

    assertThat(stored.open()).hasBinaryContent(BYTES);
    assertThat(stored.open()).hasBinaryContent(BYTES);
    assertThat(opened).hasValue(2);
  }

  @Test
  void passesOnWhyItsSourceCannotBeOpened() {
    assertThatIOException()
        .isThrownBy(() -> Stored.blob(12, DIGEST, StoredTest::gone).open())
        .isInstanceOf(NoSuchFileException.class)
        .withMessage("blobs/30");
  }

  @Test
  void givesBytesThatAreAsRecorded() throws IOException {
    assertThat(stored(BYTES).open()).hasBinaryContent(BYTES);
  }

  @Test
  void givesNoBytesWhereNoneWereRecorded() throws IOException {
    byte[] none = {};

    assertThat(Stored.blob(0, ContentDigest.sha256(none), () -> stream(none)).open()).isEmpty();
  }

  @Test
  void failsAtTheEndOfAShorterSource() {
    assertThatIOException()
        .isThrownBy(() -> stored("hello".getBytes(UTF_8)).open().readAllBytes())
        .withMessage(NAME + " ends after 5 of 12 bytes");
  }

  @Test
  void failsAtTheEndOfAnEmptySource() {
    assertThatIOException()
        .isThrownBy(() -> stored(new byte[0]).open().read())
        .withMessage(NAME + " ends after 0 of 12 bytes");
  }

  @Test
  void failsAsSoonAsTheSourceIsLonger() {
    assertThatIOException()
        .isThrownBy(() -> stored("hello, world!".getBytes(UTF_8)).open().readAllBytes())
        .withMessage(NAME + " is longer than 12 bytes");
  }

  @Test
  void failsOnAnEndlessSourceWithoutReadingOn() {
    Stored endless = Stored.blob(12, DIGEST, Endless::new);

    assertThatIOException()
        .isThrownBy(() -> endless.open().readAllBytes())
        .withMessage(NAME + " is longer than 12 bytes");
  }

  @Test
  void failsAtTheEndOfASourceWithOtherBytes() {
    byte[] other = "hello, World".getBytes(UTF_8);

    assertThatIOException()
        .isThrownBy(() -> stored(other).open().readAllBytes())
        .withMessage(NAME + " is corrupt: its bytes digest to " + ContentDigest.sha256(other));
  }

  @Test
  void verifiesWhatIsReadByteByByte() throws IOException {
    try (InputStream in = stored(new byte[] {'a', -1, 0}, 'a', -1, 0).open()) {
      assertThat(in.read()).isEqualTo('a');
      assertThat(in.read()).isEqualTo(255);
      assertThat(in.read()).isZero();
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void failsOnOtherBytesReadByteByByte() {
    byte[] other = "hellO".getBytes(UTF_8);
    Stored stored = stored(other, 'h', 'e', 'l', 'l', 'o');

    assertThatIOException()
        .isThrownBy(() -> readByteByByte(stored))
        .withMessage(
            "content %s is corrupt: its bytes digest to %s",
            stored.digest(), ContentDigest.sha256(other));
  }

  @Test
  void countsWhatIsSkipped() throws IOException {
    try (InputStream in = stored(BYTES).open()) {
      in.skipNBytes(7);

      assertThat(in).hasBinaryContent("world".getBytes(UTF_8));
    }
  }

  @Test
  void failsOnOtherBytesThatWereSkipped() {
    byte[] other = "Hello, world".getBytes(UTF_8);
    Stored stored = stored(other);

    assertThatIOException()
        .isThrownBy(() -> skipThenRead(stored, 7))
        .withMessage(NAME + " is corrupt: its bytes digest to " + ContentDigest.sha256(other));
  }

  @Test
  void skipsNothingBackwards() throws IOException {
    try (InputStream in = stored(BYTES).open()) {
      assertThat(in.skip(-1)).isZero();
      assertThat(in).hasBinaryContent(BYTES);
    }
  }

  @Test
  void skipsNothingAtItsEnd() throws IOException {
    try (InputStream in = stored(BYTES).open()) {
      in.readAllBytes();

      assertThat(in.skip(1)).isZero();
    }
  }

  @Test
  void staysAtItsEnd() throws IOException {
    try (InputStream in = stored(BYTES).open()) {
      in.readAllBytes();

      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.read(new byte[3])).isEqualTo(-1);
    }
  }

  @Test
  void failsTheSameWayWhenItIsReadAgain() throws IOException {
    byte[] other = "hello, World".getBytes(UTF_8);
    try (InputStream in = stored(other).open()) {
      assertThatIOException().isThrownBy(in::readAllBytes);

      assertThatIOException()
          .isThrownBy(in::read)
          .withMessage(NAME + " is corrupt: its bytes digest to " + ContentDigest.sha256(other));
    }
  }

  @Test
  void isStillTooLongWhenItIsReadAgain() throws IOException {
    try (InputStream in = stored("hello, world!".getBytes(UTF_8)).open()) {
      assertThatIOException().isThrownBy(in::readAllBytes);

      assertThatIOException().isThrownBy(in::read).withMessage(NAME + " is longer than 12 bytes");
    }
  }

  @Test
  void cannotGoBack() throws IOException {
    try (InputStream in = stored(BYTES).open()) {
      in.mark(5);
      in.readNBytes(3);

      assertThat(in.markSupported()).isFalse();
      assertThatIOException().isThrownBy(in::reset).withMessage("mark/reset not supported");
      assertThat(in).hasBinaryContent("lo, world".getBytes(UTF_8));
    }
  }

  @Test
  void saysNothingWhenItIsClosedBeforeItsEnd() throws IOException {
    try (InputStream in = stored("hellO".getBytes(UTF_8)).open()) {
      assertThat(in.readNBytes(2)).isEqualTo("he".getBytes(UTF_8));
    }
  }

  @Test
  void closesItsSource() throws IOException {
    var closed = new AtomicInteger();
    Stored stored =
        Stored.blob(
            12,
            DIGEST,
            () ->
                new ByteArrayInputStream(BYTES) {
                  @Override
                  public void close() {
                    closed.incrementAndGet();
                  }
                });
    stored.open().close();

    assertThat(closed).hasValue(1);
  }

  /** What was recorded is {@link #BYTES}; what the source gives is {@code actual}. */
  private static Stored stored(byte[] actual) {
    return Stored.blob(BYTES.length, DIGEST, () -> stream(actual));
  }

  private static Stored stored(byte[] actual, int... recorded) {
    byte[] bytes = new byte[recorded.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) recorded[i];
    }
    return Stored.blob(bytes.length, ContentDigest.sha256(bytes), () -> stream(actual));
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static InputStream gone() throws IOException {
    throw new NoSuchFileException("blobs/30");
  }

  private static void readByteByByte(Stored stored) throws IOException {
    try (InputStream in = stored.open()) {
      while (in.read() >= 0) {
        // the end is what counts
      }
    }
  }

  private static void skipThenRead(Stored stored, int count) throws IOException {
    try (InputStream in = stored.open()) {
      in.skipNBytes(count);
      in.readAllBytes();
    }
  }

  /** A source that never ends. */
  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 'x';
    }
  }
}
