package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class McpExpansionTest {

  private final MemoryServer files =
      MemoryServer.of("files").with("demo://z", "z").with("demo://a", "a");
  private final MemoryServer other = MemoryServer.of("other").with("demo://a", "another");

  @Test
  void offersAllThatAServerListsInItsOrder() throws Exception {
    assertThat(Calls.to(files, other).expand("mcp+files+", "mcp+other+"))
        .containsExactly(
            "candidate mcp+files+: mcp+files+demo://z",
            "candidate mcp+files+: mcp+files+demo://a",
            "candidate mcp+other+: mcp+other+demo://a");
    assertThat(files.asked()).containsExactly("list");
  }

  @Test
  void saysWhatTheServerListsAboutWhatItOffers() throws Exception {
    files
        .listing(
            MemoryServer.entry(
                "demo://1", Map.of("name", "a\u0007\nb", "size", 7, "mimeType", "text/x-a")))
        .listing(MemoryServer.entry("demo://2", Map.of("name", 3, "size", -7)))
        .listing(MemoryServer.entry("demo://1", Map.of("name", "again")))
        .listing(Map.of("name", "no uri"))
        .listing(Map.of("uri", 5));
    var sink = new Calls(new MemoryServers(files).handler()).expand(references("mcp+files+"));
    assertThat(sink.offers().subList(2, sink.offers().size()))
        .extracting(offer -> offer.candidate())
        .containsExactly(
            new Candidate(sink.uris().get(2), "a b", 7, false, null).withType("text/x-a"),
            new Candidate(sink.uris().get(3), null, -1, false, null));
    assertThat(sink.lines().get(0))
        .isEqualTo(
            "note mcp+files+: the MCP server files lists 2 entries without a URI, which are"
                + " ignored");
  }

  @Test
  void saysThatAnEntryHasNoUriEvenIfThereIsNoOther() throws Exception {
    assertThat(Calls.to(MemoryServer.of("s").listing(Map.of("uri", ""))).expand("mcp+s+"))
        .containsExactly(
            "note mcp+s+: the MCP server s lists 1 entry without a URI, which is ignored");
  }

  @Test
  void failsForAListedUriThatCannotStandOnALine() throws Exception {
    files.listing(MemoryServer.entry("demo://a\u001b\nb", Map.of()));
    files.listing(MemoryServer.entry("no scheme", Map.of()));
    assertThat(Calls.to(files).expand("mcp+files+"))
        .containsExactly(
            "candidate mcp+files+: mcp+files+demo://z",
            "candidate mcp+files+: mcp+files+demo://a",
            "fail mcp+files+: INVALID_URI: the MCP server files lists a URI with control characters"
                + " or an unpaired surrogate: demo://a b",
            "candidate mcp+files+: mcp:files+no scheme");
  }

  @Test
  void asksNobodyAboutAUriThatIsNamed() throws Exception {
    var servers = new MemoryServers(files);
    assertThat(new Calls(servers.handler()).expand("mcp+files+demo://no such|thing }"))
        .containsExactly(
            "candidate mcp+files+demo://no such|thing }: mcp+files+demo://no such|thing }");
    assertThat(servers.connected()).isEmpty();
  }

  @Test
  void asksAServerOnceHoweverOftenItIsNamed() throws Exception {
    Calls.to(files, other)
        .expand("mcp+files+", "mcp+other+", "mcp+files+demo://{x}", "mcp:files+", "mcp+other+");
    assertThat(files.asked()).containsExactly("list");
    assertThat(other.asked()).containsExactly("list");
  }

  @Test
  void startsAllServersAtOnce() throws Exception {
    var both = new CyclicBarrier(2);
    var servers = new MemoryServers(files, other);
    var handler =
        new McpHandler(
            context ->
                new Delegate(servers) {
                  @Override
                  void beforeConnecting() {
                    try {
                      both.await(3, TimeUnit.MINUTES);
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  }
                });
    assertThat(new Calls(handler).expand("mcp+files+", "mcp+other+")).hasSize(3);
  }

  @Test
  void leavesOutWhatALaterExclusionNames() throws Exception {
    assertThat(
            Calls.to(files, other)
                .expand("mcp+files+", "mcp+other+", "mcp+files+demo://z", "!mcp:files+demo://z"))
        .containsExactly(
            "skip mcp+files+: mcp+files+demo://z, excluded: by !mcp:files+demo://z",
            "candidate mcp+files+: mcp+files+demo://a",
            "candidate mcp+other+: mcp+other+demo://a",
            "skip mcp+files+demo://z: mcp+files+demo://z, excluded: by !mcp:files+demo://z");
  }

  @Test
  void leavesOutAllOfAServerWithoutStartingIt() throws Exception {
    var servers = new MemoryServers(files);
    assertThat(
            new Calls(servers.handler())
                .expand("mcp+files+", "mcp+files+demo://{x}", "!mcp+files+", "mcp+files+demo://a"))
        .containsExactly(
            "skip mcp+files+: mcp:files+, excluded: by !mcp+files+",
            "skip mcp+files+demo://{x}: mcp+files+demo://{x}, excluded: by !mcp+files+",
            "candidate mcp+files+demo://a: mcp+files+demo://a");
    assertThat(servers.connected()).isEmpty();
  }

  @Test
  void excludesNothingThatIsNotThere() throws Exception {
    assertThat(Calls.to(files).expand("mcp+files+demo://z", "!mcp+nobody+", "!mcp+files"))
        .containsExactly(
            "candidate mcp+files+demo://z: mcp+files+demo://z",
            "fail !mcp+files: INVALID_URI: must be written mcp+SERVER+URI, or mcp+SERVER+ for all"
                + " that the server lists");
  }

  @Test
  void expandsTemplates() throws Exception {
    assertThat(
            Calls.to(files)
                .with(Map.of("id", "a/b c", "tag", List.of("x", "y")))
                .expand("mcp+files+demo://{id}{?tag*}", "mcp+files+demo://{+id}", "mcp+files+{}:x"))
        .containsExactly(
            "candidate mcp+files+demo://{id}{?tag*}: mcp+files+demo://a%2Fb%20c?tag=x&tag=y",
            "candidate mcp+files+demo://{+id}: mcp+files+demo://a/b%20c",
            "candidate mcp+files+{}:x: mcp:files+{}:x");
  }

  @Test
  void takesWhatTheServerListsForNoTemplate() throws Exception {
    files.with("demo://{id}", "braces");
    assertThat(Calls.to(files).expand("mcp+files+demo://{id}"))
        .containsExactly("candidate mcp+files+demo://{id}: mcp+files+demo://{id}");
  }

  @Test
  void namesTheVariablesThatHaveNoValue() throws Exception {
    assertThat(
            Calls.to(files)
                .with(Map.of("a", ""))
                .expand("mcp+files+demo://{a}/{b}", "mcp+files+demo://{a}{?c,b*}"))
        .containsExactly(
            "fail mcp+files+demo://{a}/{b}: INVALID_URI: is a template whose variable b has no"
                + " value: give it with --var b=value",
            "fail mcp+files+demo://{a}{?c,b*}: INVALID_URI: is a template whose variables c, b have"
                + " no values: give them with --var c=value --var b=value");
  }

  @Test
  void excludesWhatATemplateMakes() throws Exception {
    assertThat(
            Calls.to(files)
                .with(Map.of("id", "a"))
                .expand("mcp+files+", "!mcp+files+demo://{id}", "!mcp+files+demo://{other}"))
        .containsExactly(
            "candidate mcp+files+: mcp+files+demo://z",
            "skip mcp+files+: mcp+files+demo://a, excluded: by !mcp+files+demo://{id}");
  }

  @Test
  void notesVariablesThatNobodyUses() throws Exception {
    assertThat(Calls.to(files).with(Map.of("id", "a")).expand("mcp+files+demo://z"))
        .containsExactly(
            "candidate mcp+files+demo://z: mcp+files+demo://z",
            "note mcp+files+demo://z: no template uses the value that is given for id");
  }

  @Test
  void refusesVariablesOfAnotherKind() {
    assertThatThrownBy(() -> Calls.to(files).with(Map.of("id", 3)).expand("mcp+files+demo://z"))
        .hasMessage(
            "invalid configuration [mcp]: variables.id must be a string or a list of strings");
  }

  @Test
  void saysWhichServersThereAre() throws Exception {
    assertThat(Calls.to(files, other).expand("mcp+file+demo://z", "mcp+quite different+"))
        .containsExactly(
            "fail mcp+file+demo://z: NOT_FOUND: unknown MCP server file; did you mean files?"
                + " (configured: files, other)",
            "fail mcp+quite different+: NOT_FOUND: unknown MCP server quite different"
                + " (configured: files, other)");
  }

  @Test
  void saysHowToConfigureAServer() throws Exception {
    String message =
        "NOT_FOUND: no MCP server is configured: define one in .mcp.json, in .vscode/mcp.json or as"
            + " [mcp.servers.NAME] in the configuration, or name a file that does with --mcp-config"
            + " FILE";
    var calls = new Calls(new McpHandler());
    assertThat(calls.expand("mcp+files+")).containsExactly("fail mcp+files+: " + message);
    assertThat(calls.failure("mcp+files+demo://z")).isEqualTo(message);
  }

  @Test
  void failsForEachReferenceOfAServerThatCannotBeListed() throws Exception {
    files.failingToList(
        new McpException(McpException.Kind.UNREACHABLE, "the server \"files\"\nis gone", null));
    other.offeringNoResources();
    assertThat(
            Calls.to(files, other)
                .expand("mcp+files+", "mcp+files+demo://{x}", "mcp+files+demo://z", "mcp+other+"))
        .containsExactly(
            "fail mcp+files+: FAILED: the server \"files\" is gone",
            "fail mcp+files+demo://{x}: FAILED: the server \"files\" is gone",
            "candidate mcp+files+demo://z: mcp+files+demo://z",
            "fail mcp+other+: FAILED: the MCP server other offers no resources");
  }

  @Test
  void notesThatAServerListsNothing() throws Exception {
    assertThat(Calls.to(MemoryServer.of("empty")).expand("mcp+empty+"))
        .containsExactly("note mcp+empty+: the MCP server empty lists nothing");
  }

  @Test
  void asksForEachRequesterOnItsOwn() throws Exception {
    var servers = new MemoryServers(files).refusing(Requester.WORKSPACE);
    var sink =
        new Calls(servers.handler())
            .expand(
                List.of(
                    Reference.of(0, "mcp+files+").by(Requester.WORKSPACE),
                    Reference.of(1, "mcp+files+")));
    assertThat(sink.lines())
        .containsExactly(
            "fail mcp+files+: DENIED: the server files is not trusted",
            "candidate mcp+files+: mcp+files+demo://z",
            "candidate mcp+files+: mcp+files+demo://a");
    assertThat(servers.connected()).containsExactlyInAnyOrder("WORKSPACE files", "USER files");
  }

  @Test
  void givesAServerTheTimeThatItsDefinitionSays() {
    var handler =
        new MemoryServers(files, MemoryServer.of("slow", "slow", Duration.ofMinutes(2))).handler();
    var context = TestContext.builder(Path.of("/")).build();
    assertThat(handler.timeLimit(uri("mcp+slow+demo://x"), context))
        .isEqualTo(Duration.ofSeconds(140));
    assertThat(handler.timeLimit(uri("mcp+files+demo://x"), context))
        .isEqualTo(Duration.ofSeconds(50));
    assertThat(handler.timeLimit(uri("mcp+nobody+demo://x"), context)).isNull();
    assertThat(handler.parallelism(context)).isEqualTo(16);
    assertThat(new McpHandler().parallelism(context)).isEqualTo(8);
  }

  private static ResourceUri uri(String value) {
    return ResourceUri.of(value);
  }

  private static List<Reference> references(String text) {
    return List.of(Reference.of(0, text));
  }

  /** Servers with something to do before one is connected to. */
  private abstract static class Delegate implements Connections {
    private final Connections servers;

    Delegate(Connections servers) {
      this.servers = servers;
    }

    abstract void beforeConnecting();

    @Override
    public List<McpServer> all() {
      return servers.all();
    }

    @Override
    public Optional<McpServer> find(String nameOrAlias) {
      return servers.find(nameOrAlias);
    }

    @Override
    public String unknown(String name) {
      return servers.unknown(name);
    }

    @Override
    public McpConnection connect(McpServer server, Requester requester, Duration timeout)
        throws McpException {
      beforeConnecting();
      return servers.connect(server, requester, timeout);
    }
  }
}
