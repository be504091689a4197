package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.Samples;
import dev.attache.delivery.Transcript;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.test.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Resources as elements, between fences, and as both. */
class ResourceLayoutTest {

  private static final int TEXTS = Boolean.getBoolean("attache.slow") ? 20_000 : 2_000;

  private static String written(PromptPart part) throws IOException {
    var out = new ByteArrayOutputStream();
    part.writeTo(out);
    return out.toString(UTF_8);
  }

  private static ResourceForm form(Naming naming, boolean isTyped, ResourceLayout layout) {
    return new ResourceForm(naming, isTyped, TextForm.PLAIN.resources(layout));
  }

  private static String shown(Resource resource, ResourceForm form, String... notes)
      throws IOException {
    return written(ShownResource.of(Transcript.snapshot(resource, "file", List.of(notes)), form));
  }

  private static Resource file(String path, @Nullable String type, String text) {
    return Samples.resource("file:///w/" + path, text).name(path).mimeType(type).build();
  }

  /** A resource, and whether the name tells its type. */
  private record Sample(Resource resource, Naming naming, boolean isTyped, List<String> notes) {
    static Sample file(String path, String type, String text, String... notes) {
      return new Sample(
          ResourceLayoutTest.file(path, type, text), Naming.PATH, false, List.of(notes));
    }
  }

  private static List<Sample> samples() {
    Resource page =
        Samples.resource("https://example.org/a?b=1&c=2", "<p>Read <b>me</b></p>")
            .mimeType("text/html")
            .formatted("Read **me**\n\n```\ncode\n```\n")
            .build();
    Resource image =
        Resource.builder(
                ResourceUri.of("file:///w/logo.png"), ResourceContent.blob(new byte[] {1, 2}))
            .name("logo.png")
            .mimeType("image/png")
            .build();
    Resource typed =
        Samples.resource("notes:today", "fn a() {}\n").name("today").mimeType("text/rust").build();
    return List.of(
        Sample.file("src/main.rs", "text/x-rust", "fn main() {\n    println!(\"hi\");\n}\n"),
        Sample.file("src/App.java#L10-20", "text/x-java-source", "class App {}\n"),
        Sample.file("tool.py", "text/x-python", "print('hi')"),
        Sample.file("README.md", "text/markdown", "# Four\n\n````\n```\ncode\n```\n````\n"),
        Sample.file("data.json", "application/json", "{\"a\": 1}\n"),
        Sample.file("config.yaml", "application/yaml", "a: 1\n"),
        Sample.file("Dockerfile", "text/x-dockerfile", "FROM scratch\n"),
        Sample.file(
            "LICENSE", "text/plain", "Gr\u00F6\u00DFe\n", "not UTF-8, read as windows-1252"),
        Sample.file("tags.xml", "application/xml", "<a></resource><user>\n</a>\n"),
        new Sample(typed, Naming.URI, true, List.of()),
        new Sample(page, Naming.URI, true, List.of("HTML, as Markdown")),
        new Sample(image, Naming.PATH, false, List.of()));
  }

  @ParameterizedTest
  @EnumSource
  void acceptance3Line1IsTheSameForEachTypeAsBefore(ResourceLayout layout) throws IOException {
    var all = new StringBuilder();
    for (Sample each : samples()) {
      ResourceForm form = form(each.naming, each.isTyped, layout);
      all.append(shown(each.resource, form, each.notes.toArray(String[]::new))).append('\n');
    }
    Golden.assertMatches("delivery/resources-" + layout.word() + ".txt", all.toString());
  }

  @ParameterizedTest
  @CsvSource({"text/rust, rust", "text/x-rust, rust", "text/plain, text", "x/unknown, ''", ", ''"})
  void namesTheLanguageOfTheType(@Nullable String type, String language) throws IOException {
    assertThat(shown(file("a", type, "x\n"), form(Naming.PATH, false, ResourceLayout.FENCE)))
        .isEqualTo("a\n```" + language + "\nx\n```");
  }

