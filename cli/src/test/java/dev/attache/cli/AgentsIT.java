package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Text;
import dev.attache.tokens.jtokkit.O200k;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Agents that others publish, with {@code attache serve} and a model that follows a script. An
 * oracle reads all that the model is sent.
 */
@Tag("process")
@Tag("network")
@Tag("slow")
@ParameterizedClass
@EnumSource
class AgentsIT {

  private static final Path PAGE = Path.of("../docs/serve-clients.md");
  private static final String REFRESH = "refresh_resource";
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{12}");
  private static final Pattern MORE = Pattern.compile("lines \"([^\"]+)\"");

  /** A class of 3.1 KB, for which the page gives the tokens. */
  private static final String BIG =
      IntStream.range(0, 30)
          .mapToObj(
              i ->
                  """
                    /** Returns the word for %d, in "quotes". */
                    String word%d() {
                      return "\\t\\"word %d\\"\\n";
                    }

                  """
                      .formatted(i, i, i))
          .collect(Collectors.joining("", "package demo;\n\npublic final class Big {\n", "}\n"));

  private static final String LINES = " " + BIG.lines().count() + " lines";

  private static final String EDITED = BIG.replace("\"\\t\\\"word 17", "\"\\t\\\"Word 17");

  /** About 200 KB in lines of many lengths. */
  private static final String LOG =
      IntStream.range(0, 2_500)
          .mapToObj(i -> i + ": größe \"" + "0123456789".repeat(i % 15) + "\" 世界\n")
          .collect(Collectors.joining());

  @Parameter Agent agent = Agent.CLAUDE_CODE;

  @TempDir Path temporary;

  private ServedWorkspace workspace = new ServedWorkspace(temporary, temporary, temporary);

  @BeforeEach
  void fill() throws IOException {
    workspace = ServedWorkspace.in(temporary, Launch.installed());
    Files.createDirectories(workspace.directory().resolve("src"));
    workspace.file("src/Big.java", BIG);
    workspace.file("log.txt", LOG);
    Files.write(workspace.directory().resolve("src/pic.png"), png());
  }

  private static byte[] png() throws IOException {
    var random = new Random(1);
    var image = new BufferedImage(64, 48, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 64 * 48; i++) {
      image.setRGB(i % 64, i / 64, random.nextInt());
    }
    var png = new ByteArrayOutputStream();
    ImageIO.write(image, "png", png);
    return png.toByteArray();
  }

  @Test
  void refersToNothingThatItsModelDoesNotHave() throws Exception {
    workspace.file("notes.txt", "größer\n");
    try (var talk =
        new AgentTalk(agent, workspace, "--attach=src", "--attach=log.txt", "--allow-attach")) {
      SentToModel whole = refresh(talk, Map.of("uri", "src/Big.java"));
      assertThat(whole.text()).contains(LINES + "\n" + BIG);
      SentToModel unchanged = refresh(talk, Map.of("uri", "src/Big.java"));
      String digest = digest(whole);
      assertThat(unchanged.text())
          .contains("src/Big.java is unchanged since I returned it in this session (" + digest)
          .doesNotContain("word");
      SentToModel known = refresh(talk, Map.of("uri", "src/Big.java", "known", digest));
      assertThat(known.text()).contains("src/Big.java " + digest + LINES + ": unchanged.");
      workspace.file("src/Big.java", EDITED);
      SentToModel changed = refresh(talk, Map.of("uri", "src/Big.java", "known", digest));
      assertThat(changed.text())
          .contains("\n+    return \"\\t\\\"Word 17")
          .doesNotContain("word 3");
      workspace.file("src/Big.java", BIG.replace("word 1", "WORD 1"));
      assertThat(refresh(talk, Map.of("uri", "src/Big.java")).text()).contains("\n+    return \"");

      assertThat(refresh(talk, Map.of("uri", "src/pic.png")).images()).containsExactly(png());
      assertThat(refresh(talk, Map.of("uri", "src/pic.png")).images()).containsExactly(png());
      readByPages(talk);
      SentToModel attached = talk.call("attach_resource", Map.of("uri", "notes.txt"));
      assertThat(attached.text()).contains(" 1 line\ngrößer\n");
      assertThat(refresh(talk, Map.of("uri", "notes.txt")).text())
          .contains("notes.txt is unchanged ", " 1 line\ngrößer\n");
      SentToModel own = null;
      if (!agent.ownTool().isEmpty()) {
        workspace.file("src/Big.java", BIG);
        Path file = workspace.directory().resolve("src/Big.java");
        own = talk.call(agent.ownTool(), agent.ownArguments(file));
        assertThat(own.text()).contains("word 17");
      }
      talk.end();
      talk.assertNothingIsLeft();
      for (SentToModel request : talk.requests()) {
        assertThat(ReferenceOracle.problems(request)).isEmpty();
      }
      assertThat(Files.readString(PAGE))
          .contains(
              "%s %s | %s | %s | %s |"
                  .formatted(
                      agent.row(),
                      tokens(whole),
                      tokens(unchanged),
                      tokens(changed),
                      own == null ? "–" : "`" + agent.ownTool() + "` " + tokens(own)));
    }
  }

  private static void readByPages(AgentTalk talk) {
    List<String> pages = new ArrayList<>();
    String lines = "1-";
    String text = "";
    while (!lines.isEmpty()) {
      text = refresh(talk, Map.of("uri", "log.txt", "lines", lines)).text();
      pages.add(page(text));
      Matcher more = MORE.matcher(text);
      lines = more.find() ? more.group(1) : "";
    }
    assertThat(String.join("", pages)).isEqualTo(LOG);
    assertThat(pages).hasSizeGreaterThan(4);
  }

  /** Returns a page without its first line and the line that says how to read on. */
  private static String page(String text) {
    return text.lines()
        .filter(line -> line.endsWith("世界"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static SentToModel refresh(AgentTalk talk, Map<String, Object> arguments) {
    return talk.call(REFRESH, arguments);
  }

  private static String digest(SentToModel sent) {
    Matcher matcher = DIGEST.matcher(sent.text());
    assertThat(matcher.find()).as(sent.text()).isTrue();
    return matcher.group();
  }

  /** Returns the tokens of a result, with values that differ between runs replaced. */
  private String tokens(SentToModel sent) {
    String text =
        sent.text()
            .replace(workspace.directory().toString(), "/home/me/project")
            .replaceAll("(?<=Wall time: )[0-9.]+", "0.1")
            .replaceAll("(?<=Chunk ID: )[0-9a-f]+", "0");
    return String.format(Locale.ROOT, "%,d", new O200k().count(Text.of(text)));
  }

  /** The first run of the command is over at once, each later one takes ten minutes. */
  @Test
  void leavesNothingBehindWhenItIsInterrupted() throws Exception {
    workspace.file("slow.sh", "[ ! -e again ] || exec sleep 600\ntouch again\necho once\n");
    try (var talk = new AgentTalk(agent, workspace, "--attach=cmd:sh slow.sh")) {
      talk.ask(REFRESH, Map.of("uri", "cmd:sh slow.sh"));
      talk.awaitProcess("sleep 600");
      talk.interrupt();
      talk.assertNothingIsLeft();
    }
  }
}
