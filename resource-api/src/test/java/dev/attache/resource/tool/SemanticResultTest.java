package dev.attache.resource.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.DisplayHints.View;
import dev.attache.resource.tool.SemanticResult.Reading;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SemanticResultTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static Map<String, Object> object(String json) {
    try {
      return JSON.readValue(json.replace('\'', '"'), new TypeReference<Map<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static String json(Map<String, Object> object) {
    try {
      return JSON.writeValueAsString(object).replace('"', '\'');
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static Reading read(String json) {
    return SemanticResult.read(object(json));
  }

  private static SemanticResult result(String json) {
    Reading reading = read(json);
    assertThat(reading.problems()).isEmpty();
    return Objects.requireNonNull(reading.result());
  }

  @Test
  void hasAllThatTheToolSays() {
    SemanticResult result =
        result(
            "{'kind':'git.status','data':{'b':1,'a':[null,true,1.5]},'summary':'clean',"
                + "'mimeType':'application/json','display':{'preferredView':'tree',"
                + "'language':'c++','collapsed':true,'maxHeight':20,'priority':2,'color':'red'}}");
    assertThat(result.kind()).isEqualTo("git.status");
    assertThat(result.summary()).isEqualTo("clean");
    assertThat(result.mimeType()).isEqualTo("application/json");
    assertThat(result.display()).isEqualTo(new DisplayHints(View.TREE, "c++", true, 20, 2.0));
    assertThat(json(result.toMap()))
        .isEqualTo(
            "{'kind':'git.status','data':{'b':1,'a':[null,true,1.5]},'summary':'clean',"
                + "'mimeType':'application/json','display':{'preferredView':'tree',"
                + "'language':'c++','collapsed':true,'maxHeight':20,'priority':2.0}}");
  }

  @Test
  void doesNotChangeWithWhatItWasReadFrom() {
    Map<String, Object> object = object("{'kind':'x','data':{'a':[1]}}");
    SemanticResult result = Objects.requireNonNull(SemanticResult.read(object).result());
    object("{}").clear();
    ((Map<?, ?>) Objects.requireNonNull(object.get("data"))).clear();
    assertThat(json(result.toMap())).isEqualTo("{'kind':'x','data':{'a':[1]}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "text", "git.status", "my_company.report_2", "a.b.c"})
  void hasAKindOfWordsAndDots(String kind) {
    assertThat(result("{'kind':'" + kind + "','data':1}").kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bad Kind", "Text", "git.", ".git", "git..status", "9a", "a-b", "ä"})
  void isATextWithAProblemWhereTheKindIsNone(String kind) {
    Reading reading = read("{'kind':'" + kind + "','data':1}");
    assertThat(reading.result()).isNull();
    assertThat(reading.problems())
        .containsExactly(
            "/kind: must be lower-case words joined by _ and ., such as git.status, of at most 100"
                + " characters; the result is taken as a text");
  }

  @Test
  void hasAKindOfAtMostAHundredCharacters() {
    assertThat(read("{'kind':'" + "a".repeat(100) + "','data':1}").result()).isNotNull();
    assertThat(read("{'kind':'" + "a".repeat(101) + "','data':1}").problems()).hasSize(1);
    assertThatThrownBy(() -> SemanticResult.of("Bad Kind", 1))
        .hasMessage(
            "kind (Bad Kind) must match [a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)* and have at most 100"
                + " characters");
    assertThatThrownBy(() -> SemanticResult.of("x", Map.of("a", new Object())))
        .hasMessage("data/a (java.lang.Object) must be a JSON value");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'data':1}",
        "{'kind':1,'data':1}",
        "{'kind':'text','content':[]}",
        "{'kind':'x','content':[{'type':'text','text':'a'}],'data':1}",
        "{'kind':'Pod','apiVersion':'v1'}",
        "{'kind':'event','id':7}",
        "{'kind':'diff','path':'a'}"
      })
  void isNotTakenForOneWhereItIsOtherJson(String json) {
    assertThat(read(json).result()).isNull();
    assertThat(read(json).problems()).isEmpty();
  }

  @Test
  void ignoresWhatHasTheWrongTypeAndSaysSo() {
    Reading reading =
        read(
            "{'kind':'x','data':1,'summary':7,'mimeType':[],'display':{'preferredView':'tabel',"
                + "'language':'a b','collapsed':'yes','maxHeight':0,'priority':'high'}}");
    assertThat(reading.result()).isEqualTo(SemanticResult.of("x", 1));
    assertThat(reading.problems())
        .containsExactly(
            "/summary: must be a string; ignored",
            "/mimeType: must be a string; ignored",
            "/display/preferredView: must be one of text, markdown, code, diff, table, tree,"
                + " image, raw, hidden; ignored",
            "/display/language: must be a name such as java or c++; ignored",
            "/display/collapsed: must be true or false; ignored",
            "/display/maxHeight: must be a whole number above 0; ignored",
            "/display/priority: must be a number; ignored");
    assertThat(read("{'kind':'x','data':1,'display':7}").problems())
        .containsExactly("/display: must be an object; ignored");
    assertThat(read("{'kind':'x','data':1,'display':{'maxHeight':1.5}}").problems()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'kind':'text','content':'a'}                             | {'kind':'text','data':{'content':'a'}}
          {'kind':'diff','path':'a','original':'x','modified':'y','isNew':false,'bytesWritten':1,'summary':'s'} | {'kind':'diff','data':{'path':'a','original':'x','modified':'y','isNew':false,'bytesWritten':1},'summary':'s'}
          {'kind':'file_content','path':'a','content':'x','size':1} | {'kind':'file_content','data':{'path':'a','content':'x','size':1}}
          {'kind':'file_list','path':'a','entries':[{'name':'b'}]}  | {'kind':'file_list','data':{'path':'a','entries':[{'name':'b'}]}}
          {'kind':'json','data':{'a':1}}                            | {'kind':'structured','data':{'a':1}}
          {'kind':'json','value':[1]}                               | {'kind':'structured','data':{'value':[1]}}
          """)
  void readsTheOlderFlatFormAsTheNewer(String flat, String normal) {
    assertThat(json(result(flat).toMap())).isEqualTo(normal);
    assertThat(result(flat)).isEqualTo(result(normal));
    assertThat(result(flat).forModel()).isEqualTo(result(normal).forModel());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'kind':'text','data':{'content':'a'}}                                    | a
          {'kind':'text','data':'a'}                                                | a
          {'kind':'file_content','data':{'path':'p','content':'a'},'summary':'s'}   | s;;a
          {'kind':'diff','data':{'path':'p','modified':'a'},'summary':'s'}          | s;;a
          {'kind':'diff','data':{'path':'p','hunks':[]}}                            | {'path':'p','hunks':[]}
          {'kind':'git.status','data':{'b':1,'a':null},'summary':'s'}               | s;;{'b':1,'a':null}
          {'kind':'git.status','data':[1, 2]}                                       | [1,2]
          {'kind':'x','data':1,'summary':'s','display':{'preferredView':'hidden'}}  | s
          {'kind':'x','data':1,'display':{'preferredView':'hidden'}}                | ''
          {'kind':'x','summary':'s'}                                                | s
          """)
  void reachesModelsAsOneText(String json, String text) {
    assertThat(result(json).forModel().replace('"', '\'')).isEqualTo(text.replace(";", "\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'text','data':'a\\ud800b'}",
        "{'kind':'x','summary':'a\\ud800b'}",
        "{'kind':'x','data':1,'summary':'a\\ud800b','display':{'preferredView':'hidden'}}"
      })
  void reachesModelsWithoutHalvesOfCharacters(String json) {
    assertThat(result(json).forModel()).isEqualTo("a\ufffdb");
    assertThat(result(json).toResponse().content()).containsExactly(TextBlock.of("a\ufffdb"));
  }

  @Test
  void isFoundInAnAnswerWhereverItMayStand() {
    String one = "{'kind':'x','data':1}";
    String other = "{'kind':'x','data':2}";
    assertThat(find("{'content':[],'_meta':{'dev.attache/view':" + one + "}}").result())
        .isEqualTo(result(one));
    assertThat(find("{'content':[],'structuredContent':" + one + "}").result())
        .isEqualTo(result(one));
    assertThat(
            find("{'structuredContent':" + other + ",'_meta':{'dev.attache/view':" + one + "}}")
                .result())
        .isEqualTo(result(one));
    assertThat(find(one).result()).isEqualTo(result(one));
    assertThat(find("{'content':[],'structuredContent':{'a':1}}").result()).isNull();
    assertThat(
            find("{'content':[],'_meta':{'dev.attache/view':{'kind':'x','data':1,'summary':2}}}")
                .problems())
        .containsExactly("/_meta/dev.attache~1view/summary: must be a string; ignored");
  }

  private static Reading find(String json) {
    return SemanticResult.find(object(json));
  }
}