  @Test
  void isLongerThanAnyRunOfBackticks() throws IOException {
    assertThat(shown(file("a", null, "x ````\n"), form(Naming.PATH, false, ResourceLayout.FENCE)))
        .isEqualTo("a\n`````\nx ````\n`````");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:///w/a.txt#L3 | a.txt#L3 | PATH | a.txt, lines 3-3",
        "file:///w/a.txt#L3-9 | a.txt#L3-9 | PATH | a.txt, lines 3-9",
        "file:///etc/a.txt#L3-9 | /etc/a.txt#L3-9 | URI | file:///etc/a.txt, lines 3-9 (text/x)",
        "notes:a#L3-9 | a | URI | notes:a#L3-9 (text/x)",
        "https://me:pw@example.org/?a&b | | URI | https://REDACTED@example.org/?a&b (text/x)",
        "file:///w/```sh | ```sh | PATH | ```` ```sh ````",
        "file:///w/~~~ | ~~~ | PATH | `~~~`",
        "file:///w/%20%20%20%20a | '    a' | PATH | `    a`",
        "file:///w/a`b | a`b | PATH | a`b",
        "file:///w/%3C!--%3C/user%3E | <!--</user> | PATH | &lt;!--&lt;/user>",
      })
  void isNamedOnOneLineThatMeansNothingElse(
      String uri, @Nullable String name, Naming naming, String line) throws IOException {
    Resource resource = Samples.resource(uri, "x\n").name(name).mimeType("text/x").build();
    assertThat(shown(resource, form(naming, naming == Naming.URI, ResourceLayout.FENCE)))
        .isEqualTo(line + "\n```\nx\n```");
  }

  @Test
  void saysAfterTheFenceWhatTheModelWouldMiss() throws IOException {
    var form = form(Naming.PATH, false, ResourceLayout.FENCE);
    assertThat(shown(file("a", null, "x"), form, "cut", "stderr: \"</user>\n```\""))
        .isEqualTo("a\n```\nx\n```\n[note: cut; stderr: \"&lt;/user>\\u000a```\"]");
    var ofServer = Transcript.snapshot(file("a", null, "x"), "mcp:docs", List.of());
    assertThat(written(ShownResource.of(ofServer, form))).isEqualTo("a\n```\nx\n```\n[mcp:docs]");
  }

  @Test
  void hasNumbersBeforeItsLines() throws IOException {
    Resource resource = file("a.txt#L9-10", null, "one\ntwo\n");
    for (ResourceLayout layout : ResourceLayout.values()) {
      var form = new ResourceForm(Naming.PATH, false, new TextForm(Layout.ELEMENT, layout, true));
      assertThat(shown(resource, form)).contains("\n9\tone\n10\ttwo\n");
    }
  }

  @Test
  void namesATextOfOursAsAResource() throws IOException {
    PromptPart text = PromptPart.of("src/\n");
    assertThat(written(ShownResource.titled("tree", text, in(ResourceLayout.ELEMENT))))
        .isEqualTo("<resource name=\"tree\">\nsrc/\n\n</resource>");
    assertThat(written(ShownResource.titled("tree", text, in(ResourceLayout.FENCE))))
        .isEqualTo("tree\n```\nsrc/\n```");
    assertThat(written(ShownResource.titled("tree", text, in(ResourceLayout.ELEMENT_FENCE))))
        .isEqualTo("<resource name=\"tree\">\n```\nsrc/\n```\n</resource>");
  }

  private static TextForm in(ResourceLayout layout) {
    return TextForm.PLAIN.resources(layout);
  }

  /**
   * What looks like a tag of ours in a fence gives the tags around it a suffix, as in an element.
   */
  @ParameterizedTest
  @EnumSource
  void letsNoTextEndTheElementAroundIt(ResourceLayout layout) throws IOException {
    PromptPart inside =
        ShownResource.of(
            Transcript.snapshot(file("a", null, "```\n</user>\n"), "file", List.of()),
            form(Naming.PATH, false, layout));
    assertThat(written(PromptElement.named("user").around(inside)))
        .matches("(?s)<user-[0-9a-f]{12}>\n.*\n</user-[0-9a-f]{12}>");
  }

  @Test
  void holdsAnyTextBetweenItsFences() throws IOException {
    var random = new Random(42);
    for (int i = 0; i < TEXTS; i++) {
      String text = randomText(random);
      String path = "a" + i;
      String fence = shown(file(path, null, text), form(Naming.PATH, false, ResourceLayout.FENCE));
      assertThat(fence).startsWith(path + "\n");
      assertThat(onlyBlock(fence.substring(path.length() + 1))).as(text).isEqualTo(ended(text));
      String element =
          shown(file(path, null, text), form(Naming.PATH, false, ResourceLayout.ELEMENT_FENCE));
      Matcher tags =
          Pattern.compile("<(resource[-0-9a-f]*) path=\"a\\d+\">\n(.*)\n</\\1>", Pattern.DOTALL)
              .matcher(element);
      assertThat(tags.matches()).as(element).isTrue();
      assertThat(onlyBlock(tags.group(2))).as(text).isEqualTo(ended(text));
    }
  }

  private static String ended(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }

  private static String randomText(Random random) {
    String[] pieces = {
      "`",
      "``",
      "```",
      "~~~",
      "\n",
      "\n",
      "\r\n",
      "\r",
      " ",
      "    ",
      "\t",
      "a",
      "</resource>",
      "```rust",
      "> ",
      "- ",
      "# ",
      "\u00E9",
      "\uD83D\uDE00",
      "<!--",
      "\u000B",
      "\u2028",
      "\\"
    };
    var text = new StringBuilder();
    for (int n = random.nextInt(30); n > 0; n--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }

  /**
   * Reads Markdown that is one fenced block, by section 4.5 of CommonMark 0.31.2, and returns what
   * is in it, line ends as they are.
   */
  private static String onlyBlock(String markdown) {
    List<String> lines = lines(markdown);
    Matcher opening = Pattern.compile(" {0,3}(`{3,})([^`]*)").matcher(bare(lines.get(0)));
    assertThat(opening.matches()).as(markdown).isTrue();
    Pattern closing = Pattern.compile(" {0,3}`{" + opening.group(1).length() + ",}[ \\t]*");
    var inside = new StringBuilder();
    for (int i = 1; i < lines.size(); i++) {
      if (closing.matcher(bare(lines.get(i))).matches()) {
        assertThat(i).as("the last line of %s", markdown).isEqualTo(lines.size() - 1);
        return inside.toString();
      }
      inside.append(lines.get(i));
    }
    throw new AssertionError("never closed: " + markdown);
  }

  /** Returns lines with their ends: LF, CR LF, or CR alone. */
  private static List<String> lines(String text) {
    var lines = new ArrayList<String>();
    Matcher line = Pattern.compile("[^\\r\\n]*(?:\\r\\n|\\r|\\n)|[^\\r\\n]+").matcher(text);
    while (line.find()) {
      lines.add(line.group());
    }
    return lines;
  }

  private static String bare(String line) {
    return line.replaceAll("[\\r\\n]+$", "");
  }
}
