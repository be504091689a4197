package dev.attache.types.tika;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.types.TypeDetector;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tika.detect.Detector;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.mime.MediaType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TikaTypeRulesTest {

  private static final String ZORK =
      """
      <mime-info>
        <mime-type type="application/x-zork">
          <sub-class-of type="text/plain"/>
          <glob pattern="*.zork"/>
          <magic priority="60"><match value="GRUE" type="string" offset="0"/></magic>
        </mime-type>
      </mime-info>
      """;

  @TempDir Path directory;

  private void custom(String xml) throws IOException {
    Path file = directory.resolve(TikaTypeRules.CUSTOM);
    Files.createDirectories(file.getParent());
    Files.writeString(file, xml);
  }

  private TikaTypeRules rules() throws IOException {
    return new TikaTypeRules(
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, TikaTypeRulesTest.class.getClassLoader()));
  }

  private static @Nullable String type(TikaTypeRules rules, String name, String content) {
    byte[] bytes = content.getBytes(UTF_8);
    return rules.typeOf(name, bytes, bytes.length);
  }

  @Test
  void knowNothingWhenNobodyHasTaughtTika() throws IOException {
    TikaTypeRules rules = rules();
    assertThat(type(rules, "a.zork", "x")).isNull();
    assertThat(type(rules, "a.png", "x")).isNull();
    assertThat(rules.problem()).isNull();
  }

  @Test
  void knowTheTypesOfACustomFileByNameAndByContent() throws IOException {
    custom(ZORK);
    TikaTypeRules rules = rules();
    assertThat(type(rules, "a.zork", "x")).isEqualTo("application/x-zork");
    assertThat(type(rules, "dir/b", "GRUE is here")).isEqualTo("application/x-zork");
    assertThat(rules.typeOf(null, "GRUE".getBytes(UTF_8), 4)).isEqualTo("application/x-zork");
    assertThat(rules.typeOf(null, "GRUE".getBytes(UTF_8), 3)).isNull();
  }

  @Test
  void leaveAllElseToAttache() throws IOException {
    custom(ZORK);
    TikaTypeRules rules = rules();
    for (String name : new String[] {"a.png", "Main.java", "x.html", "README", "pom.xml", ""}) {
      assertThat(type(rules, name, "<?xml version='1.0'?><a/>")).isNull();
      assertThat(type(rules, name, "")).isNull();
    }
  }

  @Test
  void knowWhatDetectorsFind() throws IOException {
    Path services = directory.resolve("META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve(Detector.class.getName()), AdventureDetector.class.getName() + "\n");
    assertThat(type(rules(), "saved", "XYZZY and more")).isEqualTo("application/x-adventure");
    assertThat(type(rules(), "saved", "plugh")).isNull();
    assertThat(type(rules(), "saved", "BROKEN")).isNull();
  }

  /** Finds what begins with a magic word. */
  public static final class AdventureDetector implements Detector {
    private static final long serialVersionUID = 1;

    @Override
    public MediaType detect(InputStream input, Metadata metadata) throws IOException {
      input.mark(6);
      String word = new String(input.readNBytes(6), UTF_8);
      input.reset();
      if (word.equals("BROKEN")) {
        throw new IOException("broken");
      }
      return word.startsWith("XYZZY")
          ? MediaType.application("x-adventure")
          : MediaType.OCTET_STREAM;
    }
  }

  @Test
  void sayWhatIsWrongWithACustomFile() throws IOException {
    custom("<mime-info><mime-type");
    TikaTypeRules rules = rules();
    assertThat(type(rules, "a.zork", "x")).isNull();
    assertThat(rules.problem())
        .startsWith("the types that Tika was taught are not used: custom-mimetypes.xml: ");
  }

  @Test
  void sayThatTheFileOfThePropertyIsNotThere() throws IOException {
    System.setProperty(TikaTypeRules.PROPERTY, "/no/such/file.xml");
    try {
      assertThat(rules().problem())
          .isEqualTo(
              "the types that Tika was taught are not used: tika.custom-mimetypes"
                  + " (/no/such/file.xml) is not a readable file");
    } finally {
      System.clearProperty(TikaTypeRules.PROPERTY);
    }
  }

  @Test
  @Tag("process")
  void loadNoClassOfTikaUnlessItWasTaught() throws Exception {
    assertThat(loaded())
        .contains("dev.attache.types.tika.TikaTypeRules")
        .doesNotContain("tika.mime");
    custom(ZORK);
    assertThat(loaded()).contains("org.apache.tika.mime.MimeTypes").contains("application/x-zork");
  }

  private String loaded() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + directory,
                DetectingMain.class.getName(),
                "a.zork")
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** Prints the type of a text of some name. */
  public static final class DetectingMain {
    private DetectingMain() {}

    public static void main(String[] arguments) {
      byte[] text = "text".getBytes(UTF_8);
      System.out.println(
          TypeDetector.standard().decide(null, arguments[0], text, text.length, true).chosen());
    }
  }
}
