package dev.attache.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import dev.attache.test.ScriptedHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceRouterTest {

  @TempDir Path workspace;
  private ReferenceRouter router;

  @BeforeEach
  void makePathsWithOddNames() throws Exception {
    for (String name :
        new String[] {
          "plain", "http:x", "!x", "a:b", "!http:y", "*.md", "a b", "q#L3", "mcp+s+u", "%41", "né"
        }) {
      Files.createFile(workspace.resolve(name));
    }
    Files.createDirectories(workspace.resolve("dir:/sub"));
    Files.createSymbolicLink(workspace.resolve("http:dangling"), Path.of("nowhere"));
    router = new ReferenceRouter(registry("file", "http", "cmd", "mcp"), workspace);
  }

  /** What is copied from somewhere has blanks around it and line ends in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " http://host/x ",
        "http://host/x\n",
        "\thttp://host/x",
        "ht\ntp://ho\r\nst/x",
        "\0http://host/x\u001f"
      })
  void takesUrlsAsTheUrlStandardDoes(String written) throws Exception {
    assertThat(router.toUri(written).value()).isEqualTo("http://host/x");
    assertThat(router.route(written).schemes()).containsExactly("http");
    References.Entry entry = References.of(List.of(written)).entries().get(0);
    assertThat(router.reference(0, entry).target()).isEqualTo("http://host/x");
  }

  @ParameterizedTest
  @ValueSource(strings = {" plain", "a\nb", " cmd:echo a", "cmd:echo 'a\nb'", " http:x"})
  void leavesAllElseAsItIs(String written) {
    References.Entry entry = References.of(List.of(written)).entries().get(0);
    assertThat(router.reference(0, entry).target()).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource({
    "plain, false, plain, file",
    "missing, false, missing, file",
    "src/**/*.java, false, src/**/*.java, file",
    "!target, true, target, file",
    "!, true, '', file",
    "'', false, '', file",
    // a path that exists is that path
    "http:x, false, http:x, file",
    "http:dangling, false, http:dangling, file",
    "./http:x, false, ./http:x, file",
    "a:b, false, a:b, file",
    "*.md, false, *.md, file",
    "mcp+s+u, false, mcp+s+u, file",
    "dir:/sub, false, dir:/sub, file",
    "!x, false, !x, file",
    "!http:y, false, !http:y, file",
    "!!x, true, !x, file",
    "!http:x, true, http:x, file",
    "!a:b, true, a:b, file",
    // everything with a scheme is a URI
    "http:z, false, http:z, http",
    "HTTP://Host/, false, HTTP://Host/, http",
    "!http://host/, true, http://host/, http",
    "cmd:git diff --cached, false, cmd:git diff --cached, cmd",
    "mcp+git-hub_1.x+repo://a, false, mcp+git-hub_1.x+repo://a, mcp",
    "file:///etc/hosts, false, file:///etc/hosts, file",
    // a server has any name, and all that it lists has no colon
    "mcp+other+, false, mcp+other+, mcp",
    "MCP+other+, false, MCP+other+, mcp",
    "!mcp+s+u, true, mcp+s+u, file",
    "!mcp+other+, true, mcp+other+, mcp",
    "mcp+my server/ö+demo://x, false, mcp+my server/ö+demo://x, mcp",
    "mcp+x, false, mcp+x, mcp",
    "mcp+, false, mcp+, mcp",
    "./mcp+x, false, ./mcp+x, file",
    "mcp, false, mcp, file",
    "mcpx+y+, false, mcpx+y+, file",
    // what only looks like a scheme is none
    "c:, false, c:, file",
    "C:\\x, false, C:\\x, file",
    "1http:x, false, 1http:x, file",
    "ht tp:x, false, ht tp:x, file",
    "dir/http:z, false, dir/http:z, file",
    ":x, false, :x, file",
  })
  void findsTheHandlerOfAReference(String text, boolean exclusion, String target, String scheme)
      throws Exception {
    Reference reference = router.reference(3, entry(text));
    assertThat(reference.text()).isEqualTo(text);
    assertThat(reference.exclusion()).isEqualTo(exclusion);
    assertThat(reference.target()).isEqualTo(target);
    assertThat(router.route(reference).schemes()).containsExactly(scheme);
  }

  @Test
  void keepsToWhatWasDecidedWhateverFilesThereAreNow() throws Exception {
    var decided = new References.Entry("!gone", Meaning.PATH, Requester.WORKSPACE, null);
    Reference reference = router.reference(0, decided);
    assertThat(reference).isEqualTo(new Reference(0, "!gone", Meaning.PATH, Requester.WORKSPACE));
    assertThat(router.route(reference).schemes()).containsExactly("file");
    var excluded = new References.Entry("!x", Meaning.EXCLUSION, Requester.USER, null);
    assertThat(router.reference(0, excluded).exclusion()).isTrue();
    var url = new References.Entry("http:x", Meaning.PLAIN, Requester.USER, null);
    assertThat(router.route(router.reference(0, url)).schemes()).containsExactly("http");
  }

  private static References.Entry entry(String text) {
    return References.of(List.of(text)).entries().get(0);
  }

  @Test
  void takesANameWithANulForNoPath() throws Exception {
    Reference reference = router.reference(0, entry("plain\0"));
    assertThat(router.route(reference).schemes()).containsExactly("file");
    assertThat(router.reference(0, entry("!\0")).exclusion()).isTrue();
    assertThat(router.toUri("plain\0").value()).isEqualTo("file:plain%00");
  }

  @Test
  void listsTheSchemesThatItKnows() {
    assertThatThrownBy(() -> router.route(router.reference(0, entry("!ftp:x"))))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED_SCHEME);
              assertThat(e.uri()).isEqualTo("ftp:x");
            })
        .hasMessage(
            "no handler for the scheme \"ftp\" (known: cmd, file, http, mcp), and no file of that"
                + " name");
  }

  @Test
  void saysWhenNobodyReadsFiles() {
    var filesOnly = new ReferenceRouter(registry("http"), workspace);
    assertThatThrownBy(() -> filesOnly.route(filesOnly.reference(0, entry("plain"))))
        .hasMessage("no handler for files");
  }

  @ParameterizedTest
  @CsvSource({
    "plain, file:plain",
    "missing, file:missing",
    "/etc/hosts, file:/etc/hosts",
    "a b, file:a%20b",
    "né, file:n%C3%A9",
    "%41, file:%2541",
    "http:x, file:http%3Ax",
    "!x, file:%21x",
    "dir/c#d?e, file:dir/c%23d%3Fe",
    "plain#L10, file:plain#L10",
    "plain#L10-20, file:plain#L10-20",
    "plain#L10-L20, file:plain#L10-L20",
    "plain#L, file:plain%23L",
    "q#L3, file:q%23L3",
    "q#L3#L4, file:q%23L3#L4",
    "http://host/a b, http://host/a b",
    "FILE:///x, FILE:///x",
    "C:x, file:C%3Ax",
    "mcp+a_b+demo://x {y}, mcp+a_b+demo://x {y}",
    "mcp+a b+demo://x, mcp:a b+demo://x",
    "MCP+a+, mcp:a+",
    "mcp+s+u, file:mcp%2Bs%2Bu",
  })
  void makesAUriOfAPathOrAUri(String text, String uri) throws Exception {
    assertThat(router.toUri(text).value()).isEqualTo(uri);
  }

  @Test
  void takesAnAddressOfAServerForAPathWhenNobodyKnowsServers() throws Exception {
    var filesOnly = new ReferenceRouter(registry("file"), workspace);
    assertThat(filesOnly.route(filesOnly.reference(0, entry("mcp+other+"))).handler().schemes())
        .containsExactly("file");
    assertThat(filesOnly.toUri("mcp+other+").value()).isEqualTo("file:mcp%2Bother%2B");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp+a b+x\ny", "http:a\nb", "http:\u001b[0m", "http:\u2028"})
  void refusesAUriWithControlCharacters(String text) {
    assertThatThrownBy(() -> router.toUri(text))
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_URI))
        .hasMessage("must not contain control characters");
  }

  @Test
  void refusesHalfACharacter() {
    assertThatThrownBy(() -> router.toUri("a\ud800"))
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_URI))
        .hasMessageStartingWith("the path contains an unpaired surrogate: ");
  }

  private static HandlerRegistry registry(String... schemes) {
    var handlers = new ScriptedHandler[schemes.length];
    for (int i = 0; i < schemes.length; i++) {
      var handler = ScriptedHandler.of(schemes[i]);
      handlers[i] = schemes[i].equals("mcp") ? handler.naming(uri -> "mcp") : handler;
    }
    return HandlerRegistry.of(handlers);
  }
}
