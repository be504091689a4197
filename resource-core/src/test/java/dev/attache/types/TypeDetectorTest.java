package dev.attache.types;

import static dev.attache.types.tables.Samples.bytes;
import static dev.attache.types.tables.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.types.tables.Samples;
import dev.attache.types.text.TextDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeDetectorTest {
  private static TypeDecision decide(@Nullable String name, byte[] content) {
    return decide(null, name, content);
  }

  private static TypeDecision decide(
      @Nullable String declared, @Nullable String name, byte[] content) {
    boolean text = TextDecoder.read(content, content.length, null, null).isText();
    return TypeDetector.standard().decide(declared, name, content, content.length, text);
  }

  private static String type(@Nullable String name, String content) {
    return decide(name, utf8(content)).chosen();
  }

  /** What stands in a text is no sign of what the text is, nor are letters that begin an image. */
  @Test
  void takesNoTextForBytes() {
    String diff = "diff --git a/a.pdf b/a.pdf\n--- a/a.pdf\n+++ b/a.pdf\n@@ -1 +1 @@\n-%PDF-1.4\n";
    assertThat(type(null, diff)).isEqualTo(type(null, diff.replace("%PDF-", "")));
    assertThat(type("notes", "Notes:\nA file begins with %PDF-1.7, or it is none.\n"))
        .isEqualTo("text/plain");
    for (String opening : List.of("MZ", "BM", "8BPS", "II*", "FWS", "SIMPLE")) {
      assertThat(type("x", opening + " is how some files begin\n"))
          .as(opening)
          .isEqualTo("text/plain");
    }
    assertThat(type("paper", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n")).isEqualTo("application/pdf");
    assertThat(type("paper", "{\\rtf1\\ansi Hi.}")).isEqualTo("application/rtf");
    assertThat(type("paper", "%!PS-Adobe-3.0\nshowpage\n")).isEqualTo("application/postscript");
  }

  @ParameterizedTest
  @CsvSource({
    "main.rs, text/x-rust, by extension",
    "Main.kt, text/x-kotlin, by extension",
    "build.gradle.kts, text/x-kotlin, by extension",
    "index.ts, application/typescript, by extension",
    "index.d.ts, application/typescript, by extension",
    "App.tsx, text/tsx, by extension",
    "Cargo.toml, text/x-toml, by extension",
    "Cargo.lock, text/x-toml, by file name",
    "Dockerfile, text/x-dockerfile, by file name",
    "web.dockerfile, text/x-dockerfile, by extension",
    "Main.java, text/x-java-source, by extension",
    "MAIN.JAVA, text/x-java-source, by extension",
    "main.go, text/x-go, by extension",
    "Makefile, text/x-makefile, by file name",
    "makefile, text/x-makefile, by file name",
    "CMakeLists.txt, text/x-cmake, by file name",
    "LICENSE, text/plain, by file name",
    ".gitignore, text/plain, by file name",
    "data.json, application/json, by extension",
    "notes.txt, text/plain, by extension",
    "README.md, text/markdown, by extension",
    "a/b.c/main.swift, text/x-swift, by extension",
    "META-INF/services/com.acme.C, text/plain, by file name",
    "x/META-INF/services/com.acme.Rs, text/plain, by file name",
  })
  void knowsATextByItsName(String name, String type, String why) {
    assertThat(decide(name, utf8("some text\n")))
        .isEqualTo(new TypeDecision(null, type, null, type, why));
  }

  @ParameterizedTest
  @CsvSource({
    "#!/usr/bin/env python3, text/x-python",
    "#!/usr/bin/env -S python3 -u, text/x-python",
    "#!/usr/bin/env FOO=bar node, text/javascript",
    "#! /usr/local/bin/python3.11, text/x-python",
    "#!/bin/sh, application/x-sh",
    "#!/bin/bash -e, application/x-sh",
    "#!/usr/bin/perl -w, text/x-perl",
    "#!/usr/bin/ruby2.7, text/x-ruby",
    "#!/opt/unheard/of, application/x-sh",
  })
  void knowsAScriptByItsInterpreter(String line, String type) {
    assertThat(type("run", line + "\nx\n")).isEqualTo(type);
    assertThat(type("run", line + "\r\nx\r\n")).isEqualTo(type);
    assertThat(type("run", line)).isEqualTo(type);
  }

  @Test
  void looksForTheShebangBehindAByteOrderMark() {
    assertThat(decide("run", utf8("\uFEFF#!/usr/bin/env python3\n")))
        .isEqualTo(new TypeDecision(null, null, "text/x-python", "text/x-python", "by shebang"));
  }

  @Test
  void putsTheInterpreterBeforeTheExtension() {
    assertThat(decide("tool.txt", utf8("#!/usr/bin/env ruby\n")))
        .isEqualTo(
            new TypeDecision(null, "text/plain", "text/x-ruby", "text/x-ruby", "by shebang"));
  }

  @Test
  void keepsTheExtensionIfTheInterpreterRunsIt() {
    assertThat(decide("cli.ts", utf8("#!/usr/bin/env node\n")))
        .isEqualTo(
            new TypeDecision(
                null,
                "application/typescript",
                "text/javascript",
                "application/typescript",
                "by extension"));
  }

  @Test
  void tellsWhatANameAloneSays() {
    assertThat(TypeDetector.standard().byName("src/main.rs")).isEqualTo("text/x-rust");
    assertThat(TypeDetector.standard().byName("unheard.of")).isNull();
  }

  @Test
  void takesAnUnknownTextForPlain() {
    assertThat(decide("unheard.of", utf8("some text\n")))
        .isEqualTo(new TypeDecision(null, null, "text/plain", "text/plain", "valid text"));
    assertThat(decide(null, utf8("some text\n")).chosen()).isEqualTo("text/plain");
  }

  @Test
  void takesABinaryExtensionOnATextForNothing() {
    assertThat(decide("photo.png", utf8("some text\n")))
        .isEqualTo(new TypeDecision(null, "image/png", "text/plain", "text/plain", "valid text"));
  }

  @Test
  void letsMagicBeatTheName() {
    assertThat(decide("Main.java", Samples.PNG))
        .isEqualTo(
            new TypeDecision(null, "text/x-java-source", "image/png", "image/png", "by magic"));
    assertThat(decide("notes.txt", Samples.PDF).chosen()).isEqualTo("application/pdf");
    assertThat(decide("notes.txt", Samples.ASCII_PDF).chosen()).isEqualTo("application/pdf");
    assertThat(decide(null, Samples.PNG).chosen()).isEqualTo("image/png");
  }

  @Test
  void takesTheNameWhereItIsMoreExactThanTheMagic() {
    byte[] zip = bytes("PK\3\4\n\0\0\0\0\0\0\0\0\0");
    assertThat(decide("a.jar", zip).chosen()).isEqualTo("application/java-archive");
    assertThat(decide("a.docx", zip).chosen())
        .isEqualTo("application/vnd.openxmlformats-officedocument.wordprocessingml.document");
    assertThat(decide("a.bin", zip).chosen()).isEqualTo("application/zip");
  }

  @Test
  void readsTheRootElementOfXml() {
    String svg = "<?xml version=\"1.0\"?>\n<!-- c --><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    assertThat(type("picture.xml", svg)).isEqualTo("image/svg+xml");
    assertThat(type("pom.xml", "<?xml version=\"1.0\"?><project/>")).isEqualTo("application/xml");
    assertThat(
            type("page", "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"/>"))
        .isEqualTo("application/xhtml+xml");
  }

  @Test
  void readsTheRootElementOfXmlInUtf16() {
    String xml = "\uFEFF<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    byte[] wide = xml.getBytes(StandardCharsets.UTF_16LE);
    assertThat(decide("picture", wide).chosen()).isEqualTo("image/svg+xml");
  }

  @Test
  void knowsHtmlNamedAsText() {
    assertThat(decide("page.txt", utf8("<!DOCTYPE html>\n<p>")))
        .isEqualTo(new TypeDecision(null, "text/plain", "text/html", "text/html", "by magic"));
  }

  @Test
  void leavesMarkdownThatBeginsWithHtml() {
    assertThat(type("README.md", "<div align=\"center\">\n")).isEqualTo("text/markdown");
  }

  @Test
  void tellsTypeScriptFromATransportStream() {
    byte[] stream = new byte[564];
    stream[0] = stream[188] = stream[376] = 0x47;
    assertThat(decide("video.ts", stream).chosen()).isEqualTo("video/mp2t");
    assertThat(type("Gauge.ts", "Gauge.create();\n")).isEqualTo("application/typescript");
  }

  @Test
  void claimsXmlOnlyForWhatLooksLikeIt() {
    assertThat(type("Directory.props", "  <Project/>\n")).isEqualTo("application/xml");
    assertThat(type("velocity.props", "a = b\n")).isEqualTo("text/plain");
  }

  @Test
  void takesAnEmptyContentByItsName() {
    assertThat(decide("Main.java", new byte[0]).chosen()).isEqualTo("text/x-java-source");
    assertThat(decide("photo.png", new byte[0]).chosen()).isEqualTo("image/png");
    assertThat(decide("unheard", new byte[0]))
        .isEqualTo(new TypeDecision(null, null, null, "text/plain", "empty"));
  }

  @Test
  void takesUnknownBytesByTheirNameOrForBytes() {
    assertThat(decide("a.docx", Samples.UNKNOWN_BYTES).why()).isEqualTo("by extension");
    assertThat(decide("a.unheard", Samples.UNKNOWN_BYTES))
        .isEqualTo(new TypeDecision(null, null, null, "application/octet-stream", "unknown bytes"));
  }

  @Test
  void trustsADeclaredType() {
    assertThat(decide("Application/JSON; charset=utf-8", "answer", utf8("{}")))
        .isEqualTo(
            new TypeDecision(
                "Application/JSON; charset=utf-8",
                null,
                "text/plain",
                "application/json",
                "declared"));
    assertThat(decide("text/rust", "main", utf8("fn")).chosen()).isEqualTo("text/x-rust");
    assertThat(decide("application/vnd.acme.thing", "x", utf8("a")).chosen())
        .isEqualTo("application/vnd.acme.thing");
    assertThat(decide("application/vnd.acme.thing", "x", Samples.UNKNOWN_BYTES).chosen())
        .isEqualTo("application/vnd.acme.thing");
  }

  @ParameterizedTest
  @CsvSource({
    "application/octet-stream",
    "text/plain",
    "*/*",
    "nonsense",
    "''",
    "binary/octet-stream",
  })
  void passesOverADeclaredTypeThatSaysNothing(String declared) {
    var decision = decide(declared, "main.rs", utf8("fn main() {}\n"));
    assertThat(decision.chosen()).isEqualTo("text/x-rust");
    assertThat(decision.declared()).isEqualTo(declared);
  }

  @Test
  void passesOverADeclaredTypeThatTheBytesContradict() {
    assertThat(decide("text/html", "photo", Samples.PNG).chosen()).isEqualTo("image/png");
    assertThat(decide("image/jpeg", "photo", Samples.PNG).chosen()).isEqualTo("image/png");
    assertThat(decide("image/png", "photo", utf8("Not found\n")).chosen()).isEqualTo("text/plain");
    assertThat(decide("application/pdf", "a.pdf", utf8("<html>")).chosen()).isEqualTo("text/html");
    assertThat(decide("text/plain", "x", Samples.PDF).chosen()).isEqualTo("application/pdf");
    assertThat(decide("text/html", "x", Samples.UNKNOWN_BYTES).chosen())
        .isEqualTo("application/octet-stream");
  }

  @Test
  void keepsATypeThatIsMoreExactThanTheDeclaredOne() {
    byte[] zip = bytes("PK\3\4\n\0\0\0\0\0\0\0\0\0");
    assertThat(decide("application/zip", "a.jar", zip).chosen())
        .isEqualTo("application/java-archive");
  }

  @Test
  void neverThrows() {
    var random = new Random(11);
    for (int i = 0; i < 5000; i++) {
      byte[] content = new byte[random.nextInt(600)];
      random.nextBytes(content);
      if (content.length > 1 && i % 2 == 0) {
        content[0] = (byte) "<#%{\u00ff\u00ef".charAt(i % 6);
        content[1] = (byte) "?!a\u00fe\u00bb ".charAt(i / 2 % 6);
      }
      byte[] name = new byte[random.nextInt(9)];
      random.nextBytes(name);
      boolean text = random.nextBoolean();
      var decision =
          TypeDetector.standard()
              .decide(
                  null, new String(name, StandardCharsets.UTF_8), content, content.length, text);
      assertThat(decision.chosen()).contains("/");
    }
  }
}
