package dev.attache.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.Deadline;
import dev.attache.core.run.ItemBudget;
import dev.attache.core.run.Reading;
import dev.attache.core.run.RunHost;
import dev.attache.core.run.RunSettings;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.ContentHints;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the responses that web servers give: declared types against the bytes. */
class WebContentTest {
  private static final ResourceUri URI = ResourceUri.of("https://example.org/x");

  private static final Map<String, byte[]> BODIES =
      Map.ofEntries(
          Map.entry("empty", new byte[0]),
          Map.entry("words", latin1("Not found\n")),
          Map.entry("json", latin1("{\"a\": [1, 2]}\n")),
          Map.entry("html", latin1("<!DOCTYPE html>\n<html><title>A</title><p>B</html>\n")),
          Map.entry("fragment", latin1("<p>A paragraph</p>\n")),
          Map.entry("xml", latin1("<?xml version=\"1.0\"?>\n<feed/>\n")),
          Map.entry("svg", latin1("<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n")),
          Map.entry("png", latin1("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1")),
          Map.entry("jpeg", latin1("\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0\1\1\0\0\1\0\1\0\0")),
          Map.entry("gif", latin1("GIF89a.............")),
          Map.entry("pdf", latin1("%PDF-1.4\n1 0 obj\n<< >>\nendobj\n")),
          Map.entry("zip", latin1("PK\3\4\n\0\0\0\0\0\0\0\0\0")),
          Map.entry("gzip", latin1("\u001f\u008b\b\0\0\0\0\0\0\3")),
          Map.entry("bytes", latin1("\u009e\0\u0001\u0002\u00fe\u0003")),
          Map.entry("wide", "<!DOCTYPE html><p>ä".getBytes(UTF_16LE)),
          Map.entry("marked", "\uFEFF<!DOCTYPE html><p>ä".getBytes(UTF_16BE)));

  private static byte[] latin1(String bytes) {
    return bytes.getBytes(ISO_8859_1);
  }

  private static Reading read(@Nullable String declared, @Nullable String name, byte[] body) {
    var settings =
        new RunSettings(
            HandlerRegistry.of(),
            Path.of("/"),
            List.of(),
            1,
            1 << 20,
            1 << 20,
            Duration.ofMinutes(1),
            null,
            true,
            true,
            false,
            false,
            uri -> false,
            null,
            null,
            Map.of(),
            Map.of(),
            1 << 20,
            Deadline.CLOCK,
            RunHost.STANDARD);
    try {
      return new ContentReader(settings)
          .read(
              URI,
              new ByteArrayInputStream(body),
              new ContentHints(name, declared),
              ItemBudget.within(Duration.ofMinutes(1)));
    } catch (ResourceException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // declared | name | body | text or blob | type | why
        "text/plain | | png | blob | image/png | by magic",
        "text/plain; charset=utf-8 | | words | text | text/plain | valid text",
        "text/plain | | html | text | text/html | by magic",
        "text/plain | main.rs | words | text | text/x-rust | by extension",
        "text/plain | | pdf | blob | application/pdf | by magic",
        "text/plain | | gzip | blob | application/gzip | by magic",
        "text/plain | | bytes | blob | application/octet-stream | unknown bytes",
        "image/png | | html | text | text/html | by magic",
        "image/png | | png | blob | image/png | by magic",
        "image/png | | jpeg | blob | image/jpeg | by magic",
        "image/png | | words | text | text/plain | valid text",
        "image/jpeg | a.jpg | gif | blob | image/gif | by magic",
        "image/svg+xml | | svg | text | image/svg+xml | by magic",
        "image/svg+xml | logo.svg | svg | text | image/svg+xml | by extension",
        "application/octet-stream | | json | text | text/plain | valid text",
        "application/octet-stream | a.json | json | text | application/json | by extension",
        "application/octet-stream | | png | blob | image/png | by magic",
        "binary/octet-stream | | html | text | text/html | by magic",
        "application/json | | json | text | application/json | declared",
        "application/json; charset=utf-8 | x | json | text | application/json | declared",
        "application/ld+json | | json | text | application/ld+json | declared",
        "application/problem+json | | json | text | application/problem+json | declared",
        "application/json | | html | text | application/json | declared",
        "application/xml | | xml | text | application/xml | by magic",
        "application/atom+xml | | xml | text | application/atom+xml | declared",
        "application/pdf | | pdf | blob | application/pdf | by magic",
        "application/pdf | | html | text | text/html | by magic",
        "application/zip | a.jar | zip | blob | application/java-archive | by extension",
        "application/vnd.acme | | bytes | blob | application/vnd.acme | declared",
        "text/html | | pdf | blob | application/pdf | by magic",
        "text/html | | html | text | text/html | by magic",
        "text/html | | fragment | text | text/html | declared",
        "text/html | | words | text | text/html | declared",
        "TEXT/HTML;Charset=UTF-8 | a.php | html | text | text/html | declared",
        "text/markdown | | words | text | text/markdown | declared",
        "text/html | | empty | text | text/html | declared",
        "image/png | a.png | empty | text | image/png | by extension",
        "text/plain | | empty | text | text/plain | empty",
        " | | empty | text | text/plain | empty",
        " | | words | text | text/plain | valid text",
        " | | html | text | text/html | by magic",
        " | | pdf | blob | application/pdf | by magic",
        " | README.md | words | text | text/markdown | by extension",
        "nonsense | | html | text | text/html | by magic",
        "text/ | | json | text | text/plain | valid text",
        "*/* | | png | blob | image/png | by magic",
        "image/* | | words | text | text/plain | valid text",
        "text\\html | | words | text | text/plain | valid text",
        "application/json, text/html | | words | text | text/html | declared",
        "application/json, nonsense | | words | text | application/json | declared",
        "application/json, */* | | words | text | application/json | declared",
        "text/html; charset=utf-16le | | wide | text | text/html | declared",
        "text/html | | wide | blob | application/octet-stream | unknown bytes",
        "text/html | | marked | text | text/html | by magic",
        "text/html; charset=utf-8 | | marked | text | text/html | by magic",
      })
  void decidesOnTheType(
      @Nullable String declared,
      @Nullable String name,
      String body,
      String kind,
      String type,
      String why) {
    var reading = read(declared, name, body(body));
    assertThat(reading.content().isText() ? "text" : "blob").isEqualTo(kind);
    assertThat(reading.type().chosen() + ", " + reading.type().why()).isEqualTo(type + ", " + why);
    assertThat(reading.type().declared()).isEqualTo(declared);
    boolean isConverted = reading.bytesDigest() != null;
    assertThat(reading.notes())
        .allMatch(note -> isConverted && note.startsWith("charset: converted from "))
        .hasSize(isConverted ? 1 : 0);
    if (isConverted) {
      assertThat(reading.bytesDigest()).isEqualTo(ContentDigest.sha256(body(body)));
    }
  }

