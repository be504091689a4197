package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceException;
import dev.attache.support.text.LineRange;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileUriTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '"',
      value = {
        "file:///a/b /a/b",
        "file:/a/b /a/b",
        "file://LocalHost/a /a",
        "file:a/b a/b",
        "FILE:%41 A",
        "file:///%e2%82%ac /€",
        "file:///a%252Fb /a%2Fb",
        "file:///€ /€",
        "file:///a;b=c&d,e+f@g:h!$'()*~ /a;b=c&d,e+f@g:h!$'()*~",
        "file:////a //a",
      })
  void decodesThePath(String uri, String path) throws ResourceException {
    assertThat(FileUri.parse(uri)).isEqualTo(new FileUri(path, null, false));
  }

  @Test
  void tellsAnEncodedBackslashFromAPlainOne() throws ResourceException {
    assertThat(FileUri.parse("file:a%5Cb")).isEqualTo(new FileUri("a\\b", null, true));
    assertThat(FileUri.parse("file:a%5cb")).isEqualTo(new FileUri("a\\b", null, true));
    assertThat(FileUri.parse("file:a\\b")).isEqualTo(new FileUri("a\\b", null, false));
  }

  @Test
  void selectsLines() throws ResourceException {
    assertThat(FileUri.parse("file:a#L1-L2"))
        .isEqualTo(new FileUri("a", FilePart.of(new LineRange(1, 2)), false));
    assertThat(FileUri.of("/a#b", FilePart.of(new LineRange(3, 3)))).isEqualTo("file:///a%23b#L3");
  }

  @Test
  void encodesAllButPathCharacters() {
    var raw = new StringBuilder();
    for (char c = 0; c < 128; c++) {
      String encoded = FileUri.encode(String.valueOf(c));
      if (encoded.length() == 1) {
        raw.append(c);
      } else {
        assertThat(encoded).isEqualTo(String.format("%%%02X", (int) c));
      }
    }
    assertThat(raw)
        .hasToString(
            "!$&'()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
    assertThat(FileUri.encode("é\ud83d\ude00")).isEqualTo("%C3%A9%F0%9F%98%80");
    assertThat(FileUri.encode(new byte[] {'a', (byte) 0xff})).isEqualTo("a%FF");
  }

  @Test
  void readsWhatItWrites() throws ResourceException {
    var random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      var path = new StringBuilder("/");
      for (int length = random.nextInt(12); length > 0; length--) {
        int c = 1 + random.nextInt(random.nextBoolean() ? 0x7f : 0x10ffff);
        path.appendCodePoint(Character.getType(c) == Character.SURROGATE ? 'x' : c);
      }
      String uri = FileUri.of(path.toString(), null);
      assertThat(FileUri.parse(uri).path()).isEqualTo(path.toString());
      assertThat(uri.getBytes(StandardCharsets.US_ASCII)).asString().isEqualTo(uri);
    }
  }
}
