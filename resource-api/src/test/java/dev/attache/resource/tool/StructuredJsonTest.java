package dev.attache.resource.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Blob;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StructuredJsonTest {

  private static boolean saysMore(String structured, ContentBlock... blocks) {
    return StructuredJson.saysMore(
        new ToolResponse(List.of(blocks), false, Map.of(), Text.of(structured)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,\"b\":[2]}|{ \"b\": [2], \"a\": 1 }|false",
        "{\"result\":5}|5|false",
        "{\"content\":\"[FILE] a.txt\"}|[FILE] a.txt|false",
        "{\"entities\":[{\"name\":\"x\"}]}|[{\"name\": \"x\"}]|false",
        "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}|hello|false",
        "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"},{\"type\":\"text\",\"text\":\"more\"}]}|hello|true",
        "{\"temperature\":72}|72F and sunny|true",
        "{\"a\":1,\"b\":2}|1|true",
        "{}|done|false",
        "no JSON|done|true",
      })
  void saysMoreThanATextThatIsNotTheSame(String structured, String text, boolean isMore) {
    assertThat(saysMore(structured, TextBlock.of("before"), TextBlock.of(text))).isEqualTo(isMore);
  }

  @Test
  void saysNoMoreThanAPictureThatIsThereOnceMore() {
    var picture =
        new MediaBlock(
            MediaBlock.Kind.IMAGE,
            Blob.of(new byte[] {1, 2, 3}, 0, 3),
            "image/png",
            null,
            Map.of());
    String same =
        "{\"content\":[{\"type\":\"image\",\"data\":\"AQID\",\"mimeType\":\"image/png\"}]}";
    assertThat(saysMore(same, picture)).isFalse();
    assertThat(saysMore(same.replace("AQID", "AQIE"), picture)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"kind\":\"git.status\",\"data\":{\"b\":1},\"summary\":\"1 staged\",\"display\":{\"preferredView\":\"tree\"}}|1 staged\\n\\n{\"b\":1}",
        "{\"kind\":\"x\",\"data\":1,\"summary\":\"S\",\"display\":{\"preferredView\":\"hidden\"}}|S",
        "{\"kind\":\"Bad Kind\",\"data\":1}|{\"kind\":\"Bad Kind\",\"data\":1}",
        "{\"temperature\":72}|{\"temperature\":72}",
        "[\"kind\"]|[\"kind\"]",
      })
  void givesModelsAResultForPeopleAsASummaryAndData(String structured, String text) {
    ToolResponse response = new ToolResponse(List.of(), false, Map.of(), Text.of(structured));
    assertThat(response.given())
        .singleElement()
        .isInstanceOfSatisfying(
            TextBlock.class,
            block -> assertThat(block.text()).isEqualTo(Text.of(text.replace("\\n", "\n"))));
  }
}
