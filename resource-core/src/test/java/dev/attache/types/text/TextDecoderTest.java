package dev.attache.types.text;

import static dev.attache.types.tables.Samples.bytes;
import static dev.attache.types.tables.Samples.utf8;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.types.tables.Samples;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextDecoderTest {
  private static final String GUESSED =
      "charset: not UTF-8 and none declared, read as windows-1252";

  private static TextReading read(byte[] content) {
    return read(content, null, null);
  }

  private static TextReading read(byte[] content, @Nullable String charset, @Nullable String type) {
    return TextDecoder.read(content, content.length, charset, type);
  }

  private static void assertText(
      TextReading reading, String charset, String text, String... notes) {
    assertThat(reading.charset()).isEqualTo(charset);
    assertThat(reading.utf8()).isNotNull();
    assertThat(new String(reading.utf8(), UTF_8)).isEqualTo(text);
    assertThat(reading.notes())
        .filteredOn(note -> !note.equals("charset: converted from " + charset))
        .containsExactly(notes);
    assertThat(reading.notes())
        .as("every conversion notes itself, once")
        .filteredOn(note -> note.contains(charset) && !note.startsWith("lossy"))
        .hasSize(charset.equals("UTF-8") ? 0 : 1);
  }

  private static void assertVerbatim(TextReading reading, String charset, String... notes) {
    assertThat(reading.isText()).isTrue();
    assertThat(reading.isVerbatim()).isTrue();
    assertThat(reading.charset()).isEqualTo(charset);
    assertThat(reading.notes()).containsExactly(notes);
  }

  private static void assertBlob(byte[] content) {
    assertThat(read(content).isText()).isFalse();
    assertThat(read(content).charset()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "no end of line", "a\r\nb\rc\n", "äöü 漢字 😀", " \t trimmed? \n\n"})
  void takesUtf8AsItIs(String text) {
    assertVerbatim(read(utf8(text)), "UTF-8");
  }

  @Test
  void readsJsonAsUtf8WhateverCharsetIsDeclared() {
    byte[] json = utf8("{\"a\":\"é\"}");
    for (String type : List.of("application/json", "application/ld+json")) {
      assertVerbatim(
          read(json, "iso-8859-1", type),
          "UTF-8",
          "charset: windows-1252 means nothing for JSON (RFC 8259), read as UTF-8");
    }
    for (String type : List.of("application/x-ndjson", "application/geo+json-seq")) {
      assertVerbatim(
          read(json, "utf-16", type),
          "UTF-8",
          "charset: UTF-16LE means nothing for JSON (RFC 8259), read as UTF-8");
    }
    assertText(
        read("{\"a\":\"é\"}".getBytes(UTF_16LE), "utf-16", "application/json"),
        "UTF-16LE",
        "{\"a\":\"é\"}");
    assertVerbatim(read(utf8("{}"), "utf-8", "application/json"), "UTF-8");
    assertText(
        read("{\"a\":\"é\"}".getBytes(ISO_8859_1), "iso-8859-1", "application/json"),
        "windows-1252",
        "{\"a\":\"é\"}");
    assertText(read(json, "iso-8859-1", "text/plain"), "windows-1252", "{\"a\":\"Ã©\"}");
  }

  @Test
  void keepsAUtf8ByteOrderMark() {
    assertVerbatim(read(utf8("\uFEFFtext")), "UTF-8");
    assertVerbatim(read(utf8("\uFEFF")), "UTF-8");
  }

  @Test
  void readsUtf16AndUtf32ByTheirMarks() {
    assertText(read("\uFEFFaä漢😀".getBytes(UTF_16LE)), "UTF-16LE", "aä漢😀");
    assertText(read("\uFEFFaä漢😀".getBytes(UTF_16BE)), "UTF-16BE", "aä漢😀");
    assertText(read("\uFEFFaä😀".getBytes(Charset.forName("UTF-32LE"))), "UTF-32LE", "aä😀");
    assertText(read("\uFEFFaä😀".getBytes(Charset.forName("UTF-32BE"))), "UTF-32BE", "aä😀");
  }

  @Test
  void readsAMarkAloneAsAnEmptyText() {
    assertText(read(bytes("\u00ff\u00fe")), "UTF-16LE", "");
    assertText(read(bytes("\u00fe\u00ff")), "UTF-16BE", "");
    assertText(read(bytes("\u00ff\u00fe\0\0")), "UTF-32LE", "");
  }

  @Test
  void saysHowMuchOfAWideTextWasLost() {
    assertText(
        read(bytes("\u00ff\u00fea\0b")),
        "UTF-16LE",
        "a\uFFFD",
        "lossy: 1 malformed sequence of UTF-16LE replaced by U+FFFD");
    assertText(
        read(bytes("\u00fe\u00ff\u00d8\0\0a\u00dc\0\0b")),
        "UTF-16BE",
        "\uFFFDa\uFFFDb",
        "lossy: 2 malformed sequences of UTF-16BE replaced by U+FFFD");
  }

  @Test
  void takesNulBytesForABlob() {
    assertBlob(bytes("a\0b"));
    assertBlob(bytes("\0"));
    assertBlob("text".getBytes(UTF_16LE));
    assertBlob("text".getBytes(UTF_16BE));
  }

  @Test
  void findsANulByteFarBehindThePrefix() {
    byte[] content = new byte[150_000];
    Arrays.fill(content, (byte) 'a');
    content[100_000] = 0;
    assertThat(TextDecoder.isSurelyBlob(content, 65536, null)).isFalse();
    assertBlob(content);
  }

  @Test
  void readsADeclaredUtf16WithoutAMark() {
    assertText(read("tëxt".getBytes(UTF_16LE), "utf-16le", null), "UTF-16LE", "tëxt");
    assertThat(TextDecoder.isSurelyBlob("text".getBytes(UTF_16LE), 8, "utf-16")).isFalse();
  }

  @Test
  void takesBinarySignaturesForBlobsEvenWithoutNul() {
    assertBlob(Samples.ASCII_PDF);
    assertBlob(Samples.PNG);
    assertBlob(bytes("GIF89a............."));
    assertBlob(bytes("\u001f\u008b\bxxxx"));
    assertBlob(bytes("PK\3\4xxxx"));
    assertBlob(bytes("RIFFxxxxWEBPxxxx"));
    assertVerbatim(read(utf8("RIFF is a format\n")), "UTF-8");
    assertVerbatim(read(utf8("PK is short\n")), "UTF-8");
    assertVerbatim(read(utf8("%PDX")), "UTF-8");
    assertThat(read(Samples.ASCII_PDF, "utf-8", null).isText()).isFalse();
  }

  @Test
  void readsOldTextsAsWindows1252AndSaysSo() {
    assertText(read(bytes("caf\u00e9")), "windows-1252", "café", GUESSED);
    assertText(read(bytes("\u0080\u0093x\u0094\u0081")), "windows-1252", "€“x”\u0081", GUESSED);
    assertText(
        read(bytes("a\u001b[1m\u00e9\f\t\r\n")), "windows-1252", "a\u001b[1mé\f\t\r\n", GUESSED);
  }

  @Test
  void doesNotGuessWhereBinaryDataBytesAre() {
    assertBlob(bytes("caf\u00e9\u0001"));
    assertBlob(bytes("\u00e9\u000b"));
    assertBlob(bytes("\u00e9\u001c"));
    assertVerbatim(read(bytes("\u0001 is no wonder in UTF-8")), "UTF-8");
  }

  @Test
  void takesMalformedUtf8ForNoUtf8() {
    for (String malformed :
        new String[] {
          "\u00c3",
          "\u00e2\u0082",
          "\u00f0\u009f\u0098", // cut
          "\u00c0\u0080",
          "\u00c1\u00bf",
          "\u00e0\u0080\u0080",
          "\u00f0\u0080\u0080\u0080", // overlong
          "\u00ed\u00a0\u0080",
          "\u00ed\u00bf\u00bf", // surrogates
          "\u00f4\u0090\u0080\u0080",
          "\u00f5\u0080\u0080\u0080",
          "\u0080",
          "\u00ff"
        }) {
      assertThat(read(bytes("x" + malformed)).charset()).isEqualTo("windows-1252");
    }
  }

  @Test
  void passesOverACharacterThatThePrefixCuts() {
    byte[] text = utf8("aaa😀漢ä");
    for (int length = 0; length <= text.length; length++) {
      assertThat(TextDecoder.isText(text, length, false, null)).isTrue();
      assertThat(Utf8Scan.withoutCutSequence(text, length)).isBetween(length - 3, length);
    }
    assertThat(TextDecoder.isText(bytes("a\1\u00e9"), 3, false, null)).isTrue();
    assertThat(TextDecoder.isText(bytes("a\1\u00e9"), 3, true, null)).isFalse();
    assertThat(TextDecoder.isText(bytes("a\1\u00e9b"), 4, false, null)).isFalse();
  }

  @Test
  void readsADeclaredCharset() {
    assertText(read(bytes("caf\u00e9"), "ISO-8859-1", null), "windows-1252", "café");
    assertText(read(bytes("\u0093\u00fa\u0096{"), "Shift_JIS", null), "Shift_JIS", "日本");
    assertText(read(bytes("\u00a1\u00b5"), "iso-8859-14", null), "ISO-8859-14", "Ḃṁ");
    assertVerbatim(read(bytes("ascii"), "latin1", null), "windows-1252");
    assertText(read(bytes("\u001b$BF|\u001b(B"), "iso-2022-jp", null), "ISO-2022-JP", "日");
  }

  @Test
  void saysHowMuchOfADeclaredCharsetWasLost() {
    assertText(
        read(bytes("a\u00e9b\u00ffc"), "utf-8", null),
        "UTF-8",
        "a\uFFFDb\uFFFDc",
        "lossy: 2 malformed sequences of UTF-8 replaced by U+FFFD");
  }

  @Test
  void losesNothingSilentlyBehindAUtf8Mark() {
    assertText(
        read(bytes("\u00ef\u00bb\u00bfa\u00e9")),
        "UTF-8",
        "\uFEFFa\uFFFD",
        "lossy: 1 malformed sequence of UTF-8 replaced by U+FFFD");
  }

  @Test
  void saysThatALabelIsUnknown() {
    assertVerbatim(
        read(utf8("ä"), "klingon", null), "UTF-8", "charset: unknown label \"klingon\" ignored");
  }

  @Test
  void readsTheCharsetOfAnXmlDeclaration() {
    String xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\u00e9</a>";
    assertText(read(bytes(xml)), "windows-1252", xml);
    assertVerbatim(read(utf8("<?xml version='1.0' encoding='UTF-8'?><a>ä</a>")), "UTF-8");
    assertVerbatim(read(utf8("<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>")), "UTF-8");
  }

  @Test
  void readsTheCharsetOfAMetaElementOfHtmlOnly() {
    byte[] html = bytes("<html><meta charset=windows-1251><p>\u00cf");
    assertText(
        read(html, null, "text/html"), "windows-1251", "<html><meta charset=windows-1251><p>П");
    assertText(
        read(html, null, "text/markdown"),
        "windows-1252",
        "<html><meta charset=windows-1251><p>Ï",
        GUESSED);
  }

  @Test
  void passesOverAnUnknownLabelInHtml() {
    assertText(
        read(bytes("<meta charset=\"x-none\">\u00e9"), null, "text/html"),
        "windows-1252",
        "<meta charset=\"x-none\">é",
        "charset: unknown label \"x-none\" ignored",
        GUESSED);
  }

  @Test
  void passesOverADeclarationBehindTheFirst1024Bytes() {
    String html = "<html>" + " ".repeat(1024) + "<meta charset=koi8-r>\u00e9";
    assertThat(read(bytes(html), null, "text/html").charset()).isEqualTo("windows-1252");
  }

  @Test
  void seesASureBlobInThePrefix() {
    assertThat(TextDecoder.isSurelyBlob(Samples.PNG, Samples.PNG.length, null)).isTrue();
    assertThat(TextDecoder.isSurelyBlob(Samples.ASCII_PDF, 20, null)).isTrue();
    assertThat(TextDecoder.isSurelyBlob(bytes("a\0"), 2, "utf-8")).isTrue();
    assertThat(TextDecoder.isSurelyBlob(bytes("a\0"), 1, null)).isFalse();
    assertThat(TextDecoder.isSurelyBlob(bytes("\u00ff\u00fea\0"), 4, null)).isFalse();
    assertThat(TextDecoder.isSurelyBlob(new byte[0], 0, null)).isFalse();
  }

  @Test
  void saysSurelyOnlyWhatTheWholeReadingSays() {
    var random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] content = new byte[random.nextInt(40)];
      random.nextBytes(content);
      int cut = random.nextInt(content.length + 1);
      if (TextDecoder.isSurelyBlob(content, cut, null)) {
        assertThat(read(content).isText()).isFalse();
      }
      assertThat(TextDecoder.isText(content, content.length, true, null))
          .isEqualTo(read(content).isText());
    }
  }
}
