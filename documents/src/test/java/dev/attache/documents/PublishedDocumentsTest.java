package dev.attache.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Documents that others have published to test such programs, good and hostile ones. */
@Tag("slow")
class PublishedDocumentsTest {

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("pdf", "application/pdf"),
          Map.entry(
              "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
          Map.entry("doc", "application/msword"),
          Map.entry("rtf", "application/rtf"),
          Map.entry("odt", "application/vnd.oasis.opendocument.text"),
          Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
          Map.entry("xls", "application/vnd.ms-excel"),
          Map.entry("ods", "application/vnd.oasis.opendocument.spreadsheet"),
          Map.entry(
              "pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
          Map.entry("ppt", "application/vnd.ms-powerpoint"),
          Map.entry("odp", "application/vnd.oasis.opendocument.presentation"),
          Map.entry("epub", "application/epub+zip"),
          Map.entry("eml", "message/rfc822"),
          Map.entry("msg", "application/vnd.ms-outlook"));

  private static Path folder() {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    return Path.of(vectors, "documents");
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> all = Files.list(folder())) {
      return all.filter(each -> !each.toString().endsWith(".txt")).sorted().toList();
    }
  }

  private static Conversion convert(Path file) throws Exception {
    return convert(file, ConversionOptions.DEFAULT);
  }

  private static Conversion convert(Path file, ConversionOptions options) throws Exception {
    String name = file.getFileName().toString();
    String type = Objects.requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
    return new TestDocument(Files.readAllBytes(file), type).convert(options);
  }

  @Test
  void endInTextOrInASentenceThatSaysWhyNot() throws Exception {
    List<Path> documents = documents();
    assertThat(documents).hasSize(187);
    for (Path each : documents) {
      try {
        Conversion conversion = convert(each);
        assertThat(conversion.markdown()).as(each.toString()).isNotBlank().endsWith("\n");
        assertThat(conversion.markdown().codePoints())
            .as(each.toString())
            .noneMatch(c -> Character.isISOControl(c) && c != '\n');
      } catch (ConversionException e) {
        assertThat(e.message()).as(each.toString()).matches("its? [^\n]+[^.]");
      }
    }
  }

  @Test
  void giveThePicturesThatTheirMarkdownNames() throws Exception {
    int pictures = 0;
    List<String> problems = new ArrayList<>();
    for (Path each : documents()) {
      List<DocumentPart> parts;
      try {
        parts = convert(each).parts();
      } catch (ConversionException e) {
        continue; // it names none
      }
      for (DocumentPart part : parts) {
        if (part.selector().startsWith("image=")) {
          try {
            DocumentImage image = picture(each, part.selector());
            pictures++;
            boolean isRight =
                image.selector().equals(part.selector())
                    && image.content().size() > 0
                    && (!image.mimeType().matches("image/(?:png|jpeg|gif)")
                        || ImageIO.read(image.content().open()) != null);
            if (!isRight) {
              problems.add(each.getFileName() + "#" + part.selector() + ": " + image);
            }
          } catch (ConversionException | IOException e) {
            problems.add(each.getFileName() + "#" + part.selector() + ": " + e.getMessage());
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(pictures).isEqualTo(43);
  }

  @Test
  void showTheirFirstPageAsAPictureOrSayWhyNot() throws Exception {
    int pages = 0;
    for (Path each : documents()) {
      if (each.toString().endsWith(".pdf")) {
        try {
          DocumentImage page = picture(each, "page-image=1");
          assertThat(ImageIO.read(page.content().open())).as(each.toString()).isNotNull();
          pages++;
        } catch (ConversionException e) {
          assertThat(e.message()).as(each.toString()).matches("its? [^\n]+[^.]");
        }
      }
    }
    assertThat(pages).isEqualTo(15);
  }

  private static DocumentImage picture(Path file, String selector) throws Exception {
    PartSelector wanted = PartSelector.parse(selector).orElseThrow();
    List<DocumentImage> images =
        convert(file, ConversionOptions.DEFAULT.withSelector(wanted)).images();
    assertThat(images).hasSize(1);
    return images.get(0);
  }

  @Test
  void giveTheSameTwice() throws Exception {
    for (Path each : documents()) {
      try {
        assertThat(convert(each)).as(each.toString()).isEqualTo(convert(each));
      } catch (ConversionException e) {
        // refused twice
      }
    }
  }

  @Test
  void showTheirHeadingsCellsAndWordsInTheirOrder() throws Exception {
    Path folder = folder();
    List<String> problems = new ArrayList<>();
    Map<String, List<String>> expectations = expectations();
    assertThat(expectations).hasSize(187);
    for (Map.Entry<String, List<String>> each : expectations.entrySet()) {
      String shown;
      try {
        shown = convert(folder.resolve(each.getKey())).markdown();
      } catch (ConversionException e) {
        shown = "! " + e.reason();
      }
      int at = 0;
      for (String piece : each.getValue()) {
        int found = shown.indexOf(piece, at);
        if (found < 0) {
          problems.add(each.getKey() + ": " + piece);
        } else {
          at = found + piece.length();
        }
      }
    }
    if (!problems.isEmpty()) {
      fail("not found, or not in this order:\n" + String.join("\n", problems));
    }
  }

  private static Map<String, List<String>> expectations() throws IOException {
    Map<String, List<String>> expectations = new LinkedHashMap<>();
    List<String> pieces = List.of();
    try (InputStream in = PublishedDocumentsTest.class.getResourceAsStream("expectations.txt");
        var lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("  ")) {
          pieces.add(line.strip());
        } else if (!line.startsWith("#")) {
          pieces = new ArrayList<>();
          expectations.put(line, pieces);
        }
      }
    }
    return expectations;
  }
}
