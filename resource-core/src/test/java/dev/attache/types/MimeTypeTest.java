package dev.attache.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.types.text.TextEncoding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MimeTypeTest {
  private static String read(String text) {
    return MimeType.parse(text).map(MimeType::toString).orElse("none");
  }

  private static String readHeader(String value) {
    return MimeType.parseHeader(value).map(MimeType::toString).orElse("none");
  }

  private static MimeType type(String text) {
    return MimeType.parse(text).orElseThrow();
  }

  @Test
  void readsAsTheTestsOfTheStandardHaveIt() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    var cases = new ObjectMapper().readTree(Path.of(vectors, "mime/wpt-mime-types.json").toFile());
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (JsonNode one : cases) {
      if (one.isObject()) {
        count++;
        wrong.addAll(wrongIn(one));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(count).isEqualTo(71);
  }

  private static List<String> wrongIn(JsonNode one) {
    String input = one.get("input").asText();
    MimeType type = MimeType.parse(input).orElse(null);
    List<String> wrong = new ArrayList<>();
    if (!String.valueOf(type).equals(one.get("output").asText("null"))) {
      wrong.add(input + " was read as " + type);
    }
    String expected = one.path("encoding").asText("null");
    if (one.has("encoding") && !String.valueOf(encoding(type)).equals(expected)) {
      wrong.add(input + " has the encoding " + encoding(type));
    }
    return wrong;
  }

  private static @Nullable String encoding(@Nullable MimeType type) {
    String label = type == null ? null : type.parameter("charset").orElse(null);
    TextEncoding encoding = label == null ? null : TextEncoding.parse(label);
    return encoding == null ? null : encoding.name();
  }

  @Test
  void hasAnEssenceAndParameters() {
    var type = type(" Text/HTML ; Charset=\"utf-8\"; q=1;charset=latin1;bad name=x");
    assertThat(type.essence()).isEqualTo("text/html");
    assertThat(type.parameter("charset")).contains("utf-8");
    assertThat(type.parameter("level")).isEmpty();
    assertThat(type.parameters()).containsExactly(entry("charset", "utf-8"), entry("q", "1"));
    assertThat(type).hasToString("text/html;charset=utf-8;q=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text/html;a=\"b;c\";d=e | text/html;a=\"b;c\";d=e",
        "text/html;a=\"b\\\"c\" | text/html;a=\"b\\\"c\"",
        "text/html;a=b c | text/html;a=\"b c\"",
        "text/html;a=\"\" | text/html;a=\"\"",
        "text/html;=x;a=b | text/html;a=b",
        "text/html;; | text/html",
        "text/html, text/plain | none",
        "text/html;a=b, text/plain | text/html;a=\"b, text/plain\"",
        "image/* | image/*",
        "text | none",
        "/html | none",
        "text/ ;a=b | none",
        "te xt/html | none",
        "te\u212Axt/html | none",
      })
  void readsOneType(String text, String expected) {
    assertThat(read(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text/plain, text/html | text/html",
        "text/plain;charset=gbk, text/html | text/html",
        "text/html;charset=gbk;a=b, text/html;x=y | text/html;x=y;charset=gbk",
        "text/html;charset=gbk, text/plain, text/html | text/html",
        "text/html;charset=gbk, text/html;charset=koi8-r | text/html;charset=koi8-r",
        "text/html;charset=gbk, text/html;charset=koi8-r, text/html | text/html;charset=gbk",
        "text/html, text/html;charset=gbk, text/html | text/html",
        "text/html, */* | text/html",
        "text/html, cannot-parse | text/html",
        "text/html, | text/html",
        ",text/html | text/html",
        "text/html, text/ | text/html",
        "text/html;charset=gbk,text/html | text/html;charset=gbk",
        "text/html;a=\"b,text/plain\" | text/html;a=\"b,text/plain\"",
        "text/html;a=\"b\\\",text/plain\" | text/html;a=\"b\\\",text/plain\"",
        "text/html;a=\", text/plain | text/html;a=\", text/plain\"",
        "text/html;\\\",\",text/plain | text/plain",
        "*/* | none",
        ", | none",
        "nonsense, more/ | none",
      })
  void readsTheLastOfSeveralHeaders(String value, String expected) {
    assertThat(readHeader(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "\"", "\\", ",,,", "\"\\"})
  void findsNothingInWhatIsNone(String value) {
    assertThat(MimeType.parse(value)).isEmpty();
    assertThat(MimeType.parseHeader(value)).isEmpty();
    assertThat(MimeType.parseHeader(null)).isEmpty();
  }

  @Test
  void equalsWhatHasTheSameEssenceAndParameters() {
    assertThat(type("a/b;c=d")).isEqualTo(type("A/B; C=\"d\""));
    assertThat(type("a/b;c=d")).hasSameHashCodeAs(type("A/B; C=\"d\""));
    assertThat(type("a/b;c=d")).isNotEqualTo(type("a/b"));
  }

  @Test
  void readsBackWhatItWrites() {
    var random = new Random(7);
    String characters = "ab/;=\",\\ \t*\u00ff\u0100\u000b1";
    int read = 0;
    for (int i = 0; i < 50_000; i++) {
      var text = new StringBuilder(i % 2 == 0 ? "a/b;" : "");
      for (int n = random.nextInt(14); n > 0; n--) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      var type = MimeType.parse(text.toString());
      if (type.isPresent()) {
        read++;
        assertThat(MimeType.parse(type.get().toString())).isEqualTo(type);
      }
    }
    assertThat(read).isGreaterThan(10_000);
  }

  @Test
  void readsEachHeaderByItselfHoweverManyCameBefore() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(MimeType.parseHeader("text/x" + i + "; charset=c" + i))
            .map(MimeType::toString)
            .contains("text/x" + i + ";charset=c" + i);
        assertThat(MimeType.parseHeader("no type " + i)).isEmpty();
        assertThat(MimeType.parseHeader("text/x; a=" + "b".repeat(i)))
            .map(type -> type.parameter("a").orElse(""))
            .contains("b".repeat(i));
      }
    }
  }
}
