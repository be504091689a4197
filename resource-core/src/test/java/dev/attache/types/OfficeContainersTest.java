package dev.attache.types;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OfficeContainersTest {

  private static final String WORD =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

  private static final String PROTECTED = "application/x-tika-ooxml-protected";

  private static final String OFFICE =
      "(?i).*\\.(docx|docm|dotx|dotm|doc|dot|xlsx|xlsm|xltx|xltm|xlsb|xlam|xls|xlt|pptx|pptm|potx"
          + "|potm|ppsx|ppsm|ppt|pot|pps|msg|odt|ods|odp|ott|epub)";

  /** Encrypted ones are what their name says; nothing else can tell. */
  private static final List<String> ENCRYPTED =
      List.of("protect.xlsx", "protected_normal_case.docx", "testPPT_protected_passtika.pptx");

  private static String typeOf(@Nullable String name, byte[] bytes) {
    return TypeDetector.standard().decide(null, name, bytes, bytes.length, false).chosen();
  }

  private static List<Path> documents() throws IOException {
    Path all = Path.of(System.getProperty("attache.vectors", "none"), "documents");
    assumeTrue(Files.isDirectory(all), "-Dattache.vectors=DIR has documents");
    try (Stream<Path> files = Files.list(all)) {
      return files.filter(each -> each.getFileName().toString().matches(OFFICE)).sorted().toList();
    }
  }

  @Test
  void haveWithoutANameTheTypeThatTheyHaveWithIt() throws IOException {
    var others = new TreeMap<String, String>();
    List<Path> all = documents();
    for (Path each : all) {
      byte[] bytes = Files.readAllBytes(each);
      String name = each.getFileName().toString();
      String type = typeOf(null, bytes);
      if (!type.equals(typeOf(name, bytes))) {
        others.put(name, type + " for " + typeOf(name, bytes));
      }
    }
    assertThat(all).hasSizeGreaterThan(100);
    assertThat(others.keySet()).containsExactlyElementsOf(ENCRYPTED);
    assertThat(others.values())
        .allMatch(each -> each.startsWith(PROTECTED + " for application/vnd."));
  }

  @Test
  void canBeCutOrDamagedAnywhere() throws IOException {
    var random = new Random(25);
    for (Path each : documents()) {
      byte[] bytes = Files.readAllBytes(each);
      for (int i = 0; i < 20; i++) {
        byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length) + 1);
        for (int j = random.nextInt(20); j > 0 && cut.length > 8; j--) {
          cut[8 + random.nextInt(Math.min(cut.length - 8, 4096))] = (byte) random.nextInt();
          cut[cut.length - 1 - random.nextInt(Math.min(cut.length - 8, 600))] =
              (byte) random.nextInt();
        }
        assertThat(typeOf(null, cut)).isNotEmpty();
      }
    }
  }

  @Test
  void mayHaveADirectoryThatIsEndlessOrACircle() {
    var file = ByteBuffer.allocate(1 << 22).order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(0, 0xe11ab1a1e011cfd0L).putShort(30, (short) 9);
    file.putInt(48, 1).putInt(76, 0); // a table that says of each sector that the next one follows
    for (int i = 0; i < 128; i++) {
      file.putInt(512 + 4 * i, i == 127 ? 1 : i + 1);
    }
    file.putInt(1024 + 76, 1);
    for (int i = 0; i < 4 * 127; i++) {
      int entry = 1024 + 128 * i;
      file.putInt(entry + 68, (i * 31 + 1) & 0xffff).putInt(entry + 72, i + 1);
    }
    assertThat(typeOf(null, file.array())).isEqualTo("application/x-tika-msoffice");
  }

  private static byte[] zip(Map<String, String> entries) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> each : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey()));
        zip.write(each.getValue().getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static String types(String main) {
    return "<Types><Default Extension='xlsx' ContentType='application/vnd.openxmlformats-officedocum"
        + "ent.spreadsheetml.sheet'/><Override PartName='/x' ContentType='"
        + main
        + "'/></Types>";
  }

  @Test
  void areFoundByTheListOfTheirPartsWhereverItStands() throws IOException {
    byte[] zip =
        zip(
            new TreeMap<>(
                Map.of(
                    "A/long.xml",
                    "x".repeat(9),
                    "[Content_Types].xml",
                    types(WORD + ".main+xml"))));
    assertThat(typeOf(null, zip)).isEqualTo(WORD);
    assertThat(typeOf("report", zip)).isEqualTo(WORD);
    assertThat(typeOf("report.zip", zip)).isEqualTo("application/zip");
    assertThat(typeOf("report.docx", zip)).isEqualTo(WORD);
    assertThat(typeOf(null, Arrays.copyOf(zip, zip.length - 1))).isEqualTo("application/zip");
  }

  @Test
  void haveTheirTypesAsTikaSpellsThem() throws IOException {
    Map<String, String> spelled =
        Map.of(
            "application/vnd.ms-word.document.macroEnabled.main+xml",
            "application/vnd.ms-word.document.macroenabled.12",
            "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
            "application/vnd.ms-word.template.macroenabled.12",
            "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
            "application/vnd.ms-excel.sheet.macroenabled.12",
            "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
            "application/vnd.ms-excel.sheet.binary.macroenabled.12",
            "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
            "application/vnd.ms-powerpoint.slideshow.macroenabled.12");
    for (Map.Entry<String, String> each : spelled.entrySet()) {
      assertThat(typeOf(null, zip(Map.of("[Content_Types].xml", types(each.getKey())))))
          .isEqualTo(each.getValue());
    }
  }

  @Test
  void areBooksWhoseTypeIsNotWhereItShouldBe() throws IOException {
    Map<String, String> book =
        Map.of("META-INF/container.xml", "x", "mimetype", "application/epub+zip\n");
    assertThat(typeOf(null, zip(new TreeMap<>(book)))).isEqualTo("application/epub+zip");
    assertThat(typeOf(null, zip(Map.of("mimetype", "text/html")))).isEqualTo("application/zip");
  }

  @Test
  void areNotSeenInOtherArchives() throws IOException {
    assertThat(typeOf(null, zip(Map.of("a.txt", "x", "b.txt", "y")))).isEqualTo("application/zip");
    assertThat(typeOf(null, zip(Map.of("in/[Content_Types].xml", types(WORD + ".main+xml")))))
        .isEqualTo("application/zip");
    byte[] bomb =
        zip(Map.of("[Content_Types].xml", " ".repeat(9 << 20) + types(WORD + ".main+xml")));
    assertThat(typeOf(null, bomb)).isEqualTo("application/x-tika-ooxml");
  }
}
