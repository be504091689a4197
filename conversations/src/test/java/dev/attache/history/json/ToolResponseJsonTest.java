package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.OtherBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ToolResponse;
import dev.attache.history.json.ToolResponseJson.Parsed;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.Text;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolResponseJsonTest {

  /** Knows {@code file}: dots are resolved, relative paths refused, and queries, too. */
  private static ResourceUri canonicalize(String uri) throws ResourceException {
    if (uri.startsWith("file:") && uri.contains("?")) {
      throw ResourceException.of(
          ResourceException.Kind.INVALID_URI, uri, "file URIs must not have a query: " + uri);
    }
    if (uri.startsWith("file:")) {
      return ResourceUri.parse(uri.replace("/./", "/"))
          .orElseThrow(
              () -> ResourceException.of(ResourceException.Kind.INVALID_URI, uri, "no URI"));
    }
    if (!uri.contains(":")) {
      throw ResourceException.of(
          ResourceException.Kind.INVALID_URI, uri, "uri (" + uri + ") must have a scheme");
    }
    throw ResourceException.of(
        ResourceException.Kind.UNSUPPORTED_SCHEME, uri, "no handler knows the scheme");
  }

  private static Parsed parse(byte[] printed) {
    return ToolResponseJson.parse(printed, ToolResponseJsonTest::canonicalize);
  }

  private static Parsed parse(String printed) {
    return parse(printed.replace('\'', '"').getBytes(UTF_8));
  }

  private static ContentBlock block(String json) {
    Parsed parsed = parse("{'content':[" + json + "]}");
    assertThat(parsed.problems()).isEmpty();
    assertThat(parsed.response().content()).hasSize(1);
    return parsed.response().content().get(0);
  }

  @Test
  void readsTextBlocks() {
    assertThat(block("{'type':'text','text':'Check succeeded.'}"))
        .isEqualTo(TextBlock.of("Check succeeded."));
    assertThat(
            block(
                "{'type':'text','text':'# a','mimeType':'text/markdown',"
                    + "'annotations':{'audience':['user'],'priority':null},'later':1}"))
        .isEqualTo(
            new TextBlock(
                ResourceContent.text("# a"),
                "text/markdown",
                new Annotations(Set.of(Role.USER), null, null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '|',
      value = {
        "{'content':'boom','is_error':true}; true",
        "{'isError':true,'content':'boom'}; true",
        "{'content':'boom','is_error':false}; false",
      })
  void readsTheOldFormWithOneTextForAll(String printed, boolean isError) {
    assertThat(parse(printed))
        .isEqualTo(
            new Parsed(
                new ToolResponse(List.of(TextBlock.of("boom")), isError, Map.of()), List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":\"boom\"}",
        "{\"content\":\"boom\",\"is_error\":\"true\"}",
        "{\"content\":1,\"isError\":true}"
      })
  void takesOtherObjectsWithAContentForTexts(String printed) {
    assertThat(parse(printed))
        .isEqualTo(new Parsed(ToolResponse.of(TextBlock.of(printed)), List.of()));
  }

  @Test
  void readsResourcesUnderCanonicalUris() {
    assertThat(
            block(
                "{'type':'resource','resource':{'uri':'file:///w/./a.rs','mimeType':'text/rust',"
                    + "'text':'fn main() {}','name':'a.rs','title':null,'_meta':{'k':[1]}}}"))
        .isEqualTo(
            ResourceBlock.of(
                Resource.builder(
                        ResourceUri.of("file:///w/a.rs"), ResourceContent.text("fn main() {}"))
                    .mimeType("text/rust")
                    .name("a.rs")
                    .meta("k", List.of(1))
                    .build()));
  }

  @Test
  void readsBlobs() {
    var block = (ResourceBlock) block("{'type':'resource','resource':{'uri':'x:a','blob':'AAEC'}}");
    assertThat(block.resource().content()).isEqualTo(ResourceContent.blob(new byte[] {0, 1, 2}));
  }

  @Test
  void takesTheFormattedFormBesideTheResourceOrInIt() {
    String inside = "{'type':'resource','resource':{'uri':'x:a','text':'raw','formatted':'in'}}";
    var both =
        (ResourceBlock) block(inside.substring(0, inside.length() - 1) + ",'formatted':'by'}");
    assertThat(both.formatted()).isEqualTo(ResourceContent.text("by"));
    assertThat(both.resource().formatted()).isNull();
    assertThat(both.resource().content()).isEqualTo(ResourceContent.text("raw"));
    assertThat(((ResourceBlock) block(inside)).formatted()).isEqualTo(ResourceContent.text("in"));
  }

  @Test
  void takesAnnotationsAndMetaFromBesideTheResourceWhereItHasNone() {
    var block =
        (ResourceBlock)
            block(
                "{'type':'resource','annotations':{'priority':0.5},'_meta':{'a':1,'b':2},"
                    + "'resource':{'uri':'x:a','text':'','_meta':{'b':3}}}");
    assertThat(block.resource().annotations()).isEqualTo(new Annotations(Set.of(), 0.5, null));
    assertThat(block.resource().meta()).isEqualTo(Map.of("b", 3, "a", 1));
    var both =
        (ResourceBlock)
            block(
                "{'type':'resource','annotations':{'priority':0.5},'resource':{'uri':'x:a',"
                    + "'text':'','annotations':{'priority':1}}}");
    assertThat(both.resource().annotations()).isEqualTo(new Annotations(Set.of(), 1.0, null));
  }

  @Test
  void keepsBlocksOfOtherTypesWhole() {
    assertThat(block("{ 'type' : 'question', 'question': {'id':'q','schema':{'type':'boolean'}} }"))
        .isEqualTo(
            new OtherBlock(
                "question",
                ResourceContent.text(
                    "{'type':'question','question':{'id':'q','schema':{'type':'boolean'}}}"
                        .replace('\'', '"'))));
    assertThat(((OtherBlock) block("{'type':'image','data':'AA==','x':1.50}")).type())
        .isEqualTo("image");
  }

  @Test
  void readsErrorsWithTheirMeta() {
    Parsed parsed =
        parse(
            "{'content':[{'type':'text','text':'gone'}],'isError':true,"
                + "'_meta':{'computer.jp/error':{'transient':true,'trace':['io']}}}");
    assertThat(parsed)
        .isEqualTo(
            new Parsed(
                new ToolResponse(
                    List.of(TextBlock.of("gone")),
                    true,
                    Map.of("computer.jp/error", Map.of("transient", true, "trace", List.of("io")))),
                List.of()));
    assertThat(parse("{'content':[],'is_error':true,'_meta':null}"))
        .isEqualTo(new Parsed(new ToolResponse(List.of(), true, Map.of()), List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ok\n",
        " {'content':'text','is_error':null}",
        "{'result':1}",
        "[{'type':'text','text':'a'}]",
        "{'content':{}}",
        "{ fn main() }",
        "\ufeffplain",
        "null"
      })
  void takesAllElseAsOneText(String printed) {
    String text = printed.replace('\'', '"');
    assertThat(parse(text)).isEqualTo(new Parsed(ToolResponse.of(TextBlock.of(text)), List.of()));
  }

  @Test
  void readsWhatAMarkComesBefore() {
    assertThat(parse("\ufeff {'content':[{'type':'text','text':'a'}]}").response())
        .isEqualTo(ToolResponse.of(TextBlock.of("a")));
  }

  @Test
  void takesWhatIsNotUtf8AsATextAndSaysSo() {
    assertThat(parse(new byte[] {'a', (byte) 0xe9, 'b'}))
        .isEqualTo(
            new Parsed(
                ToolResponse.of(TextBlock.of("a\ufffdb")),
                List.of("the output is not all UTF-8; what is not stands there as \ufffd")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1                                  | it must be an object",
        "{'text':'a'}                       | /type is missing",
        "{'type':1}                         | /type must be a string",
        "{'type':'text'}                    | /text is missing",
        "{'type':'text','text':7}           | /text must be a string",
        "{'type':'text','text':'','annotations':{'priority':2}} | /annotations/priority must be a"
            + " number between 0 and 1",
        "{'type':'resource'}                | /resource is missing",
        "{'type':'resource','resource':[]}  | /resource must be an object",
        "{'type':'resource','resource':{'text':''}}                     | /resource/uri is missing",
        "{'type':'resource','resource':{'uri':'x:a'}}                   | /resource must have text"
            + " or blob",
        "{'type':'resource','resource':{'uri':'x:a','text':'','blob':''}} | /resource must have"
            + " text or blob, not both",
        "{'type':'resource','resource':{'uri':'x:a','blob':'AA*A'}}        | /resource/blob is not"
            + " base64: Illegal base64 character 2a",
        "{'type':'resource','resource':{'uri':'a.txt','text':''}}       | /resource/uri: uri"
            + " (a.txt) must have a scheme",
        "{'type':'resource','resource':{'uri':'x:a','text':'','_meta':3}} | /resource/_meta must be"
            + " an object",
        "{'type':'resource','resource':{'uri':'x:a','text':''},'formatted':3} | /formatted must be"
            + " a string",
      })
  void leavesOutAMalformedBlockAndKeepsTheOthers(String json, String reason) {
    assertThat(parse("{'content':[{'type':'text','text':'a'}," + json + "]}"))
        .isEqualTo(
            new Parsed(
                ToolResponse.of(TextBlock.of("a")), List.of("block 1 is left out: " + reason)));
  }

  @Test
  void keepsAUriThatNoHandlerKnows() {
    var block =
        (ResourceBlock) block("{'type':'resource','resource':{'uri':'db://t/./1','text':''}}");
    assertThat(block.resource().uri()).isEqualTo(ResourceUri.of("db://t/./1"));
  }

  @Test
  void keepsAUriThatItsHandlerRefusesAndSaysSo() {
    Parsed parsed =
        parse("{'content':[{'type':'resource','resource':{'uri':'file:///a?b','text':''}}]}");
    assertThat(((ResourceBlock) parsed.response().content().get(0)).resource().uri())
        .isEqualTo(ResourceUri.of("file:///a?b"));
    assertThat(parsed.problems())
        .containsExactly(
            "block 0: its URI stays as it is: file URIs must not have a query: file:///a?b");
  }

  @Test
  void namesWhatIsNotKept() {
    assertThat(
            parse(
                    "{'content':[{'type':'text','text':'a','_meta':{}}],'structuredContent':{'a':1},'new\\n"
                        + "key':1,'none':null,'isError':'yes','_meta':[]}")
                .problems())
        .containsExactly(
            "block 0: _meta of a text is not kept",
            "isError is not kept: it must be true or false",
            "_meta is not kept: /_meta must be an object",
            "structuredContent is not kept",
            "new\\u000akey is not kept");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'a':1,'b':[2.5]} | { \\'b\\': [2.5], \\'a\\': 1 } | true",
        "{'a':1}           | {\\'a\\':2}                    | false",
        "{'a':1}           | a is 1                         | false",
        "{'result':'done'} | done                           | true",
        "{'result':[1]}    | [1]                            | true",
        "{'result':'done'} | {\\'result\\':\\'done\\'}      | true",
        "{'result':'done'} | other                          | false",
        "{'result':'done','more':1} | done                  | false",
      })
  void saysNothingOfStructuredContentThatATextSays(String json, String text, boolean isSaid) {
    assertThat(
            parse(
                    "{'content':[{'type':'text','text':'"
                        + text
                        + "'}],'structuredContent':"
                        + json
                        + "}")
                .problems())
        .isEqualTo(isSaid ? List.of() : List.of("structuredContent is not kept"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{'type':'text'}]"})
  void givesStructuredContentAsATextWhereThereIsNoContent(String content) {
    Parsed parsed =
        parse("{'content':" + content + ",'structuredContent':{ 'a': [1.50, '\u2028'] }}");
    assertThat(parsed.response())
        .isEqualTo(
            ToolResponse.of(
                new TextBlock(
                    ResourceContent.text("{\"a\":[1.50,\"\\u2028\"]}"), "application/json", null)));
    assertThat(parsed.problems())
        .last()
        .isEqualTo("structuredContent is given as a text, for there is no content");
    assertThat(parse("{'content':[],'structuredContent':null}").response().content()).isEmpty();
    ToolResponseJson.Parsed alone = parse("{'structuredContent':{'a':1},'isError':true}");
    assertThat(alone.response().content())
        .containsExactly(new TextBlock(Text.of("{\"a\":1}"), "application/json", null));
    assertThat(alone.response().isError()).isTrue();
    String other = "{'structuredContent':{'a':1},'of':'something else'}";
    assertThat(parse(other).response().content())
        .containsExactly(TextBlock.of(other.replace('\'', '"')));
  }

  @Test
  void takesAnObjectWithAKeyTwiceAsAText() {
    String printed = "{\"content\":[],\"content\":[]}";
    assertThat(parse(printed))
        .isEqualTo(
            new Parsed(
                ToolResponse.of(TextBlock.of(printed)),
                List.of(
                    "the output is taken as a text, for its JSON cannot be read: key \"content\""
                        + " stands twice (at character 25)")));
  }

  @Test
  void takesWhatIsNestedTooDeepAsAText() {
    String printed = "{\"content\":[],\"a\":" + "[".repeat(100_000);
    Parsed parsed = parse(printed);
    assertThat(parsed.response()).isEqualTo(ToolResponse.of(TextBlock.of(printed)));
    assertThat(parsed.problems()).hasSize(1);
    assertThat(parsed.problems().get(0))
        .startsWith(
            "the output is taken as a text, for its JSON cannot be read: it is nested too deep");
  }

  @Test
  void whateverIsReadFitsIntoAHistory() throws IOException {
    int deepest = 0;
    for (int depth = 490; depth < 530; depth++) {
      String meta = "{'a':" + "[".repeat(depth) + "]".repeat(depth) + "}";
      Parsed parsed =
          parse(
              "{'content':[{'type':'resource','resource':{'uri':'x:a','text':'','_meta':"
                  + meta
                  + "}}]}");
      EventJson.write(
          new ConversationEvent.ToolResult(Instant.EPOCH, 0, "c", "t", parsed.response()));
      deepest = parsed.problems().isEmpty() ? depth : deepest;
    }
    assertThat(deepest).isEqualTo(495);
  }

  @Test
  void putsAMarkInPlaceOfHalvesOfCharacters() {
    Parsed parsed =
        parse(
            "{'content':[{'type':'text','text':'a\\ud83d'},{'type':'resource',"
                + "'resource':{'uri':'x:a','text':'\\udc00b\\ud83d\\ude00'}}]}");
    assertThat(parsed.response())
        .isEqualTo(
            ToolResponse.of(
                TextBlock.of("a\ufffd"),
                ResourceBlock.of(
                    Resource.builder(
                            ResourceUri.of("x:a"), ResourceContent.text("\ufffdb\ud83d\ude00"))
                        .build())));
    assertThat(parsed.problems())
        .containsExactly(
            "block 0: halves of characters stand there as \ufffd",
            "block 1: halves of characters stand there as \ufffd");
  }

  @Test
  void readsLargeOutputs() {
    String text = "x".repeat(30_000_000);
    assertThat(parse("{'content':[{'type':'text','text':'" + text + "'}]}").response())
        .isEqualTo(ToolResponse.of(TextBlock.of(text)));
    assertThat(parse("{" + text).response()).isEqualTo(ToolResponse.of(TextBlock.of("{" + text)));
  }

  @Test
  void neverFailsWhateverIsPrinted() throws IOException {
    var random = new Random(11);
    byte[] whole =
        ("{'content':[{'type':'text','text':'a\\ud83d\\ude00','annotations':{'audience':['user'],"
                + "'lastModified':'2026-01-01T00:00:00Z'}},{'type':'resource','resource':{'uri':"
                + "'file:///w/a','blob':'AAEC','_meta':{'a':[1.5e300,null]}},'formatted':'b'},"
                + "{'type':'question','question':{'id':'q'}}],'isError':false,'_meta':{'x':{}},"
                + "'structuredContent':{'a':1}}")
            .replace('\'', '"')
            .getBytes(UTF_8);
    int texts = 0;
    int count = Boolean.getBoolean("attache.slow") ? 30_000 : 7_500;
    for (int i = 0; i < count; i++) {
      byte[] printed = whole.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        int at = random.nextInt(printed.length);
        printed[at] =
            random.nextInt(4) == 0
                ? (byte) random.nextInt()
                : (byte) "019-+.eE\"{}[]:,\\ tfnu".charAt(random.nextInt(21));
      }
      if (random.nextInt(8) == 0) {
        printed = Arrays.copyOf(printed, random.nextInt(printed.length));
      }
      Parsed parsed = parse(printed);
      assertThat(parsed.problems()).allMatch(line -> line.lines().count() == 1);
      EventJson.write(
          new ConversationEvent.ToolResult(Instant.EPOCH, 0, "c", "t", parsed.response()));
      texts += parsed.response().content().size() == 1 ? 1 : 0;
    }
    assertThat(texts).isBetween(count / 10, count - count / 30);
  }
}
