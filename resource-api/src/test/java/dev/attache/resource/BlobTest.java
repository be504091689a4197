package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlobTest {

  @Test
  void isNotText() {
    assertThat(ResourceContent.blob(new byte[0]).isText()).isFalse();
  }

  @Test
  void countsItsBytes() {
    assertThat(ResourceContent.blob(new byte[5]).size()).isEqualTo(5);
  }

  @Test
  void digestsItsBytes() {
    assertThat(ResourceContent.blob(new byte[] {'a', 'b', 'c'}).digest())
        .hasToString("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void givesItsBytesThroughEveryDoor() throws IOException {
    byte[] bytes = {0, -1, 127, -128};
    Blob blob = ResourceContent.blob(bytes);
    var written = new ByteArrayOutputStream();
    blob.writeTo(written);

    assertThat(blob.toByteArray()).isEqualTo(bytes);
    assertThat(blob.open()).hasBinaryContent(bytes);
    assertThat(written.toByteArray()).isEqualTo(bytes);
  }

  @Test
  void takesARangeOfTheBytes() {
    assertThat(Blob.of(new byte[] {1, 2, 3, 4, 5}, 1, 3).toByteArray()).containsExactly(2, 3, 4);
  }

  @Test
  void isNotChangedThroughTheBytesItWasMadeOf() {
    byte[] bytes = {1, 2, 3};
    Blob blob = ResourceContent.blob(bytes);
    bytes[0] = 9;

    assertThat(blob.toByteArray()).containsExactly(1, 2, 3);
  }

  @Test
  void isNotChangedThroughTheBytesItGives() {
    Blob blob = ResourceContent.blob(new byte[] {1, 2, 3});
    blob.toByteArray()[0] = 9;

    assertThat(blob.toByteArray()).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, 4", "3, 1", "1, -1", "1, 2147483647"})
  void refusesARangeBeyondTheBytes(int offset, int length) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Blob.of(new byte[3], offset, length))
        .withMessage("Range [%s, %<s + %s) out of bounds for length 3", offset, length);
  }
}
