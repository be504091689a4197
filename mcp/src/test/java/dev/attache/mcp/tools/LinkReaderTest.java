package dev.attache.mcp.tools;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class LinkReaderTest {

  private final CalledTools tools = CalledTools.of();

  @AfterEach
  void close() {
    tools.close();
  }

  private List<String> links(String... uris) throws ResourceException {
    return CalledTools.shown(tools.call(Map.of("k", "links", "uris", List.of(uris)), Map.of()));
  }

  private static String resource(String uri, ResourceContent content, String type, int link) {
    return Resource.builder(ResourceUri.of(uri), content)
        .mimeType(type)
        .name("n" + link)
        .title("Title " + link)
        .description("About " + link)
        .annotations(new Annotations(Set.of(), 0.5, null))
        .build()
        .toString();
  }

  @Test
  void putsResourcesInThePlacesOfLinksAsTheLinksDescribeThem() throws ResourceException {
    assertThat(links("demo://linked", "demo://typed", "demo://two"))
        .containsExactly(
            resource("demo://linked", ResourceContent.text("linked"), "text/x-demo", 0),
            resource("demo://typed", ResourceContent.blob(new byte[] {0, 1, 2}), "image/x-a", 1),
            resource("demo://a", ResourceContent.text("a"), "text/x-demo", 2),
            resource("demo://b", ResourceContent.text("b"), "text/x-demo", 2));
    assertThat(tools.notes).isEmpty();
  }

  @Test
  void takesNothingOfAContentThatIsNotTheServersToSay() throws ResourceException {
    assertThat(links("demo://formatted"))
        .containsExactly(
            resource("demo://formatted", ResourceContent.text("true"), "text/x-demo", 0));
  }

  @Test
  void doesNotFollowLinksInACircle() throws ResourceException {
    List<String> read = links("demo://circle");
    assertThat(read).hasSize(1);
    assertThat(read.get(0)).contains("uri=demo://circle").doesNotStartWith("link");
  }

  @Test
  void leavesLinksThatCannotBeRead() throws ResourceException {
    assertThat(links("demo://none", "demo://linked", "demo://empty", "demo://broken"))
        .containsExactly(
            "link demo://none",
            resource("demo://linked", ResourceContent.text("linked"), "text/x-demo", 1),
            "link demo://empty",
            "link demo://broken");
    assertThat(tools.notes)
        .containsExactly(
            "could not read the link demo://none: the MCP server srv answered resources/read with"
                + " error -32601: not found",
            "could not read the link demo://empty: the server's answer has no contents",
            "could not read the link demo://broken: in the server's answer, /resource/blob is not"
                + " base64: it has an invalid base64 digit at 0");
  }

  @Test
  void readsNoMoreThanTheLimit() throws ResourceException {
    assertThat(links("demo://huge", "demo://linked"))
        .containsExactly(
            "link demo://huge",
            resource("demo://linked", ResourceContent.text("linked"), "text/x-demo", 1));
    assertThat(tools.notes)
        .containsExactly(
            "could not read the link demo://huge: it has 585.9 KiB, and all links together may have"
                + " 1000 B");
  }

  @Test
  void readsEightLinksOfAThousand() throws ResourceException {
    List<String> uris = Collections.nCopies(1000, "demo://linked");
    List<String> read = CalledTools.shown(tools.call(Map.of("k", "links", "uris", uris), Map.of()));
    assertThat(read).hasSize(1000);
    assertThat(read.subList(0, 8)).noneMatch(each -> each.startsWith("link "));
    assertThat(read.subList(8, 1000)).containsOnly("link demo://linked");
    assertThat(tools.notes)
        .containsExactly("read only the first 8 of 1000 links; the rest are left as links");
  }

  @Test
  void waitsForALinkNoLongerThanForTheCall() throws ResourceException {
    ToolContext context =
        tools.context(
            Map.of("k", "links", "uris", List.of("demo://hang", "demo://linked")), Map.of());
    tools.call("success"); // which starts the server
    ToolResponse response = tools.call(context, Duration.ofMillis(700));
    assertThat(CalledTools.shown(response))
        .containsExactly("link demo://hang", "link demo://linked");
    assertThat(tools.notes).hasSize(2);
    assertThat(tools.notes.get(0))
        .startsWith(
            "could not read the link demo://hang: the MCP server srv did not answer resources/read"
                + " within ");
    assertThat(tools.notes.get(1))
        .isEqualTo("could not read the link demo://linked: no time is left of the call");
    assertThat(CalledTools.shown(tools.call(context(), PATIENCE))).containsExactly("done!");
  }

  private ToolContext context() {
    return tools.context(Map.of("k", "success"), Map.of());
  }
}
