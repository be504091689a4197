package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceContentTest {

  private static final byte[] BYTES = "abc".getBytes(UTF_8);
  private static final ContentDigest DIGEST = ContentDigest.sha256(BYTES);
  private static final Text TEXT = ResourceContent.text("abc");
  private static final Blob BLOB = ResourceContent.blob(BYTES);
  private static final Stored STORED_TEXT = Stored.text(3, DIGEST, TEXT::open);
  private static final Stored STORED_BLOB = Stored.blob(3, DIGEST, BLOB::open);

  static Stream<Arguments> equality() {
    return Stream.of(
        arguments(TEXT, Text.parseUtf8(BYTES, 0, 3).orElseThrow(), true),
        arguments(TEXT, STORED_TEXT, true),
        arguments(TEXT, BLOB, false),
        arguments(TEXT, STORED_BLOB, false),
        arguments(TEXT, ResourceContent.text("abd"), false),
        arguments(TEXT, ResourceContent.text("abc "), false),
        arguments(BLOB, ResourceContent.blob(BYTES), true),
        arguments(BLOB, STORED_BLOB, true),
        arguments(BLOB, STORED_TEXT, false),
        arguments(BLOB, ResourceContent.blob(new byte[0]), false),
        arguments(STORED_TEXT, Stored.text(3, DIGEST, ResourceContentTest::gone), true),
        arguments(STORED_TEXT, STORED_BLOB, false),
        arguments(STORED_TEXT, Stored.text(4, DIGEST, TEXT::open), false));
  }

  @ParameterizedTest
  @MethodSource("equality")
  void equalsWhatHasTheSameKindAndBytesWhereverTheyAreHeld(
      ResourceContent one, ResourceContent other, boolean equal) {
    assertThat(one.equals(other)).isEqualTo(equal);
    assertThat(other.equals(one)).isEqualTo(equal);
  }

  @ParameterizedTest
  @MethodSource("equality")
  void hashesEqualContentsEqually(ResourceContent one, ResourceContent other, boolean equal) {
    if (equal) {
      assertThat(one).hasSameHashCodeAs(other);
    }
  }

  @Test
  void equalsNothingThatIsNoContent() {
    assertThat((Object) TEXT).isNotEqualTo("abc");
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        arguments(TEXT, "text"),
        arguments(BLOB, "blob"),
        arguments(STORED_TEXT, "stored"),
        arguments(STORED_BLOB, "stored"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void matchesItsKind(ResourceContent content, String kind) {
    String matched = content.match(text -> "text", blob -> "blob", stored -> "stored");

    assertThat(matched).isEqualTo(kind);
  }

  @Test
  void matchesWithItself() {
    ResourceContent matched = TEXT.match(text -> text, blob -> blob, stored -> stored);

    assertThat(matched).isSameAs(TEXT);
  }

  @Test
  void computesItsDigestOnce() {
    assertThat(TEXT.digest()).isSameAs(TEXT.digest());
    assertThat(BLOB.digest()).isSameAs(BLOB.digest());
  }

  @Test
  void describesItselfWithoutItsContent() {
    assertThat(TEXT)
        .hasToString(
            "text[3 bytes,"
                + " sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad]");
    assertThat(STORED_BLOB)
        .hasToString(
            "blob[3 bytes,"
                + " sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad]");
  }

  private static InputStream gone() throws IOException {
    throw new IOException("gone");
  }
}
