package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.support.json.LenientValues;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of long texts, and the answers to models that say what they have. */
class PagesTest {

  private static final String LONG = lines(1, 5000);

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources();

  private static String lines(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(i -> "line " + i + "\n")
        .collect(Collectors.joining());
  }

  private TestClient client(String... uris) throws IOException {
    return TestClient.of(setting(uris));
  }

  private Setting setting(String... uris) throws IOException {
    return new Setting(directory, uris).handler(sources);
  }

  private static String refresh(TestClient client, String arguments) {
    return text(client.call("refresh_resource", "{" + arguments + "}"));
  }

  private static String text(Map<String, Object> result) {
    List<Map<String, Object>> blocks = LenientValues.objects(result.get("content"));
    assertThat(blocks).hasSize(1);
    assertThat(blocks.get(0)).containsEntry("type", "text").containsOnlyKeys("type", "text");
    return String.valueOf(blocks.get(0).get("text"));
  }

  private static List<String> texts(Map<String, Object> result) {
    List<Map<String, Object>> blocks = LenientValues.objects(result.get("content"));
    assertThat(blocks).isNotNull();
    return blocks.stream().map(block -> String.valueOf(block.get("text"))).toList();
  }

  private static String digest(String answer) {
    return answer.replaceFirst("(?s)[^\n]* (sha256:[0-9a-f]{12}) .*", "$1");
  }

  @Test
  void giveALongTextPieceByPiece() throws IOException {
    sources.put("mem:log", LONG);
    Setting setting = setting("mem:log");
    setting.pageTokens = 2000L;
    try (TestClient client = TestClient.of(setting)) {
      String first = refresh(client, "'uri':'mem:log'");
      assertThat(first)
          .matches(
              "(?s)mem:log sha256:[0-9a-f]{12} lines 1-[0-9]+ of 5000\nline 1\n.*\n"
                  + "More: call refresh_resource with lines \"[0-9]+-\"\\.");
      int next = Integer.parseInt(first.replaceFirst("(?s).*\"([0-9]+)-\"\\.", "$1"));
      assertThat(next).isBetween(300, 800);
      assertThat(first).contains("line " + (next - 1) + "\n").doesNotContain("line " + next + "\n");
      assertThat(refresh(client, "'uri':'mem:log','lines':'" + next + "-'"))
          .contains(" lines " + next + "-", "of 5000\nline " + next + "\n");
      String asked = refresh(client, "'uri':'mem:log','lines':'3000-3100'");
      assertThat(asked)
          .isEqualTo("mem:log " + digest(asked) + " lines 3000-3100 of 5000\n" + lines(3000, 3100));
      assertThat(refresh(client, "'uri':'mem:log','lines':7"))
          .endsWith(" lines 7-7 of 5000\nline 7\n");
      assertThat(refresh(client, "'uri':'mem:log#L3000-L3100'")).isEqualTo(asked);
      assertThat(refresh(client, "'uri':'mem:log'")).as("not unchanged").isEqualTo(first);
    }
  }

  @Test
  void areKnownByTheirOwnDigests() throws IOException {
    sources.put("mem:log", LONG);
    Setting setting = setting("mem:log");
    setting.pageTokens = 2000L;
    try (TestClient client = TestClient.of(setting)) {
      String known = digest(refresh(client, "'uri':'mem:log','lines':'3000-3100'"));
      String again = "'uri':'mem:log','lines':'3000-3100','known':'" + known + "'";
      assertThat(refresh(client, again))
          .isEqualTo("mem:log " + known + " lines 3000-3100 of 5000: unchanged.");
      sources.put("mem:log", LONG + "more\n");
      assertThat(refresh(client, again))
          .isEqualTo("mem:log " + known + " lines 3000-3100 of 5001: unchanged.");
      sources.put("mem:log", "first\n" + LONG);
      assertThat(refresh(client, again)).contains(" of 5001\nline 2999\n");
      String first = digest(refresh(client, "'uri':'mem:log'"));
      assertThat(refresh(client, "'uri':'mem:log','known':'" + first + "'"))
          .matches(
              "mem:log "
                  + first
                  + " lines 1-[0-9]+ of 5001: unchanged\\. More: call refresh_resource with lines \"[0-9]+-\"\\.");
    }
  }

