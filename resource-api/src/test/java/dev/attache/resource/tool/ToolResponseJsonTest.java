package dev.attache.resource.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponseJson.Parsed;
import java.util.List;
import java.util.Map;
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
    assertThat(block("{ 'type' : 'chart', 'points': {'a':[1.50]} }"))
        .isEqualTo(
            new OtherBlock(
                "chart",
                ResourceContent.text("{'type':'chart','points':{'a':[1.50]}}".replace('\'', '"'))));
  }

  @Test
  void readsQuestions() {
    var question =
        (QuestionBlock)
            block(
                "{'type':'question','question':{'id':'target_branch','text':'Which branch?',"
                    + "'schema':{'type':'string','enum':['main','develop']},'default':'main'},"
                    + "'_meta':{'k':1}}");
    assertThat(question.question())
        .isEqualTo(
            InputRequest.of(
                    "target_branch",
                    "Which branch?",
                    AnswerType.select(List.of("main", "develop")).schema())
                .withDefault("main"));
    assertThat(question.meta()).isEqualTo(Map.of("k", 1));
  }

  @Test
  void tellsADefaultOfNullFromNone() {
    String question = "{'type':'question','question':{'id':'q','text':'?','schema':{}";
    assertThat(((QuestionBlock) block(question + "}}")).question().hasDefault()).isFalse();
    assertThat(((QuestionBlock) block(question + ",'default':null}}")).question())
        .isEqualTo(InputRequest.of("q", "?", Map.of()).withDefault(null));
  }

  @Test
  void joinsTheLinesOfAQuestionAndSaysSo() {
    Parsed parsed =
        parse(
            "{'content':[{'type':'question','question':{'id':'q','text':'Which\\r\\nbranch?\\n',"
                + "'schema':{}}}]}");
    assertThat(parsed.response().questions())
        .containsExactly(InputRequest.of("q", "Which branch? ", Map.of()));
    assertThat(parsed.problems())
        .containsExactly("block 0: /question/text has several lines, which are joined");
  }

  @Test
  void leavesOutASecondQuestionOfOneId() {
    String question = "{'type':'question','question':{'id':'q','text':'?','schema':{}}}";
    Parsed parsed = parse("{'content':[" + question + "," + question + "]}");
    assertThat(parsed.response().questions()).hasSize(1);
    assertThat(parsed.problems())
        .containsExactly("block 1 is left out: /question/id (q) is that of block 0, too");
  }

  @Test
  void readsLinks() {
    assertThat(
            block(
                "{'type':'resource_link','uri':'demo://linked','name':'linked','title':'Linked',"
                    + "'description':'A page','mimeType':'text/plain','size':12,"
                    + "'annotations':{'priority':1},'_meta':{'k':1},'icons':[]}"))
        .isEqualTo(
            new LinkBlock(
                ResourceUri.of("demo://linked"),
                "linked",
                "Linked",
                "A page",
                "text/plain",
                12L,
                new Annotations(Set.of(), 1.0, null),
                Map.of("k", 1)));
  }

  @Test
  void takesTheBytesOfADataUrlAndSaysSo() {
    String url = "data:image/png;base64,AAEC";
    Parsed parsed =
        parse(
            ("{'content':[{'type':'image','data':'%1$s','mimeType':'image/png'},"
                    + "{'type':'resource','resource':{'uri':'x:a','blob':'%1$s'}}]}")
                .formatted(url));

    assertThat(((MediaBlock) parsed.response().content().get(0)).data())
        .isEqualTo(ResourceContent.blob(new byte[] {0, 1, 2}));
    assertThat(((ResourceBlock) parsed.response().content().get(1)).resource().content())
        .isEqualTo(ResourceContent.blob(new byte[] {0, 1, 2}));
    assertThat(parsed.problems())
        .containsExactly(
            "block 0: its data is a data: URL; what it holds is taken",
            "block 1: its blob is a data: URL; what it holds is taken");
  }

  @Test
  void readsImagesAndSounds() {
    assertThat(block("{'type':'image','data':'AAEC','mimeType':'image/png'}"))
        .isEqualTo(
            new MediaBlock(
                MediaBlock.Kind.IMAGE,
                ResourceContent.blob(new byte[] {0, 1, 2}),
                "image/png",
                null,
                Map.of()));
    assertThat(block("{'type':'audio','data':'','mimeType':'audio/wav'}").type())
        .isEqualTo("audio");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "running | ~~                                        | RUNNING | ~~",
        "waiting | {'type':'question','question':{'id':'q','text':'?','schema':{}}} | WAITING | ~~",
        "stopped | ~~                                        | STOPPED | ~~",
        "banana  | ~~ | STOPPED | /_meta/computer.jp~1status: must be running, waiting or stopped;"
            + " taken as stopped",
        "waiting | ~~ | WAITING | /_meta/computer.jp~1status: says waiting, but no question is"
            + " asked",
        "stopped | {'type':'question','question':{'id':'q','text':'?','schema':{}}} | STOPPED |"
            + " /_meta/computer.jp~1status: says stopped, but a question is asked",
      })
  void readsTheStatus(String word, String blocks, ToolStatus status, String problem) {
    Parsed parsed =
        parse("{'content':[" + blocks + "],'_meta':{'computer.jp/status':'" + word + "'}}");
    assertThat(parsed.response().status()).isEqualTo(status);
    assertThat(parsed.problems()).isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
  }

  @Test
  void isStoppedUnlessItSaysOtherwise() {
    assertThat(parse("done").response().status()).isEqualTo(ToolStatus.STOPPED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "7                  | false | 0 | ~~ | : must be an object; ignored",
        "{'transient':'no'} | false | 0 | ~~ | /transient: must be true or false; taken as false",
        "{'trace':[1]}      | false | 0 | ~~ | /trace: must be an array of strings; ignored",
        "{'kind':1}         | false | 0 | ~~ | /kind: must be a string; ignored",
        "{'transient':true,'trace':['a','b'],'kind':'timeout'} | true | 2 | timeout | ~~",
      })
  void readsWhatIsSaidOfAnError(
      String json, boolean isTransient, int causes, String kind, String problem) {
    Parsed parsed =
        parse("{'content':[],'isError':true,'_meta':{'computer.jp/error':" + json + "}}");
    ToolError error = parsed.response().error();
    assertThat(error.isTransient()).isEqualTo(isTransient);
    assertThat(error.trace()).hasSize(causes);
    assertThat(error.kind()).isEqualTo(kind.isEmpty() ? null : kind);
    assertThat(parsed.problems())
        .isEqualTo(problem.isEmpty() ? List.of() : List.of("/_meta/computer.jp~1error" + problem));
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
            + " base64: it has an invalid base64 digit at 2",
        "{'type':'resource','resource':{'uri':'a.txt','text':''}}       | /resource/uri: uri"
            + " (a.txt) must have a scheme",
        "{'type':'resource','resource':{'uri':'x:a','text':'','_meta':3}} | /resource/_meta must be"
            + " an object",
        "{'type':'resource','resource':{'uri':'x:a','text':''},'formatted':3} | /formatted must be"
            + " a string",
        "{'type':'question'}                 | /question is missing",
        "{'type':'question','question':{'text':'?','schema':{}}} | /question/id is missing",
        "{'type':'question','question':{'id':' ','text':'?','schema':{}}} | /question/id must be 1"
            + " to 100 characters, and not all blanks",
        "{'type':'question','question':{'id':'q','schema':{}}}   | /question/text is missing",
        "{'type':'question','question':{'id':'q','text':1,'schema':{}}} | /question/text must be a"
            + " string",
        "{'type':'question','question':{'id':'q','text':'?'}}    | /question/schema is missing",
        "{'type':'question','question':{'id':'q','text':'?','schema':true}} | /question/schema must"
            + " be an object",
        "{'type':'resource_link','name':'a'} | /uri is missing",
        "{'type':'resource_link','uri':'a'}  | /uri is not an absolute URI: uri (a) must"
            + " begin with a scheme and a colon",
        "{'type':'resource_link','uri':'x:a','size':-1} | /size must be a number of bytes",
        "{'type':'image'}                    | /data is missing",
        "{'type':'image','data':'AA*A'}      | /data is not base64: it has an invalid base64 digit at 2",
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
            "new\\u000akey is not kept");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'a':1,'b':[2.5]} | { \\'b\\': [2.5], \\'a\\': 1 } | false",
        "{'a':1}           | {\\'a\\':2}                    | true",
        "{'a':1}           | a is 1                         | true",
        "{'result':'done'} | done                           | false",
        "{'result':[1]}    | [1]                            | false",
        "{'result':'done'} | {\\'result\\':\\'done\\'}      | false",
        "{'result':'done'} | other                          | true",
        "{'result':'done','more':1} | done                  | true",
      })
  void tellsWhetherStructuredContentSaysMoreThanTheTexts(
      String json, String text, boolean saysMore) {
    ToolResponse response =
        parse(
                "{'content':[{'type':'text','text':'"
                    + text
                    + "'}],'structuredContent':"
                    + json
                    + "}")
            .response();
    assertThat(StructuredJson.saysMore(response)).isEqualTo(saysMore);
    assertThat(response.given()).isEqualTo(response.content()).hasSize(1);
  }

  @Test
  void takesStructuredContentThatAProgramMadeOfNoJsonForMoreThanTheTexts() {
    var response =
        new ToolResponse(
            List.of(TextBlock.of("done")), false, Map.of(), ResourceContent.text("{no JSON"));
    assertThat(StructuredJson.saysMore(response)).isTrue();
  }

  @Test
  void givesStructuredContentAsATextWhereThereIsNoContent() {
    Parsed parsed = parse("{'content':[],'structuredContent':{ 'a': [1.50, '\u2028'] }}");
    var text = ResourceContent.text("{\"a\":[1.50,\"\\u2028\"]}");
    assertThat(parsed.response()).isEqualTo(new ToolResponse(List.of(), false, Map.of(), text));
    assertThat(parsed.response().given())
        .containsExactly(new TextBlock(text, "application/json", null));
    assertThat(parsed.problems()).isEmpty();
    assertThat(parse("{'content':[],'structuredContent':null}").response().given()).isEmpty();
    ToolResponse alone = parse("{'structuredContent':{'a':1},'isError':true}").response();
    assertThat(alone.given())
        .containsExactly(new TextBlock(Text.of("{\"a\":1}"), "application/json", null));
    assertThat(alone.isError()).isTrue();
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
    String text = "x".repeat(21_000_000); // Jackson takes 20,000,000 by default
    assertThat(parse("{'content':[{'type':'text','text':'" + text + "'}]}").response())
        .isEqualTo(ToolResponse.of(TextBlock.of(text)));
    assertThat(parse("{" + text).response()).isEqualTo(ToolResponse.of(TextBlock.of("{" + text)));
  }
}
