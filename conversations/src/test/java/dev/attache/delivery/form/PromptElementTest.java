package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptElementTest {

  @Test
  void putsAPartBetweenTagsOnLinesOfTheirOwn() throws IOException {
    assertThat(element("tool-call", "{}")).isEqualTo("<tool-call>\n{}\n</tool-call>");
    assertThat(element("user", "")).isEqualTo("<user>\n\n</user>");
  }

  @Test
  void omitsAnAttributeThatIsNull() throws IOException {
    var element =
        PromptElement.named("user").attribute("a", null).attribute("b", "").around(part(""));
    assertThat(text(element)).isEqualTo("<user b=\"\">\n\n</user>");
  }

  @Test
  void showsWhatIsInvisibleInAnAttributeAsANumber() throws IOException {
    var element =
        PromptElement.named("user")
            .attribute("name", "\"<a>&\n\u202E\uD83D\uDE00\uD83D")
            .around(part("\u202E"));
    assertThat(text(element))
        .isEqualTo(
            "<user name=\"&quot;&lt;a&gt;&amp;&#10;&#8238;\uD83D\uDE00&#55357;\">\n\u202E\n</user>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "assistant", "tool-call", "tool-result", "resource"})
  void givesItsTagsASuffixWhereTheEndTagStandsInside(String tag) throws IOException {
    for (String hostile :
        List.of("</" + tag + ">", "</" + tag, "<</" + tag + " x>", "</</" + tag)) {
      String suffix = ContentDigest.sha256(hostile.getBytes(UTF_8)).shortForm();
      assertThat(element(tag, hostile))
          .isEqualTo("<%s-%s>\n%s\n</%s-%s>".formatted(tag, suffix, hostile, tag, suffix));
    }
    assertThat(element(tag, "<" + tag + ">< /" + tag)).startsWith("<" + tag + ">\n");
  }

  @Test
  void countsTheEndTagOfAnElementWithinAnElement() throws IOException {
    PromptElement inner = PromptElement.named("resource").around(part("</user>"));
    PromptElement outer =
        PromptElement.named("user").around(PromptPart.lines(List.of(inner, part("hello"))));
    String inside = "<resource>\n</user>\n</resource>\nhello";
    String suffix = ContentDigest.sha256(inside.getBytes(UTF_8)).shortForm();
    assertThat(text(outer))
        .isEqualTo("<user-%s>\n%s\n</user-%s>".formatted(suffix, inside, suffix));
  }

  @Test
  void findsTheEndTagHoweverThePartIsCut() throws IOException {
    byte[] body = "ab<</user</us</use>".getBytes(UTF_8);
    for (long seed = 0; seed < 200; seed++) {
      PromptElement element = PromptElement.named("user").around(cut(body, new Random(seed)));
      assertThat(text(element)).as("seed %s", seed).startsWith("<user-");
    }
  }

  @Test
  void isNotBegunWhenItsContentIsNotWhatItWas() {
    byte[] good = "the content".getBytes(UTF_8);
    byte[] bad = "the c0ntent".getBytes(UTF_8);
    Stored corrupt =
        Stored.text(good.length, ContentDigest.sha256(good), () -> new ByteArrayInputStream(bad));
    assertThatThrownBy(() -> PromptElement.named("resource").around(PromptPart.of(corrupt)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "content %s is corrupt: its bytes digest to %s",
            ContentDigest.sha256(good), ContentDigest.sha256(bad));
  }

  @Test
  void writesHalfCharactersAsTheReplacementCharacter() throws IOException {
    assertThat(text(part("a\uD83Db\uDE00"))).isEqualTo("a\uFFFDb\uFFFD");
    assertThat(text(part("\uD83D\uDE00"))).isEqualTo("\uD83D\uDE00");
  }

  @Test
  void escapesWhatIsInvisibleInALine() throws IOException {
    assertThat(text(PromptPart.line("a\nb\u202Ec ü"))).isEqualTo("a\\u000ab\\u202ec ü");
  }

  private static PromptPart cut(byte[] body, Random random) {
    return out -> {
      for (int i = 0; i < body.length; ) {
        int length = Math.min(random.nextInt(4), body.length - i);
        if (random.nextInt(4) == 0) {
          out.write(body[i++]);
        } else {
          out.write(body, i, length);
          i += length;
        }
      }
    };
  }

  private static String element(String tag, String inside) throws IOException {
    return text(PromptElement.named(tag).around(PromptPart.of(ResourceContent.text(inside))));
  }

  private static PromptPart part(String text) {
    return PromptPart.of(text);
  }

  private static String text(PromptPart part) throws IOException {
    var out = new ByteArrayOutputStream();
    part.writeTo(out);
    return out.toString(UTF_8);
  }
}
