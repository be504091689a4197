package dev.attache.types.text;

import static dev.attache.types.tables.Samples.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What documents state about their charset. */
class DeclaredCharsetTest {
  private static @Nullable String find(String document, @Nullable String type) {
    byte[] bytes = bytes(document);
    return DeclaredCharset.find(bytes, bytes.length, type);
  }

  private static @Nullable String inHtml(String document) {
    return find(document, "text/html");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<meta charset=koi8-r> | koi8-r",
        "<META CHARSET=\"KOI8-R\"> | koi8-r",
        "<meta charset = 'koi8-r' /> | koi8-r",
        "<meta/charset=koi8-r> | koi8-r",
        "<meta charset=koi8-r/> | koi8-r/",
        "<meta name=a charset=koi8-r> | koi8-r",
        "<meta charset=koi8-r charset=gbk> | koi8-r",
        "<meta a=\"charset=gbk\" b='>' charset=koi8-r> | koi8-r",
        "<meta http-equiv=content-type content=\"text/html; charset=koi8-r\"> | koi8-r",
        "<meta content='text/html;charset = \"koi8-r\"' http-equiv=Content-Type> | koi8-r",
        "<meta http-equiv=content-type content='charset charset=koi8-r;x'> | koi8-r",
        "<meta http-equiv=refresh content='x' charset=koi8-r> | koi8-r",
        "<meta content='charset=gbk' charset=koi8-r> | koi8-r",
        "<p title='<meta charset=gbk>'><meta charset=koi8-r> | koi8-r",
        "<!-- <meta charset=gbk> --><meta charset=koi8-r> | koi8-r",
        "<!--><meta charset=koi8-r>--> | koi8-r",
        "<!doctype html><html a=\"b\"><head></head x><meta charset=koi8-r> | koi8-r",
        "<?php > <! x> </ > < <1><meta charset=koi8-r> | koi8-r",
        "<meta charset=nonsense><meta charset=koi8-r> | koi8-r",
        "<meta charset=utf-16le> | utf-8",
        "<meta charset=x-user-defined> | windows-1252",
      })
  void findsTheCharsetOfAMetaElement(String html, String label) {
    assertThat(inHtml(html)).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<",
        "<meta",
        "<meta ",
        "<meta charset",
        "<meta charset=gbk",
        "<meta charset='gbk>",
        "<meta charset>",
        "<metacharset=gbk>",
        "<metadata charset=gbk>",
        "</meta charset=gbk>",
        "<!-- <meta charset=gbk>",
        "<!-- -- > <meta charset=gbk>",
        "<title a='<meta charset=gbk>",
        "<meta name=description content='text/html; charset=gbk'>",
        "<meta content='text/html; charset=gbk'>",
        "<meta http-equiv=refresh content='text/html; charset=gbk'>",
        "<meta http-equiv=content-type content='text/html; charset'>",
        "<meta http-equiv=content-type content='text/html; charset='>",
        "<meta http-equiv=content-type content='text/html; charset=\"gbk'>",
        "<meta http-equiv='content-type ' content='charset=gbk'>",
        "<meta name=charset value=gbk>",
        "& <p>charset=gbk",
      })
  void findsNothingElsewhere(String html) {
    String label = inHtml(html);
    assertThat(label == null || label.isEmpty()).as(label).isTrue();
  }

  @Test
  void takesCharacterReferencesAsTheyStand() {
    assertThat(inHtml("<meta charset='koi8&#45;r'>")).isEqualTo("koi8&#45;r");
    assertThat(TextEncoding.parse("koi8&#45;r")).isNull();
  }

  @Test
  void tellsTheFirstUnknownLabelIfNoneIsKnown() {
    assertThat(inHtml("<meta charset=first><meta charset=second>")).isEqualTo("first");
  }

  @Test
  void asksTheMetaElementOfHtmlBeforeTheXmlDeclaration() {
    String both = "<?xml version='1.0' encoding='gbk'?><meta charset=koi8-r>";
    assertThat(inHtml(both)).isEqualTo("koi8-r");
    assertThat(find(both, "application/xhtml+xml")).isEqualTo("gbk");
    assertThat(find(both, "application/xml")).isEqualTo("gbk");
    assertThat(inHtml("<?xml version='1.0' encoding='gbk'?><p>")).isEqualTo("gbk");
    assertThat(find("<meta charset=gbk>", "text/plain")).isNull();
    assertThat(find("<meta charset=gbk>", null)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<?xml version=\"1.0\" encoding=\"GBK\"?> | gbk",
        "<?xml version='1.0' encoding\t=  'gbk' standalone='yes'?> | gbk",
        "<?xml encoding='gbk'> | gbk",
        "<?xml version='1.0'?><a encoding='gbk'/> | none",
        "<?xml version='1.0' encoding=gbk?> | none",
        "<?xml version='1.0' encoding=''?> | none",
        "<?xml version='1.0' encoding='gbk?> | none",
        "<?xml version='1.0' encoding?> | none",
        "<?xml version='1.0' encoding=?> | none",
        "<?xml version='1.0' encoding='gbk' | none",
        "<?xml | none",
        "<a encoding='gbk'/> | none",
      })
  void findsTheEncodingOfAnXmlDeclaration(String xml, String label) {
    String found = find(xml, "application/xml");
    assertThat(found == null ? "none" : found).isEqualTo(label);
  }

  @Test
  void looksNoFurtherThan1024Bytes() {
    String meta = "<meta charset=koi8-r>";
    String filled = " ".repeat(1024 - meta.length()) + meta;
    assertThat(inHtml(filled + "<p>")).isEqualTo("koi8-r");
    assertThat(inHtml(" " + filled + "<p>")).isNull();
  }

  @Test
  void endsWithAnyInput() {
    var random = new Random(3);
    String[] parts = {
      "<meta ",
      "charset",
      "=",
      "\"",
      "'",
      ">",
      "/",
      "<!--",
      "-->",
      "content=",
      "http-equiv=",
      "content-type",
      " ",
      "<p ",
      "</",
      "<?xml ",
      "encoding",
      "gbk",
      ";",
      "\u00e9"
    };
    for (int i = 0; i < 50_000; i++) {
      var html = new StringBuilder(i % 3 == 0 ? "<?xml " : "");
      for (int n = random.nextInt(12); n > 0; n--) {
        html.append(parts[random.nextInt(parts.length)]);
      }
      String label = inHtml(html.toString());
      assertThat(label == null || html.indexOf(label) >= 0 || label.equals("utf-8")).isTrue();
    }
  }
}
