package dev.attache.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.terminal.UsageException;
import dev.attache.jars.ResultRenderers;
import dev.attache.resource.tool.DisplayHints;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.test.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people see of results that say what they are. */
class ResultViewTest {

  private static final Pane TERMINAL = new Pane(80, true, false, false);
  private static final Pane PIPE = new Pane(80, false, false, false);
  private static final Pane EXPANDED = new Pane(80, true, false, true);
  private static final Pane COLORED = new Pane(80, true, true, false);

  private final List<String> problems = new ArrayList<>();

  private static SemanticResult result(String json) {
    try {
      SemanticResult.Reading reading =
          SemanticResult.read(GivenJson.object("", json.replace('\'', '"')));
      assertThat(reading.problems()).isEmpty();
      return Objects.requireNonNull(reading.result());
    } catch (UsageException e) {
      throw new AssertionError(e);
    }
  }

  private static String file(String name) {
    try {
      return Files.readString(Path.of("src/test/resources/view", name + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ResultView view(Pane pane) {
    return new ResultView(pane, () -> ResultRenderers.NONE, problems::add);
  }

  private String shown(SemanticResult result, Pane pane) {
    var out = new ByteArrayOutputStream();
    try {
      view(pane).write(result, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(problems).isEmpty();
    return out.toString(UTF_8);
  }

  private String shown(String json, Pane pane) {
    return shown(result(json), pane);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind-text",
        "kind-diff",
        "kind-diff-new",
        "kind-diff-hunks",
        "kind-file_content",
        "kind-file_list",
        "kind-table",
        "kind-image",
        "kind-structured",
        "view-text",
        "view-markdown",
        "view-code",
        "view-diff",
        "view-table",
        "view-tree",
        "view-image",
        "view-raw",
        "view-hidden",
        "type-text",
        "type-image",
        "type-json",
        "shape-table",
        "shape-text",
        "last-json",
        "hints-collapsed",
        "hints-height"
      })
  void acceptance5Line2IsTheSameForEveryKindViewAndStep(String name) {
    Golden.assertMatches("view/" + name + ".txt", shown(file(name), TERMINAL));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'kind':'text','content':'a'}                                                  | {'kind':'text','data':{'content':'a'}}
          {'kind':'diff','path':'a','original':'x','modified':'y','isNew':false,'bytesWritten':1} | {'kind':'diff','data':{'path':'a','original':'x','modified':'y','isNew':false,'bytesWritten':1}}
          {'kind':'file_content','path':'a','content':'x','size':1}                      | {'kind':'file_content','data':{'path':'a','content':'x','size':1}}
          {'kind':'file_list','path':'a','entries':[{'name':'b'}]}                       | {'kind':'file_list','data':{'path':'a','entries':[{'name':'b'}]}}
          {'kind':'json','data':{'a':1}}                                                 | {'kind':'structured','data':{'a':1}}
          """)
  void acceptance5Line2IsTheSameForTheOlderFlatForm(String flat, String normal) {
    assertThat(shown(flat, TERMINAL)).isEqualTo(shown(normal, TERMINAL)).isNotEmpty();
  }

  // 5.4, step by step

  @Test
  void triesTheViewOfTheKindFirst() {
    assertThat(shown("{'kind':'text','data':'a','display':{'preferredView':'raw'}}", PIPE))
        .isEqualTo("a\n");
  }

  @Test
  void triesThePreferredViewBeforeTheType() {
    assertThat(
            shown(
                "{'kind':'x','data':'a','mimeType':'text/plain','display':{'preferredView':'raw'}}",
                PIPE))
        .isEqualTo("\"a\"\n");
  }

  @Test
  void triesTheTypeBeforeTheShape() {
    assertThat(shown("{'kind':'x','data':[{'a':1}],'mimeType':'application/json'}", PIPE))
        .isEqualTo("└─ -\n   └─ a: 1\n");
  }

  @Test
  void triesTheShapeBeforeJson() {
    assertThat(shown("{'kind':'x','data':[{'a':1},{'a':2}]}", PIPE)).isEqualTo("a\n1\n2\n");
    assertThat(shown("{'kind':'x','data':'a'}", PIPE)).isEqualTo("a\n");
  }

  @Test
  void showsJsonBelowTheSummaryAtLast() {
    assertThat(shown("{'kind':'x','data':{'a':1},'summary':'s'}", PIPE))
        .isEqualTo("s\n{\n  \"a\": 1\n}\n");
  }

  @Test
  void takesTheNextStepWhereTheDataIsOfAnotherShape() {
    assertThat(shown("{'kind':'diff','data':[{'a':1}]}", PIPE)).isEqualTo("a\n1\n");
    assertThat(shown("{'kind':'table','data':7,'mimeType':'text/plain'}", PIPE)).isEqualTo("7\n");
    assertThat(shown("{'kind':'image','data':{},'display':{'preferredView':'tree'}}", PIPE))
        .isEqualTo("{}\n");
  }

  // 5.5

  @Test
  void isCollapsedOrCutOnlyOnATerminal() {
    for (String name : List.of("hints-collapsed", "hints-height")) {
      assertThat(shown(file(name), PIPE)).doesNotContain("--expand");
      assertThat(shown(file(name), EXPANDED)).isEqualTo(shown(file(name), PIPE));
    }
    assertThat(shown(file("hints-height"), PIPE)).isEqualTo("1\n2\n3\n4\n5\n");
    assertThat(shown("{'kind':'x','data':'a','display':{'collapsed':true}}", TERMINAL))
        .isEqualTo("x\n… 1 line (--expand)\n");
  }

  @Test
  void showsOneLineOfASummaryUnlessAllIsWanted() {
    String json = "{'kind':'x','data':'a','summary':'one\\ntwo\\nthree\\n'}";
    assertThat(shown(json, PIPE)).isEqualTo("one … 2 more lines (--expand)\na\n");
    assertThat(shown(json, EXPANDED)).isEqualTo("one\ntwo\nthree\na\n");
    String wide = "{'kind':'x','summary':'" + "s".repeat(2000) + "'}";
    assertThat(shown(wide, PIPE)).isEqualTo("s".repeat(1000) + "…\n");
  }

  // 5.7

  @Test
  void showsOnlyTheSummaryOfWhatIsLargerThanAMebibyte() {
    String text = "ä".repeat(1 << 19);
    assertThat(shown(SemanticResult.of("x", text.substring(1)), PIPE)).hasSize((1 << 19));
    assertThat(shown(new SemanticResult("x", text, "much text", null, DisplayHints.NONE), PIPE))
        .isEqualTo("much text\n[x, 1 MiB of JSON; --raw shows it]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'x','data':'EVIL','summary':'EVIL'}",
        "{'kind':'text','data':{'content':'a\\rEVIL'}}",
        "{'kind':'diff','data':{'path':'EVIL','original':'EVIL','modified':'EVILEVIL'}}",
        "{'kind':'diff','data':{'path':'a','hunks':[{'lines':['+EVIL']},'-EVIL']}}",
        "{'kind':'file_content','data':{'path':'EVIL','content':'EVIL','encoding':'EVIL'}}",
        "{'kind':'file_list','data':{'path':'EVIL','entries':[{'name':'EVIL','type':'EVIL','modified':'EVIL'}]}}",
        "{'kind':'table','data':{'columns':[{'key':'EVIL'},{'key':'b','label':'EVIL'}],'rows':[{'EVIL':'EVIL','b':['EVIL']}]}}",
        "{'kind':'image','data':{'url':'EVIL://EVIL','alt':'EVIL','base64':'EVIL'},'mimeType':'EVIL'}",
        "{'kind':'structured','data':{'EVIL':'EVIL','b':['EVIL',{'EVIL':[]}]}}",
        "{'kind':'x','data':{'EVIL':['EVIL']},'display':{'preferredView':'raw'}}",
        "{'kind':'x','data':'EVIL','display':{'preferredView':'code'}}"
      })
  void canDoNoMoreToATerminalThanBeRead(String json) {
    String evil = json.replace("EVIL", "\\u001b]0;pwn\\u0007\\u009b31m\\u202e\\u200b");
    for (Pane pane : List.of(TERMINAL, PIPE, EXPANDED)) {
      assertThat(shown(evil, pane)).isNotEmpty().doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]");
    }
  }

  @Test
  void isColoredWhereColoursAreWanted() {
    assertThat(shown(file("view-diff"), COLORED))
        .contains("\u001b[31m-old\u001b[0m\n\u001b[32m+new\u001b[0m\n");
    assertThat(shown(file("view-diff"), TERMINAL)).doesNotContain("\u001b");
  }

  @Test
  void neverHasTheBytesOrTheSecretsOfAnImage() {
    assertThat(shown(file("kind-image"), PIPE))
        .doesNotContain("iVBOR", "secret", "abc")
        .contains("8 B");
    assertThat(shown("{'kind':'image','data':{'base64':'?!'}}", PIPE)).doesNotContain("?!");
  }

  @Test
  void keepsAllOfATableInAPipe() {
    assertThat(shown(file("kind-table"), PIPE))
        .contains("a long way down the file  somewhere far away")
        .isEqualTo(shown(file("kind-table"), EXPANDED));
  }

  @Test
  void fitsTheTerminal() {
    for (int width : List.of(40, 80, 200)) {
      for (String name : List.of("kind-table", "kind-file_list", "kind-structured")) {
        assertThat(shown(file(name), new Pane(width, true, false, false)).lines().skip(1))
            .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
      }
    }
  }

  @Test
  void showsAnEmptyTableAndAnEmptyDirectory() {
    assertThat(shown("{'kind':'table','data':{'columns':['a','b'],'rows':[]}}", PIPE))
        .isEqualTo("a  b\n(no rows)\n");
    assertThat(shown("{'kind':'file_list','data':{'path':'src','entries':[]}}", PIPE))
        .isEqualTo("src (0 entries)\n");
    assertThat(shown("{'kind':'text','data':{'content':''}}", PIPE)).isEmpty();
    assertThat(shown(SemanticResult.of("x", Map.of()), PIPE)).isEqualTo("{}\n");
  }

  @Test
  void staysSmallWhateverIsNestedOrWide() {
    String deep = "[".repeat(400) + "1,".repeat(200_000) + "1" + "]".repeat(400);
    for (String view : List.of("tree", "raw")) {
      String json = "{'kind':'x','data':" + deep + ",'display':{'preferredView':'" + view + "'}}";
      assertThat(shown(json, PIPE).length()).isLessThan(1 << 20);
    }
    String wide =
        "{'kind':'table','data':{'columns':['a','b'],'rows':[{'a':'"
            + "w".repeat(100_000)
            + "'}"
            + ",{'a':1,'b':2}".repeat(50_000)
            + "]}}";
    assertThat(shown(wide, PIPE)).hasSizeLessThan(1 << 20).contains("\n1  2\n");
    var many = new StringBuilder("{'kind':'x','data':[{'a':1}");
    for (int i = 0; i < 20_000; i++) {
      many.append(",{'k").append(i).append("':1}");
    }
    assertThat(shown(many + "]}", PIPE)).startsWith("[\n  {\n    \"a\": 1\n  },\n");
  }
}
