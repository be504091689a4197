package dev.attache.handlers.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.mcp.McpException;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.Text;
import dev.attache.resource.spi.Requester;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpReadingTest {

  private static final String URI = "demo://x";
  private static final String ADDRESS = "mcp+s+demo://x";

  private final MemoryServer server = MemoryServer.of("s");
  private final Calls calls = Calls.to(server);

  @Test
  void givesTheTextAndAllThatIsSaidAboutIt() throws Exception {
    server
        .answering(
            URI,
            MemoryServer.contents(
                Map.of(
                    "uri",
                    URI,
                    "text",
                    "\ufeffa\r\n\u0000",
                    "mimeType",
                    "text/x-odd",
                    "_meta",
                    Map.of("k", List.of(1, true)))))
        .listing(
            MemoryServer.entry(
                URI,
                Map.of(
                    "name",
                    "n",
                    "title",
                    "t",
                    "description",
                    "d\nd",
                    "mimeType",
                    "text/other",
                    "size",
                    99,
                    "annotations",
                    Map.of(
                        "audience",
                        List.of("assistant", "user"),
                        "priority",
                        0.5,
                        "lastModified",
                        "2025-01-12T15:00:58Z"))));
    assertThat(calls.resolveOne(ADDRESS))
        .isEqualTo(
            Resource.builder(uri(URI), Text.of("\ufeffa\r\n\u0000"))
                .mimeType("text/x-odd")
                .name("n")
                .title("t")
                .description("d d")
                .annotations(
                    new Annotations(
                        Set.of(Role.USER, Role.ASSISTANT),
                        0.5,
                        Instant.parse("2025-01-12T15:00:58Z")))
                .meta("k", List.of(1, true))
                .build());
    assertThat(calls.notes()).isEmpty();
  }

  @Test
  void keepsWhatIsSaidOfTheWholeAnswer() throws Exception {
    var answer =
        new LinkedHashMap<>(
            MemoryServer.contents(
                Map.of("uri", URI, "text", "a", "_meta", Map.of("own", 1, "both", "content"))));
    answer.put(
        "_meta",
        Map.of("revision", 7, "both", "answer", "io.modelcontextprotocol/serverInfo", Map.of()));
    server.answering(URI, answer);
    assertThat(calls.resolveOne(ADDRESS).meta())
        .isEqualTo(Map.of("own", 1, "both", "content", "revision", 7));
  }

  @Test
  void prefersWhatTheContentSaysToWhatTheListSays() throws Exception {
    server
        .answering(
            URI,
            MemoryServer.contents(
                Map.of(
                    "uri",
                    URI,
                    "text",
                    "",
                    "title",
                    "own",
                    "lastModified",
                    "2025-01-12",
                    "annotations",
                    Map.of("priority", 1))))
        .listing(
            MemoryServer.entry(
                URI,
                Map.of(
                    "title",
                    "listed",
                    "mimeType",
                    "text/css",
                    "annotations",
                    Map.of("priority", 0, "audience", List.of("user")))));
    Resource resource = calls.resolveOne(ADDRESS);
    assertThat(resource.title()).isEqualTo("own");
    assertThat(resource.mimeType()).isEqualTo("text/css");
    assertThat(resource.annotations())
        .isEqualTo(new Annotations(Set.of(Role.USER), 1.0, Instant.parse("2025-01-12T00:00:00Z")));
  }

  @Test
  void keepsSecretsAndInvisiblesOutOfWhatPeopleRead() throws Exception {
    answer(
        Map.of(
            "uri",
            "https://bob:hunter2@h/",
            "text",
            "",
            "name",
            "https://bob:hunter2@h/",
            "title",
            "see \u202ehttps://h/?token=hunter2",
            "description",
            "from ftp://bob:hunter2@h/\u2066"));
    Resource resource = calls.resolveOne(ADDRESS);
    assertThat(resource.uri().value()).isEqualTo("https://bob:hunter2@h/");
    assertThat(resource.name()).isEqualTo("https://REDACTED@h/");
    assertThat(resource.title()).isEqualTo("see https://h/?token=REDACTED");
    assertThat(resource.description()).isEqualTo("from ftp://REDACTED@h/");
  }

  @Test
  void readsOnceAndListsOnce() throws Exception {
    calls.failure(ADDRESS);
    assertThat(server.asked()).containsExactly(URI); // nothing is listed about what is not there
    server.with(URI, "text");
    calls.resolveOne(ADDRESS);
    assertThat(server.asked()).containsExactly(URI, URI, "list");
  }

  @Test
  void doesWithoutAListThatFails() throws Exception {
    server.with(URI, "text").failingToList(new McpException("no such method", -32601, null));
    assertThat(calls.resolveOne(ADDRESS).name()).isNull();
    assertThat(calls.notes()).isEmpty();
  }

  @Test
  void keepsHowLongTheAnswerMayBeKept() throws Exception {
    server.answering(
        URI,
        Map.of(
            "contents",
            List.of(Map.of("uri", URI, "text", "")),
            "ttlMs",
            60_000,
            "cacheScope",
            "private",
            "resultType",
            "complete"));
    assertThat(calls.resolveOne(ADDRESS).meta())
        .isEqualTo(Map.of("dev.attache/ttlMs", 60_000, "dev.attache/cacheScope", "private"));
  }

  @Test
  void givesAllContentsInTheirOrder() throws Exception {
    answer(
        Map.of("uri", "demo://b", "text", "1"),
        Map.of("uri", "demo://a", "text", "2"),
        Map.of("uri", "demo://b", "text", "3"),
        Map.of("uri", "demo://a", "blob", "Mg=="));
    assertThat(calls.resolve(ADDRESS))
        .extracting(resource -> resource.uri() + " " + text(resource))
        .containsExactly("demo://b 1", "demo://a 2", "demo://b 3");
    assertThat(calls.notes())
        .containsExactly("demo://a: the server gave this more than once; it is kept once");
  }

  @Test
  void keepsTheGoodContentsBesideTheBrokenOnes() throws Exception {
    var contents = new ArrayList<Object>();
    contents.add(null);
    contents.add("odd");
    contents.add(Map.of("uri", "demo://a", "blob", "????"));
    contents.add(Map.of("uri", "demo://b", "text", "good"));
    contents.add(Map.of("uri", "demo://c", "text", 5));
    server.answering(URI, Map.of("contents", contents));
    assertThat(calls.resolveOne(ADDRESS).uri().value()).isEqualTo("demo://b");
    assertThat(calls.failures())
        .containsExactly(
            "FAILED: entry 1 of 5 in the server's answer is no content but null",
            "FAILED: entry 2 of 5 in the server's answer is no content but odd",
            "FAILED: entry 3 of 5 in the server's answer is broken: its blob is not base64: it has"
                + " an invalid base64 digit at 0",
            "FAILED: entry 5 of 5 in the server's answer is broken: its text is not a string");
  }

  @Test
  void givesAPageTheFormOfPagesOfUrls() throws Exception {
    String html =
        "<title>Doc</title><nav><a href='/'>menu</a></nav>"
            + "<main><h1>Heading</h1><p>Some text of the page.</main>";
    answer(Map.of("uri", URI, "mimeType", "text/html", "text", html));

    Resource page = calls.resolveOne(ADDRESS);
    assertThat(page.content()).isEqualTo(Text.of(html));
    assertThat(page.formatted()).isEqualTo("# Heading\n\nSome text of the page.\n");
    assertThat(page.title()).isEqualTo("Doc");
    assertThat(calls.notes())
        .containsExactly("demo://x: the main content of an HTML page, as Markdown");
    assertThat(calls.configured(Map.of("html", "full")).resolveOne(ADDRESS).formatted())
        .contains("menu");
    assertThat(calls.configured(Map.of("html", "raw")).resolveOne(ADDRESS).formatted()).isNull();
  }

  @Test
  void keepsTheTitleThatTheServerGivesAPage() throws Exception {
    server.listing(MemoryServer.entry(URI, Map.of("name", "n", "title", "t")));
    answer(Map.of("uri", URI, "mimeType", "text/html", "text", "<title>Doc</title><p>a"));

    assertThat(calls.resolveOne(ADDRESS).title()).isEqualTo("t");
  }

  @Test
  void failsIfTheOnlyContentIsBroken() throws Exception {
    answer(Map.of("uri", URI, "blob", "AAAAA"));
    assertThat(calls.failure(ADDRESS))
        .isEqualTo(
            "FAILED: the only entry in the server's answer is broken: its blob is not base64: it"
                + " ends within a byte at 5");
  }

  @Test
  void neverDropsABlob() throws Exception {
    answer(Map.of("uri", URI, "text", "a", "blob", "YQ"));
    assertThat(calls.resolveOne(ADDRESS).content()).isEqualTo(Text.of("a"));
    assertThat(calls.notes()).isEmpty();
    answer(Map.of("uri", URI, "text", "a", "blob", "AAE"));
    assertThat(calls.resolve(ADDRESS))
        .extracting(resource -> resource.content().open().readAllBytes())
        .containsExactly(new byte[] {'a'}, new byte[] {0, 1});
    assertThat(calls.notes())
        .containsExactly(
            "demo://x: the server gave a text and, besides, other bytes; both are kept");
  }

  @Test
  void takesAnEmptyContentForAnEmptyResource() throws Exception {
    answer(Map.of("uri", URI, "mimeType", "text/css"));
    Resource resource = calls.resolveOne(ADDRESS);
    assertThat(resource.content().size()).isZero();
    assertThat(resource.mimeType()).isEqualTo("text/css");
    assertThat(calls.notes()).containsExactly("demo://x: the server gave neither text nor bytes");
  }

  @Test
  void takesTheUriThatWasAskedForWhereTheServerGivesNone() throws Exception {
    answer(Map.of("text", "1"), Map.of("uri", "a\nb", "text", "2"), Map.of("uri", 7, "text", "3"));
    assertThat(calls.resolve(ADDRESS))
        .extracting(resource -> resource.uri().value())
        .containsExactly(URI, URI, URI);
    assertThat(calls.notes())
        .containsExactly(
            "demo://x: the server gave no URI; this is the requested one",
            "demo://x: the server gave an invalid URI, a b; this is the requested one",
            "demo://x: the server gave an invalid URI, 7; this is the requested one");
  }

  @Test
  void takesTheAddressWhereTheServersUriIsNone() throws Exception {
    server.with("no scheme", "text");
    Resource resource = calls.resolveOne("mcp:s+no scheme");
    assertThat(resource.uri().value()).isEqualTo("mcp:s+no scheme");
    assertThat(resource.name()).isEqualTo("the name of no scheme");
    assertThat(calls.notes())
        .containsExactly(
            "mcp:s+no scheme: the server gave an invalid URI, no scheme; this is the requested"
                + " one");
  }

  @Test
  void survivesHalfCharacters() throws Exception {
    answer(
        Map.of("uri", URI, "text", "a\ud800b", "title", "t\udc00", "_meta", Map.of("k", "\ud800")));
    Resource resource = calls.resolveOne(ADDRESS);
    assertThat(text(resource)).isEqualTo("a\ufffdb");
    assertThat(resource.title()).isEqualTo("t");
    assertThat(calls.notes())
        .contains("demo://x: the server's text has unpaired surrogates, shown as U+FFFD");
  }

  @Test
  void leavesOutHintsThatAreNone() throws Exception {
    var broken = new HashMap<String, Object>();
    broken.put("audience", List.of("robot", "user", 3));
    broken.put("priority", 1.5);
    broken.put("lastModified", "yesterday");
    answer(Map.of("uri", URI, "text", "", "annotations", broken, "_meta", List.of()));
    assertThat(calls.resolveOne(ADDRESS).annotations())
        .isEqualTo(new Annotations(Set.of(Role.USER), null, null));
    assertThat(calls.notes())
        .containsExactly(
            "demo://x: the server's audience is invalid and ignored: robot",
            "demo://x: the server's audience is invalid and ignored: 3",
            "demo://x: the server's priority is invalid and ignored: 1.5",
            "demo://x: the server's lastModified is invalid and ignored: yesterday",
            "demo://x: the server's _meta is not an object and is ignored");
  }

  @ParameterizedTest
  @CsvSource({
    "2025-01-12T15:00:58Z, 2025-01-12T15:00:58Z",
    "2025-01-12T15:00:58.123456Z, 2025-01-12T15:00:58.123456Z",
    "2025-01-12T15:00:58+02:00, 2025-01-12T13:00:58Z",
    "2025-01-12T15:00-02:00, 2025-01-12T17:00:00Z",
    "2025-01-12T15:00:58, 2025-01-12T15:00:58Z",
    "2025-01-12, 2025-01-12T00:00:00Z",
    "'Sun, 12 Jan 2025 15:00:58 GMT',",
    "2025-13-12,",
    "'',",
  })
  void readsTimesAsServersWriteThem(String written, Instant instant) throws Exception {
    answer(Map.of("uri", URI, "text", "", "annotations", Map.of("lastModified", written)));
    Annotations annotations = calls.resolveOne(ADDRESS).annotations();
    assertThat(annotations == null ? null : annotations.lastModified()).isEqualTo(instant);
  }

  @Test
  void saysThatNothingIsThereWhenThereAreNoContents() throws Exception {
    answer();
    assertThat(calls.failure(ADDRESS)).isEqualTo("NOT_FOUND: the server's answer has no contents");
    server.answering(URI, Map.of("content", List.of()));
    assertThat(calls.failure(ADDRESS))
        .isEqualTo("FAILED: the server's answer to resources/read has no list of contents");
  }

  @Test
  void readsNoListOfAServer() throws Exception {
    assertThat(calls.failure("mcp:s+"))
        .isEqualTo("INVALID_URI: names everything that the server lists, not one resource");
    assertThat(calls.failure("mcp+t+demo://x"))
        .isEqualTo("NOT_FOUND: unknown MCP server t; did you mean s? (configured: s)");
  }

  @Test
  void asksOnBehalfOfWhoeverWantsIt() throws Exception {
    var servers = new MemoryServers(server.with(URI, "text")).refusing(Requester.MODEL);
    assertThat(new Calls(servers.handler()).by(Requester.MODEL).failure(ADDRESS))
        .isEqualTo("DENIED: the server s is not trusted");
    new Calls(servers.handler()).by(Requester.WORKSPACE).resolveOne(ADDRESS);
    assertThat(servers.connected()).containsExactly("MODEL s", "WORKSPACE s");
  }

  @Test
  void keepsApartWhatTwoServersOfferUnderOneUri(@TempDir Path workspace) throws Exception {
    var servers =
        new MemoryServers(
            server.with(URI, "fn main() {}"), MemoryServer.of("t t", "t-t", null).with(URI, "2"));
    assertThat(run(servers, workspace, ADDRESS, "mcp+t t+", "mcp+s+", "!mcp+s+demo://y"))
        .containsExactly(
            "mcp:s demo://x fn main() {}", "mcp:t-t demo://x 2", "skipped mcp+s+demo://x");
  }

  @Test
  void hasTheEngineDecideOnTheType(@TempDir Path workspace) throws Exception {
    server
        .answering("demo://a.rs", content("demo://a.rs", "text", "fn x() {}", "text/plain"))
        .answering("demo://b", content("demo://b", "blob", "aGk=", "text/markdown; charset=utf-8"))
        .answering("demo://c", content("demo://c", "blob", "iVBORw0KGgo=", "image/png"))
        .answering("demo://d", content("demo://d", "text", "{}", "nonsense"))
        .answering("demo://e", content("demo://e", "text", "a,b", "text/csv"));
    try (Resolution resolution =
        resolver(new MemoryServers(server), workspace)
            .resolve(
                List.of("a.rs", "b", "c", "d", "e").stream()
                    .map("mcp+s+demo://"::concat)
                    .toList())) {
      var types = new ArrayList<String>();
      resolution.forEach(
          outcome -> types.add(((Outcome.Resolved) outcome).snapshot().resource().mimeType()));
      assertThat(types)
          .containsExactly("text/x-rust", "text/markdown", "image/png", "text/plain", "text/csv");
    }
  }

  @Test
  void hasAServerReadNoMoreThanEightAtOnce(@TempDir Path workspace) throws Exception {
    var references = new ArrayList<String>();
    for (int i = 0; i < 100; i++) {
      references.add("mcp+s+demo://" + i);
    }
    server.answeringElse(
        (uri, timeout) -> {
          try {
            Thread.sleep(5); // so that more could come at once
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return MemoryServer.contents(Map.of("uri", uri, "text", uri));
        });
    var resolver =
        Resolver.builder(HandlerRegistry.of(new MemoryServers(server).handler()))
            .workspace(workspace)
            .jobs(32)
            .build();
    try (Resolution resolution = resolver.resolve(references)) {
      assertThat(resolution).hasSize(100).allMatch(Outcome.Resolved.class::isInstance);
    }
    assertThat(server.mostReadsAtOnce()).isEqualTo(8);
  }

  private static List<String> run(MemoryServers servers, Path workspace, String... references)
      throws Exception {
    var lines = new ArrayList<String>();
    try (Resolution resolution = resolver(servers, workspace).resolve(List.of(references))) {
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          Resource resource = resolved.snapshot().resource();
          lines.add(resolved.snapshot().source() + " " + resource.uri() + " " + text(resource));
        } else if (outcome instanceof Outcome.Skipped skipped) {
          lines.add("skipped " + skipped.candidate().uri());
        } else {
          lines.add(outcome.toString());
        }
      }
    }
    return lines;
  }

  private static Resolver resolver(MemoryServers servers, Path workspace) throws Exception {
    return Resolver.builder(HandlerRegistry.of(servers.handler())).workspace(workspace).build();
  }

  private void answer(Object... contents) {
    server.answering(URI, MemoryServer.contents(contents));
  }

  private static Map<String, Object> content(String uri, String key, String value, String type) {
    return MemoryServer.contents(Map.of("uri", uri, key, value, "mimeType", type));
  }

  private static String text(Resource resource) throws Exception {
    return new String(resource.content().open().readAllBytes(), UTF_8);
  }

  private static ResourceUri uri(String value) {
    return ResourceUri.of(value);
  }
}