  @Test
  void areNoneOfATextThatTheModelHas() throws IOException {
    sources.put("mem:a", "one\n");
    try (TestClient client = client("mem:a")) {
      assertThat(refresh(client, "'uri':'mem:a'"))
          .isEqualTo("mem:a sha256:2c8b08da5ce6 1 line\none\n");
      for (String known :
          List.of("sha256:2c8b08da5ce6", "2C8B08DA5CE6", "2c8b08da5ce60398e1f19af0e5dccc")) {
        for (int i = 0; i < 3; i++) {
          assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
              .as("also a third time")
              .isEqualTo("mem:a sha256:2c8b08da5ce6 1 line: unchanged.");
        }
      }
      for (String known : List.of("", "sha256:", "2c8b", "sha256:2c8b08da5ce7", "all of it")) {
        assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
            .isEqualTo("mem:a sha256:2c8b08da5ce6 1 line\none\n");
      }
      assertThat(refresh(client, "'uri':'mem:a','known':'sha256:2c8b08da5ce6','force':true"))
          .endsWith("one\n");
    }
  }

  @Test
  void giveADiffFromWhatTheModelHas() throws IOException {
    String one = lines(1, 100);
    sources.put("mem:a", one);
    Setting setting = setting("mem:a");
    setting.pageTokens = 1000L;
    try (TestClient client = TestClient.of(setting)) {
      String known = digest(refresh(client, "'uri':'mem:a'"));
      sources.put("mem:a", one + "more\n");
      assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
          .startsWith("mem:a has changed. Unified diff from " + known + " to sha256:")
          .endsWith("for all of it:\n@@ -98,3 +98,4 @@\n line 98\n line 99\n line 100\n+more\n");
      sources.put("mem:a", one + lines(200, 250));
      assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
          .as("shorter than the content")
          .startsWith("mem:a has changed. Unified diff");
      sources.put("mem:a", lines(300, 400));
      assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
          .as("not shorter")
          .startsWith("mem:a sha256:");
      sources.put("mem:a", lines(1, 2000));
      assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
          .as("longer than a page")
          .contains(" of 2000\nline 1\n");
      assertThat(refresh(client, "'uri':'mem:a'"))
          .as("a page, and no diff that is longer")
          .contains(" of 2000\nline 1\n");
    }
  }

  @Test
  void giveADiffFromWhatWasAttached() throws IOException {
    String one = lines(1, 100);
    sources.put("mem:a", one);
    try (TestClient client = client("mem:a")) {
      client.ask("resources/list", "{}"); // now it is attached
      sources.put("mem:a", one + "more\n");
      String known = ResourceContent.text(one).digest().shortForm();
      assertThat(refresh(client, "'uri':'mem:a','known':'" + known + "'"))
          .startsWith("mem:a has changed. Unified diff from sha256:" + known);
    }
  }

  @Test
  void failWhereThereAreNoSuchLines() throws IOException {
    sources.put("mem:a", "one\ntwo\n");
    sources.put(
        "mem:b", MemorySources.resource("mem:b", ResourceContent.blob(new byte[] {0, 1, 2})));
    try (TestClient client = client("mem:a", "mem:b")) {
      assertThat(failure(client, "'uri':'mem:a','lines':'3-'"))
          .isEqualTo("The argument lines (3-) begins after the end: mem:a has 2 lines.");
      assertThat(failure(client, "'uri':'mem:b','lines':'1-2'"))
          .isEqualTo("mem:b is not text, so it has no lines.");
      assertThat(failure(client, "'uri':'mem:a','lines':'some'"))
          .isEqualTo("The argument lines must be a range of lines, such as 3000-3100 or 3000-.");
      assertThat(failure(client, "'uri':'mem:a','lines':0")).startsWith("The argument lines must");
      assertThat(failure(client, "'uri':'mem:a','known':7"))
          .isEqualTo(
              "The argument known must be a string: the digest of what you have, such as"
                  + " sha256:9acc50fd076f.");
    }
  }

  private static String failure(TestClient client, String arguments) {
    Map<String, Object> result = client.call("refresh_resource", "{" + arguments + "}");
    assertThat(result)
        .containsEntry("isError", true)
        .containsEntry("_meta", Map.of("computer.jp/error", Map.of("kind", "invalid-arguments")));
    return text(result);
  }

