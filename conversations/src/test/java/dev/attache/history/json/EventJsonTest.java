package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.HandedOver;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ModelAnswer.Sent;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.Declaration;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.resource.Annotations;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.tool.AnswerType;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EventJsonTest {

  private static final Instant AT = Instant.parse("2026-03-20T10:00:00Z");
  private static final String HEAD = "\"turn\":2,\"at\":\"2026-03-20T10:00:00Z\"";
  private static final String ABC =
      "{\"$blob\":\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\",\"size\":3}";

  private static void assertForm(ConversationEvent event, String line) throws IOException {
    assertThat(new String(EventJson.write(event), UTF_8)).isEqualTo(line.replace('\'', '"'));
    assertThat(read(line)).isEqualTo(event);
  }

  private static ConversationEvent read(String line) throws StoreException {
    return EventJson.read(line.replace('\'', '"').getBytes(UTF_8), EventJsonRoundTripTest::stored);
  }

  private static Attachment attachment(
      Resource resource, String address, @Nullable ResourceContent formatted, Delivery delivery) {
    var type = new TypeDecision(null, "text/plain", null, "text/plain", "by extension");
    var snapshot =
        new Snapshot(
            resource, ResourceUri.of(address), "file", AT, type, List.of("cut", "converted"));
    return new Attachment(snapshot, formatted, "src/", "c0ffee", delivery);
  }

  @Test
  void aRequestIsItsTextItsReferencesItsResourcesAndNotices() throws IOException {
    Resource resource =
        Resource.builder(ResourceUri.of("file:///w/a.txt"), ResourceContent.text("abc"))
            .mimeType("text/plain")
            .annotations(Annotations.lastModified(AT))
            .name("a.txt")
            .title("A")
            .description("an a")
            .meta("k", Map.of("v", 1.5))
            .build();
    var target =
        new Delivery.Reference(DeliveryPlace.ofAttachment(0, 1), DeliveryPlace.ofResult(1, "c", 3));
    var request =
        new ChatRequest(
            ChatRequest.Author.USER,
            "Look\nat <a>",
            Map.of("type", "object"),
            List.of(
                attachment(resource, "file:///w/a.txt", null, Delivery.FULL),
                attachment(resource, "mcp+s+file:///w/a.txt", ResourceContent.text("abc"), target)),
            List.of(
                Notice.of("nothing at x"),
                new Notice(
                    "changed",
                    new AttachmentKey(
                        ResourceUri.of("mcp+s+file:///w/a.txt"), ResourceUri.of("file:///w/a.txt")),
                    ResourceContent.text("abc").digest()),
                new Notice(
                    "gone",
                    new AttachmentKey(ResourceUri.of("x:a"), ResourceUri.of("x:a")),
                    null)));
    String head =
        "'uri':'file:///w/a.txt','mimeType':'text/plain','text':"
            + ABC
            + ",'annotations':{'lastModified':'2026-03-20T10:00:00Z'},'name':'a.txt','title':'A',"
            + "'description':'an a','_meta':{'k':{'v':1.5}}";
    String tail =
        "'source':'file','capturedAt':'2026-03-20T10:00:00Z','type':{'byName':'text/plain',"
            + "'chosen':'text/plain','why':'by extension'},'notes':['cut','converted'],"
            + "'reference':'src/','consent':'c0ffee'";
    assertForm(
        new Request(AT, 2, request, List.of("src/", "x")),
        "{'event':'request',"
            + HEAD
            + ",'by':'user','text':'Look\\n"
            + "at <a>','schema':{'type':'object'},'references':['src/','x'],'resources':[{"
            + (head + "," + tail)
            + "},{"
            + (head + ",'formatted':" + ABC + ",'address':'mcp+s+file:///w/a.txt'," + tail)
            + ",'delivery':{'sameAs':{'turn':0,'attachment':1},"
            + "'between':{'turn':1,'call':'c','block':3}}}],"
            + "'notices':[{'text':'nothing at x'},{'text':'changed','uri':'file:///w/a.txt',"
            + "'address':'mcp+s+file:///w/a.txt',"
            + "'now':'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'},"
            + "{'text':'gone','uri':'x:a'}]}");
  }

  @Test
  void aRequestOfNothingButATextIsJustThat() throws IOException {
    assertForm(
        new Request(AT, 2, ChatRequest.of("hi"), List.of()),
        "{'event':'request'," + HEAD + ",'by':'user','text':'hi'}");
  }

  @ParameterizedTest
  @CsvSource({
    "MCP session, SESSION",
    "attach_resource file:///a, TOOL",
    "attach_resource, USER",
    "what is an MCP session?, USER",
  })
  void aRequestThatDoesNotSayWhoWroteItIsToldByItsText(String text, Author author)
      throws IOException {
    String line = "{'event':'request'," + HEAD + ",'text':'" + text + "'}";
    assertThat(((Request) read(line)).request().author()).isEqualTo(author);
  }

  @ParameterizedTest
  @EnumSource(value = Author.class, mode = EnumSource.Mode.EXCLUDE, names = "UPDATE")
  void aRequestSaysWhoWroteItWhateverItsText(Author author) throws IOException {
    String word = author.name().toLowerCase(Locale.ROOT);
    assertForm(
        new Request(
            AT,
            2,
            new ChatRequest(author, "attach_resource notes", null, List.of(), List.of()),
            List.of()),
        "{'event':'request'," + HEAD + ",'by':'" + word + "','text':'attach_resource notes'}");
  }

  @Test
  void anUpdateIsToEarlierVersionsAUsersRequestWithoutWords() throws IOException {
    assertForm(
        new Request(
            AT,
            2,
            new ChatRequest(Author.UPDATE, "", null, List.of(), List.of(Notice.of("gone"))),
            List.of()),
        "{'event':'request',"
            + HEAD
            + ",'by':'user','update':true,'text':'','notices':[{'text':'gone'}]}");
  }

  @ParameterizedTest
  @EnumSource(Refresh.class)
  void aDeclarationSaysWhenItsChangesAreTold(Refresh refresh) throws IOException {
    assertForm(
        new Config(
            AT, 2, List.of(new Declaration("a", null, null, refresh)), List.of(), Map.of(), null),
        "{'event':'config',"
            + HEAD
            + ",'added':[{'reference':'a','refresh':'"
            + refresh.word()
            + "'}]}");
  }

  @ParameterizedTest
  @EnumSource(Meaning.class)
  void aDeclarationSaysWhatItWasDecidedToBe(Meaning meaning) throws IOException {
    assertForm(
        new Config(
            AT, 2, List.of(new Declaration("!odd.txt", meaning, null)), List.of(), Map.of(), null),
        "{'event':'config',"
            + HEAD
            + ",'added':[{'reference':'!odd.txt','as':'"
            + meaning.name().toLowerCase(Locale.ROOT)
            + "'}]}");
  }

  @Test
  void otherWordsAreRefused() {
    assertThatThrownBy(() -> read("{'event':'request'," + HEAD + ",'by':'me','text':'hi'}"))
        .hasMessage("/by must be one of user, session, tool");
    assertThatThrownBy(
            () -> read("{'event':'config'," + HEAD + ",'added':[{'reference':'a','as':'glob'}]}"))
        .hasMessage("/added/0/as must be one of path, exclusion, plain");
  }

  @Test
  void responsesAndCallsStandThereThemselves() throws IOException {
    assertForm(new Response(AT, 2, "yes"), "{'event':'response'," + HEAD + ",'text':'yes'}");
    assertForm(
        new ToolCall(AT, 2, "c1", "read", Map.of("path", List.of("a", true))),
        "{'event':'tool_call',"
            + HEAD
            + ",'id':'c1','name':'read','arguments':{'path':['a',true]}}");
  }

  @Test
  void anAnswerOfAModelKeepsTheRawTextOfItsItems() throws IOException {
    assertForm(
        new ModelAnswer(
            AT,
            2,
            "work",
            "anthropic-messages",
            "m",
            "calls",
            List.of(
                new AnswerItem.Opaque("{\"type\": \"thinking\"}"),
                new AnswerItem.Text("Look:"),
                new AnswerItem.Call("c1", "read", "{\"path\": ")),
            new ModelUsage(1, 2, 3, 4),
            new Sent(ContentDigest.sha256(new byte[0]), 5)),
        "{'event':'model_answer',"
            + HEAD
            + ",'provider':'work','api':'anthropic-messages','model':'m','stop':'calls','items':["
            + "{'type':'opaque','raw':'{\\\"type\\\": \\\"thinking\\\"}'},"
            + "{'type':'text','text':'Look:'},"
            + "{'type':'tool_call','id':'c1','name':'read','arguments':'{\\\"path\\\": '}],"
            + "'usage':{'input':1,'cacheRead':2,'cacheWrite':3,'output':4},"
            + "'sent':{'digest':'sha256:"
            + "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','bytes':5}}");
    assertThatThrownBy(
            () -> read("{'event':'model_answer'," + HEAD + ",'items':[{'type':'song'}]}"))
        .hasMessage("/items/0/type must be text, tool_call or opaque");
    assertThatThrownBy(
            () -> read("{'event':'model_answer'," + HEAD + ",'sent':{'digest':'x','bytes':1}}"))
        .hasMessage("/sent/digest must be a digest such as sha256:…");
  }

  @Test
  void aResultHasItsBlocksInMcpsForm() throws IOException {
    Resource blob =
        Resource.builder(ResourceUri.of("x:a"), ResourceContent.blob(new byte[] {'a', 'b', 'c'}))
            .build();
    var same = new Delivery.Reference(DeliveryPlace.ofResult(0, "c0", 1), null);
    var response =
        new ToolResponse(
            List.of(
                TextBlock.of("small"),
                new TextBlock(
                    ResourceContent.text("# b"),
                    "text/markdown",
                    new Annotations(Set.of(Role.USER), 0.5, null)),
                new DeliveredBlock(blob, ResourceContent.text("abc"), same),
                new OtherBlock(
                    "image", ResourceContent.text("{\"type\":\"image\",\"data\":\"\"}"))),
            true,
            Map.of("computer.jp/error", Map.of("transient", false)));
    assertForm(
        new ToolResult(AT, 2, "c1", "read", response),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c1','name':'read','content':[{'type':'text','text':'small'},"
            + "{'type':'text','text':'# b','mimeType':'text/markdown',"
            + "'annotations':{'audience':['user'],'priority':0.5}},"
            + "{'type':'resource','resource':{'uri':'x:a','blob':"
            + ABC
            + "},'formatted':"
            + ABC
            + ",'delivery':{'sameAs':{'turn':0,'call':'c0','block':1}}},"
            + "{'type':'image','data':''}],'isError':true,"
            + "'_meta':{'computer.jp/error':{'transient':false}}}");
  }

  @Test
  void diffsStandThereIfTheyAreSmall() throws IOException {
    Resource text = Resource.builder(ResourceUri.of("x:a"), ResourceContent.text("abc")).build();
    DeliveryPlace base = DeliveryPlace.ofAttachment(0, 1);
    ContentDigest abc = text.content().digest();
    var small = new Delivery.Delta(base, abc, ResourceContent.text("@@ -1 +1 @@"));
    var large = small.held(ResourceContent.text("+".repeat(257)));
    DeliveryPlace before = DeliveryPlace.ofResult(0, "c0", 0);
    String from = "'base':{'turn':0,'attachment':1},'from':'" + abc + "'}}";
    assertForm(
        new ToolResult(
            AT,
            2,
            "c1",
            "refresh_resource",
            ToolResponse.of(
                new DeliveredBlock(text, null, small),
                new DeliveredBlock(text, null, large),
                new DeliveredBlock(text, null, new Delivery.Reference(before, null, base)))),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c1','name':'refresh_resource','content':["
            + "{'type':'resource','resource':{'uri':'x:a','text':"
            + ABC
            + "},'delivery':{'diff':'@@ -1 +1 @@',"
            + from
            + ",{'type':'resource','resource':{'uri':'x:a','text':"
            + ABC
            + "},'delivery':{'diff':{'$blob':'"
            + large.diff().digest().hex()
            + "','size':257},"
            + from
            + ",{'type':'resource','resource':{'uri':'x:a','text':"
            + ABC
            + "},'delivery':{'sameAs':{'turn':0,'call':'c0','block':0},"
            + "'base':{'turn':0,'attachment':1}}}]}");
  }

  @Test
  void questionsAndLinksStandThereAsToolsWriteThem() throws IOException {
    var question = InputRequest.of("q", "Go?", AnswerType.BOOLEAN.schema()).withDefault(null);
    var link =
        new LinkBlock(ResourceUri.of("x:a"), "a", null, null, "text/plain", 12L, null, Map.of());
    assertForm(
        new ToolResult(AT, 2, "c", "t", ToolResponse.of(QuestionBlock.of(question), link)),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c','name':'t','content':[{'type':'question','question':{'id':'q',"
            + "'text':'Go?','schema':{'type':'boolean'},'default':null}},"
            + "{'type':'resource_link','uri':'x:a','name':'a','mimeType':'text/plain','size':12}]}");
  }

  @Test
  void theBytesOfMediaAreNamedByTheirDigest() throws IOException {
    var image =
        new MediaBlock(
            MediaBlock.Kind.IMAGE,
            ResourceContent.blob(new byte[] {'a', 'b', 'c'}),
            "image/png",
            null,
            Map.of());
    assertForm(
        new ToolResult(AT, 2, "c", "t", ToolResponse.of(image)),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c','name':'t','content':[{'type':'image','mimeType':'image/png','data':"
            + ABC
            + "}]}");
  }

  @Test
  void structuredContentStandsThereItselfIfItIsSmall() throws IOException {
    var small = ResourceContent.text("{\"temperature\":72}");
    assertForm(
        new ToolResult(AT, 2, "c", "t", new ToolResponse(List.of(), false, Map.of(), small)),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c','name':'t','content':[],'structuredContent':{'temperature':72}}");
    var large = ResourceContent.text("[" + "1,".repeat(200) + "1]");
    String stands = "{'$blob':'" + large.digest().hex() + "','size':" + large.size() + "}";
    assertForm(
        new ToolResult(AT, 2, "c", "t", new ToolResponse(List.of(), false, Map.of(), large)),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c','name':'t','content':[],'structuredContent':"
            + stands
            + "}");
  }

  @Test
  void readsAsAnotherBlockWhatWouldBeWrittenOtherwise() throws IOException {
    String block =
        "{\"type\":\"question\",\"question\":{\"text\":\"?\",\"id\":\"q\",\"schema\":{}}}";
    String line =
        "{\"event\":\"tool_result\",\"turn\":2,\"id\":\"c\",\"name\":\"t\",\"content\":["
            + block
            + "]}";
    assertThat(((ToolResult) read(line)).response().content())
        .containsExactly(new OtherBlock("question", ResourceContent.text(block)));
    assertThat(new String(EventJson.write(read(line)), UTF_8)).contains(block);
  }

  @Test
  void largerTextsAndBlocksAreNamedByTheirDigests() throws IOException {
    ResourceContent text = ResourceContent.text("x".repeat(257));
    String stands = "{'$blob':'" + text.digest().hex() + "','size':257}";
    assertForm(
        new ToolResult(
            AT,
            2,
            "c",
            "t",
            ToolResponse.of(new TextBlock(text, null, null), new OtherBlock("audio", text))),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c','name':'t','content':[{'type':'text','text':"
            + stands
            + "},{'type':'audio','$json':"
            + stands
            + "}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "image  | { 'type':'image'}            | blanks",
        "image  | {'type':'audio'}             | another type",
        "image  | {'type':'image','x':1.50,}   | no JSON",
        "image  | {'type':'image','a':1,'a':2} | a key twice",
        "image  | {'type':'image','$json':''}  | our own key",
        "text   | {'type':'text','text':''}    | a type that has a form of its own",
        "image  | []                           | no object",
        "image  | {'type':'image','data':{}}   | a form of ours",
        "question | {'type':'question','question':{'id':'q','text':'?','schema':{}}} | a question",
        "resource_link | {'type':'resource_link','uri':'x:a'} | a link",
      })
  void whatWouldNotBeReadBackAsItWasStandsThereAsAText(String type, String json)
      throws IOException {
    String text = json.replace('\'', '"');
    String quoted = "\"" + text.replace("\"", "\\\"") + "\"";
    var result =
        new ToolResult(
            AT, 2, "c", "t", ToolResponse.of(new OtherBlock(type, ResourceContent.text(text))));
    String line = new String(EventJson.write(result), UTF_8);
    assertThat(line).contains("[{\"type\":\"" + type + "\",\"$json\":" + quoted + "}]");
    assertThat(read(line)).isEqualTo(result);
  }

  @Test
  void aConfigHasWhatItChanges() throws IOException {
    var settings = new LinkedHashMap<String, @Nullable Object>();
    settings.put("dedup.min-bytes", 10);
    settings.put("refresh", null);
    assertForm(
        new Config(
            AT,
            2,
            List.of(new Declaration("src/", null, "c0ffee"), new Declaration("x", null, null)),
            List.of("y"),
            nullable(settings),
            new Origin(ConversationId.of("a"), 1)),
        "{'event':'config',"
            + HEAD
            + ",'added':[{'reference':'src/','consent':'c0ffee'},{'reference':'x'}],"
            + "'removed':['y'],'settings':{'dedup.min-bytes':10,'refresh':null},"
            + "'forkedFrom':{'conversation':'a','turns':1}}");
    assertForm(
        new Config(AT, 2, List.of(), List.of(), Map.of(), null), "{'event':'config'," + HEAD + "}");
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null takes a setting back
  private static Map<String, Object> nullable(Map<String, @Nullable Object> map) {
    return (Map<String, Object>) (Map<?, ?>) map;
  }

  @Test
  void anElisionHasItsPlaces() throws IOException {
    assertForm(
        new Elision(
            AT,
            2,
            "superseded",
            List.of(DeliveryPlace.ofAttachment(0, 0), DeliveryPlace.ofResult(1, "c", 2)),
            List.of(DeliveryPlace.ofAttachment(1, 0))),
        "{'event':'elision',"
            + HEAD
            + ",'reason':'superseded','dropped':[{'turn':0,'attachment':0},"
            + "{'turn':1,'call':'c','block':2}],'restored':[{'turn':1,'attachment':0}]}");
  }

  @Test
  void aHandoverIsOfTheRequestOrOfACall() throws IOException {
    assertForm(new HandedOver(AT, 2, null), "{'event':'handed_over'," + HEAD + "}");
    assertForm(new HandedOver(AT, 2, "c"), "{'event':'handed_over'," + HEAD + ",'id':'c'}");
    assertForm(
        new Request(AT, 2, ChatRequest.of("a"), List.of(), true),
        "{'event':'request'," + HEAD + ",'by':'user','awaitsHandover':true,'text':'a'}");
    assertForm(
        new ToolResult(AT, 2, "c", "t", ToolResponse.of(), true),
        "{'event':'tool_result',"
            + HEAD
            + ",'id':'c','name':'t','awaitsHandover':true,'content':[]}");
  }

  @Test
  void anEventOfALaterVersionIsReadAsOther() throws IOException {
    assertForm(new Other(AT, 2, "summary", "{}"), "{'event':'summary'," + HEAD + "}");
    assertForm(
        new Other(AT, 2, "summary", "{\"x\":[1.50,null],\"y\":{\"event\":\"\\u2028\"}}"),
        "{'event':'summary'," + HEAD + ",'x':[1.50,null],'y':{'event':'\\u2028'}}");
  }

  @Test
  void anEventOfALaterVersionSaysOnceWhatEveryEventHas() throws IOException {
    assertThat(new String(EventJson.write(new Other(AT, 2, "a", "{\"turn\":1,\"x\":2}")), UTF_8))
        .isEqualTo(("{'event':'a'," + HEAD + ",'x':2}").replace('\'', '"'));
  }

  @Test
  void readsContentsThatStandThereThemselves() throws IOException {
    var result =
        (ToolResult)
            read(
                "{'event':'tool_result','turn':0,'id':'c','name':'t','content':["
                    + "{'type':'resource','resource':{'uri':'x:a','text':'abc'},'formatted':'f'},"
                    + "{'type':'resource','resource':{'uri':'x:a','blob':'YWJj','formatted':'g'}}]}");
    assertThat(result.response())
        .isEqualTo(
            ToolResponse.of(
                DeliveredBlock.of(
                    Resource.builder(ResourceUri.of("x:a"), ResourceContent.text("abc"))
                        .formatted("f")
                        .build()),
                DeliveredBlock.of(
                    Resource.builder(
                            ResourceUri.of("x:a"), ResourceContent.blob("abc".getBytes(UTF_8)))
                        .formatted("g")
                        .build())));
  }

  @Test
  void readsAnAttachmentOfWhichOnlyMcpsFieldsAreThere() throws IOException {
    var request =
        (Request)
            read(
                "{'event':'request',"
                    + HEAD
                    + ",'content':'hi','resources':[{'uri':'https://a/b','text':'abc',"
                    + "'mimeType':'text/html','name':null,'annotations':null,'formatted':null}]}");
    Resource resource =
        Resource.builder(ResourceUri.of("https://a/b"), ResourceContent.text("abc"))
            .mimeType("text/html")
            .build();
    assertThat(request.request().text()).isEqualTo("hi");
    assertThat(request.request().resources())
        .containsExactly(
            new Attachment(
                new Snapshot(
                    resource,
                    resource.uri(),
                    "http",
                    AT,
                    new TypeDecision("text/html", null, null, "text/html", "as recorded"),
                    List.of()),
                null,
                "https://a/b",
                null,
                Delivery.FULL));
  }

  @Test
  void readsTheFormsOfEarlierToolsAndNulls() throws IOException {
    assertThat(read("{'event':'request','turn':0,'text':'a','resources':null,'schema':null}"))
        .isEqualTo(new Request(Instant.EPOCH, 0, ChatRequest.of("a"), List.of()));
    assertThat(read("{'event':'tool_result','turn':0,'id':'c','content':'gone','is_error':true}"))
        .isEqualTo(
            new ToolResult(
                Instant.EPOCH,
                0,
                "c",
                "",
                new ToolResponse(List.of(TextBlock.of("gone")), true, Map.of())));
    assertThat(
            read(
                "{'event':'tool_result','turn':0,'id':'c','name':'t','isError':null,"
                    + "'is_error':true,'content':null,'_meta':null}"))
        .isEqualTo(
            new ToolResult(
                Instant.EPOCH, 0, "c", "t", new ToolResponse(List.of(), true, Map.of())));
    assertThat(read("{'event':'config','turn':0,'added':['src/'],'settings':null}"))
        .isEqualTo(
            new Config(
                Instant.EPOCH,
                0,
                List.of(new Declaration("src/", null, null)),
                List.of(),
                Map.of(),
                null));
    assertThat(read(" { 'event' : 'request','turn':0,'text':'a','notices':['n'],'new':{}} "))
        .isEqualTo(
            new Request(
                Instant.EPOCH,
                0,
                new ChatRequest(
                    ChatRequest.Author.USER, "a", null, List.of(), List.of(Notice.of("n"))),
                List.of()));
  }

  @Test
  void readsATimeWithAnyOffset() throws IOException {
    assertThat(
            read("{'event':'response','turn':0,'at':'2026-03-20T11:00:00+01:00','text':''}").at())
        .isEqualTo(AT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "                                     | cannot be read as JSON: it is empty (at"
            + " character 0)",
        "{'event':'config','turn':0}x         | cannot be read as JSON: Unrecognized token 'x': was"
            + " expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')"
            + " (at character 27)",
        "{'event':'config','turn':0,'turn':1} | cannot be read as JSON: key 'turn' stands twice (at"
            + " character 35)",
        "[]                                   | the line must be an object",
        "{}                                   | /event is missing",
        "{'event':7}                          | /event must be a string",
        "{'event':'config'}                   | /turn is missing",
        "{'event':'config','turn':-1}         | /turn must be an integer from 0 on",
        "{'event':'config','turn':1.0}        | /turn must be an integer from 0 on",
        "{'event':'config','turn':2147483648} | /turn must be at most 2147483647",
        "{'event':'config','turn':0,'at':'yesterday'}   | /at must be an ISO 8601 date and time"
            + " with offset",
        "{'event':'config','turn':0,'added':{}}         | /added must be an array",
        "{'event':'config','turn':0,'added':['a',1]}    | /added/1 must be an object",
        "{'event':'config','turn':0,'added':[{}]}       | /added/0/reference is missing",
        "{'event':'config','turn':0,'removed':[null]}   | /removed/0 must be a string",
        "{'event':'config','turn':0,'settings':[]}      | /settings must be an object",
        "{'event':'config','turn':0,'forkedFrom':{'conversation':'../a','turns':1}} |"
            + " /forkedFrom/conversation must be the name of a conversation",
        "{'event':'request','turn':0}                   | /text is missing",
        "{'event':'request','turn':0,'text':'','schema':1}    | /schema must be an object",
        "{'event':'request','turn':0,'text':'','resources':[{}]} | /resources/0 must have text or"
            + " blob",
        "{'event':'request','turn':0,'text':'','resources':[{'text':''}]} | /resources/0/uri is"
            + " missing",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'','blob':''}]} |"
            + " /resources/0 must have text or blob, not both",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':[]}]} |"
            + " /resources/0/text must be a string or an object with $blob and size",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':{'$blob':'AB','size':1}}]}"
            + " | /resources/0/text/$blob must be 64 lower-case hexadecimal digits",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':{'$blob':''}}]} |"
            + " /resources/0/text/size is missing",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':{'$blob':'','size':9223372036854775807}}]}"
            + " | /resources/0/text/size must be at most 9007199254740992",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'\\ud800'}]} |"
            + " /resources/0/text must not contain an unpaired surrogate",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'','address':'y'}]}"
            + " | /resources/0/address must be an absolute URI",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'','delivery':{}}]}"
            + " | /resources/0/delivery/sameAs is missing",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'','delivery':{'diff':''}}]}"
            + " | /resources/0/delivery/from is missing",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'','delivery':{'diff':'','from':'abc'}}]}"
            + " | /resources/0/delivery/from must be sha256: and 64 lower-case hexadecimal digits",
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','text':'','type':{'why':''}}]}"
            + " | /resources/0/type/chosen is missing",
        "{'event':'request','turn':0,'text':'','notices':[{'text':'','now':'sha256:x'}]} |"
            + " /notices/0/now must be sha256: and 64 lower-case hexadecimal digits",
        "{'event':'tool_call','turn':0,'id':'c','name':'t','arguments':[]} | /arguments must be an"
            + " object",
        "{'event':'tool_result','turn':0}               | /id is missing",
        "{'event':'tool_result','turn':0,'id':'c','content':[{'type':'text'}]} | /content/0/text is"
            + " missing",
        "{'event':'tool_result','turn':0,'id':'c','content':[{'type':'text','text':'','annotations':{'priority':2}}]}"
            + " | /content/0/annotations/priority must be a number between 0 and 1",
        "{'event':'tool_result','turn':0,'id':'c','content':[],'isError':'no'} | /isError must be"
            + " true or false",
        "{'event':'elision','turn':0,'dropped':[{'turn':0}]} | /dropped/0/attachment is missing",
        "{'event':'elision','turn':0,'dropped':[{'turn':0,'call':'c'}]} | /dropped/0/block is"
            + " missing",
      })
  void saysWhatIsWrongAndWhere(@Nullable String line, String message) {
    assertThatThrownBy(() -> read(line == null ? "" : line))
        .isInstanceOf(StoreException.class)
        .hasMessage(message.replace("'turn' stands", "\"turn\" stands"));
  }

  @Test
  void saysThatALineIsNotUtf8() {
    byte[] line = "{\"event\":\"x\",\"turn\":0}".getBytes(UTF_8);
    line[10] = (byte) 0xff;
    assertThatThrownBy(() -> EventJson.read(line, EventJsonRoundTripTest::stored))
        .hasMessage("is not UTF-8");
    byte[] cut = Arrays.copyOf(line, 5);
    assertThatThrownBy(() -> EventJson.read(cut, EventJsonRoundTripTest::stored))
        .hasMessageStartingWith("cannot be read as JSON: ");
  }

  @Test
  void refusesWhatCannotBeReadBack() {
    Object deep = "x";
    for (int i = 0; i < 520; i++) {
      deep = List.of(deep);
    }
    var nested = new ToolCall(AT, 0, "c", "t", Map.of("a", deep));
    assertThatThrownBy(() -> EventJson.write(nested)).isInstanceOf(IOException.class);
    var infinite = new ToolCall(AT, 0, "c", "t", Map.of("a", Double.NaN));
    assertThatThrownBy(() -> EventJson.write(infinite))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number (NaN) must be finite");
  }

  @Test
  void whatWasOnlyDescribedIsRecordedAsThat() throws IOException {
    String line =
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','blob':"
            + ABC
            + ",'delivery':{'described':true}}]}";
    var request = (Request) read(line);
    assertThat(request.request().resources().get(0).delivery()).isEqualTo(Delivery.DESCRIBED);
    assertThat(new String(EventJson.write(request), UTF_8))
        .contains("\"delivery\":{\"described\":true}");
  }

  @Test
  void theFormOfWhatIsShownIsRecordedUnlessItIsTheFirst() throws IOException {
    String line =
        "{'event':'request','turn':0,'text':'','resources':[{'uri':'file:///w/a','text':'',"
            + "'name':'a'%s}]}";
    assertThat(form(line.formatted(""))).isEqualTo(ResourceForm.NAMED);
    for (Naming naming : Naming.values()) {
      for (boolean isTyped : new boolean[] {true, false}) {
        var text = new TextForm(isTyped ? Layout.MARKDOWN : Layout.ELEMENT, naming == Naming.URI);
        var form = new ResourceForm(naming, isTyped, text);
        assertThat(form(line.formatted(",'form':'" + form.words() + "'"))).isEqualTo(form);
      }
    }
    assertThat(new ResourceForm(Naming.PATH, true).words()).isEqualTo("path typed");
    var numbered = new TextForm(Layout.MARKDOWN, true);
    assertThat(new ResourceForm(Naming.URI, false, numbered).words())
        .isEqualTo("uri markdown numbered");
    for (String wrong : List.of("", "typed", "path uri", "path typed typed", "paths", "markdown")) {
      assertThatThrownBy(() -> form(line.formatted(",'form':'" + wrong + "'")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("/resources/0/form must be words such as path or uri typed");
    }
  }

  private static ResourceForm form(String line) throws IOException {
    return ((Request) read(line)).request().resources().get(0).form();
  }

  @Test
  void contentsAreFoundByKindSizeAndDigest() throws IOException {
    var request =
        (Request)
            read(
                "{'event':'request','turn':0,'text':'','resources':[{'uri':'x:a','blob':"
                    + ABC
                    + "}]}");
    ResourceContent content = request.request().resources().get(0).snapshot().resource().content();
    assertThat(content.isText()).isFalse();
    assertThat(content.size()).isEqualTo(3);
    assertThat(content.digest()).isEqualTo(ContentDigest.sha256("abc".getBytes(UTF_8)));
  }
}