  private static byte[] body(String name) {
    byte[] body = BODIES.get(name);
    if (body == null) {
      throw new AssertionError("no body is called " + name);
    }
    return body;
  }

  private static String text(@Nullable String declared, @Nullable String name, String body) {
    return ((Text) read(declared, name, latin1(body)).content()).value();
  }

  /** In each of these encodings another text is in the two bytes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text/html | <p>ÄÖ | <p>ÄÖ",
        "text/html; charset=latin1 | <p>\u0080 | <p>€",
        "text/html; charset=gb2312 | <p>\u0080 | <p>€",
        "text/html; charset=koi8-r | <meta charset=gbk>Ä | <meta charset=gbk>д",
        "text/html | <meta charset=koi8-r>Ä | <meta charset=koi8-r>д",
        "text/html; x=y | <meta charset=koi8-r>Ä | <meta charset=koi8-r>д",
        "text/html; charset=none | <meta charset=koi8-r>Ä | <meta charset=koi8-r>д",
        "text/html; charset=koi8-r, text/html | <p>Ä | <p>д",
        "text/html; charset=\"koi8-r\" | <p>Ä | <p>д",
        "text/html; charset=koi8-r; charset=gbk | <p>Ä | <p>д",
        "text/html; charset=koi8-r | ï»¿<p> | \uFEFF<p>",
        "text/html | <!--<meta charset=koi8-r>-->Ä | <!--<meta charset=koi8-r>-->Ä",
        " | <!DOCTYPE html><meta charset=koi8-r>Ä | <!DOCTYPE html><meta charset=koi8-r>д",
        "text/plain | <html><meta charset=koi8-r>Ä | <html><meta charset=koi8-r>д",
        "text/markdown | <html><meta charset=koi8-r>Ä | <html><meta charset=koi8-r>Ä",
        "application/json; charset=koi8-r | \"Ä\" | \"д\"",
        "text/html; charset=utf-8 | <p>Ä! | <p>\uFFFD!",
      })
  void decidesOnTheCharset(@Nullable String declared, String body, String expected) {
    assertThat(text(declared, null, body)).isEqualTo(expected);
  }

  @Test
  void saysThatAHeaderNamesNoCharset() {
    assertThat(read("text/html; charset=x-none", null, "<p>ä".getBytes(UTF_8)).notes())
        .containsExactly("charset: unknown label \"x-none\" ignored");
  }
}