  @Test
  void nameNoCallsOfOurs() throws IOException {
    sources.put("mem:a", "one");
    try (TestClient client = client("mem:a")) {
      refresh(client, "'uri':'mem:a'");
      sources.put("mem:a", new Resource[0]);
      assertThat(text(client.call("refresh_resource", "{'uri':'mem:a'}")))
          .isEqualTo(
              "mem:a is gone: nothing is there any more. What was attached stays as it was.");
    }
  }

  @Test
  void areSmallerForClientsThatCut() throws IOException {
    sources.put("mem:log", LONG);
    try (TestClient client = TestClient.silent(setting("mem:log")).begin("codex-mcp-client")) {
      assertThat(refresh(client, "'uri':'mem:log'")).hasSizeBetween(7_000, 8_200);
    }
    try (TestClient client =
        TestClient.silent(setting("mem:log")).begin("gemini-cli-mcp-client-x")) {
      assertThat(refresh(client, "'uri':'mem:log'")).hasSizeBetween(20_000, 36_200);
    }
    try (TestClient client = TestClient.silent(setting("mem:log")).begin("opencode")) {
      assertThat(refresh(client, "'uri':'mem:log'").lines().count()).isLessThanOrEqualTo(1_902);
    }
  }

  @Test
  void holdAllThatOneCallReturns() throws IOException {
    Setting setting = new Setting(directory, "src");
    Files.createDirectory(setting.workspace.resolve("src"));
    for (int i = 1; i <= 9; i++) {
      setting.file("src/" + i, lines(1, 90));
    }
    setting.pageTokens = 1000L;
    try (TestClient client = TestClient.of(setting)) {
      for (int i = 1; i <= 9; i++) {
        refresh(client, "'uri':'src/" + i + "'");
        setting.file("src/" + i, lines(1, 70) + lines(100, 105));
      }
      List<String> texts = texts(client.call("refresh_resource", "{'uri':'src'}"));
      assertThat(texts).hasSize(9);
      assertThat(texts.get(0)).startsWith("src/1 has changed since I returned it");
      assertThat(texts.get(8))
          .isEqualTo(
              "src/9 is not included, to keep this answer short; call refresh_resource for it.");
      assertThat(TokenEstimator.standard().count(String.join("\n", texts))).isLessThan(1200);
    }
  }

  @Test
  void areSmallerForClientsThatCutWhateverIsSet() throws IOException {
    sources.put("mem:log", LONG);
    sources.put("mem:quotes", "\"\n".repeat(9_000));
    Setting setting = setting("mem:log", "mem:quotes");
    setting.pageTokens = 9_000L;
    try (TestClient client = TestClient.silent(setting).begin("codex-mcp-client")) {
      assertThat(refresh(client, "'uri':'mem:log'")).hasSizeBetween(7_000, 8_200);
      assertThat(refresh(client, "'uri':'mem:quotes'"))
          .as("8,000 bytes in JSON")
          .hasSizeBetween(3_900, 4_200);
    }
  }

  @Test
  void areNoneOfImages() throws IOException {
    byte[] bytes = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0};
    Resource image =
        Resource.builder(ResourceUri.of("mem:pic"), ResourceContent.blob(bytes))
            .mimeType("image/png")
            .build();
    sources.put("mem:pic", image);
    try (TestClient client = client("mem:pic")) {
      client.ask("resources/read", "{'uri':'mem:pic'}");
      String digest = "sha256:" + image.content().digest().shortForm();
      for (int i = 0; i < 3; i++) {
        assertThat(client.call("refresh_resource", "{'uri':'mem:pic'}"))
            .as("an image that was given does not count as known")
            .hasToString(
                "{content=[{type=text, text=mem:pic "
                    + digest
                    + " image/png 9 bytes}, {type=image, mimeType=image/png, data="
                    + Base64.getEncoder().encodeToString(bytes)
                    + "}]}");
      }
      assertThat(refresh(client, "'uri':'mem:pic','known':'" + digest + "'"))
          .isEqualTo("mem:pic " + digest + " image/png 9 bytes: unchanged.");
    }
  }
}
