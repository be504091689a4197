package dev.attache.handlers.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contract of all handlers, kept by the one for MCP servers, with two servers in memory. */
@DoesNotApply(hook = "openSources", because = "the servers are in memory")
@DoesNotApply(
    hook = "resourceOfProgram",
    because = "the pool of servers starts them, and asks before")
class McpHandlerContractTest extends ResourceHandlerContract {

  private static final byte[] BYTES = {0, 1, 2, (byte) 0xff, 0};

  private final MemoryServer files =
      MemoryServer.of("my files", "my-files", null)
          .with("demo://z", "text\r\nwithout an end")
          .with("demo://a/{b}|c d", "Grüße")
          .with("demo://a", "")
          .listing(MemoryServer.entry("demo://bytes", Map.of("name", "bytes")))
          .answering("demo://bytes", blob("demo://bytes", BYTES))
          .answering(
              "demo://directory",
              MemoryServer.contents(
                  Map.of("uri", "demo://d/2", "text", "two"),
                  Map.of("uri", "demo://d/1", "text", "one")))
          .answering("demo://endless", MemoryServer.never());

  private final MemoryServers servers =
      new MemoryServers(files, MemoryServer.of("other_1").with("demo://a", "the other one"));

  private static Map<String, Object> blob(String uri, byte[] bytes) {
    String blob = Base64.getEncoder().encodeToString(bytes);
    return MemoryServer.contents(Map.of("uri", uri, "blob", blob));
  }

  @Override
  protected ResourceHandler handler() {
    return servers.handler();
  }

  @Override
  protected Map<String, byte[]> resources() {
    Map<String, byte[]> resources = new LinkedHashMap<>();
    resources.put("mcp+my-files+demo://z", "text\r\nwithout an end".getBytes(UTF_8));
    resources.put("mcp+my-files+demo://a/{b}|c d", "Grüße".getBytes(UTF_8));
    resources.put("mcp+my-files+demo://a", new byte[0]);
    resources.put("mcp+my-files+demo://bytes", BYTES);
    resources.put("mcp+other_1+demo://a", "the other one".getBytes(UTF_8));
    return resources;
  }

  @Override
  protected String resourceUri(String uri) {
    return uri.substring(uri.indexOf("demo:"));
  }

  @Override
  protected Map<String, List<byte[]>> collections() {
    return Map.of(
        "mcp+my-files+demo://directory", List.of("two".getBytes(UTF_8), "one".getBytes(UTF_8)));
  }

  @Override
  protected List<String> references() {
    return List.of("mcp+my files+", "mcp+other_1+demo://a", "mcp+other_1+");
  }

  @Override
  protected List<String> expansion() {
    return new ArrayList<>(resources().keySet());
  }

  @Override
  protected boolean ordersByUri() {
    return false; // a server's own order says more
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(
        "mcp:my files+demo://a b", "mcp+my-files+demo://a b",
        "MCP+my-files+DEMO://a", "mcp+my-files+DEMO://a",
        "mcp:my files+", "mcp:my-files+",
        "mcp:my files+no scheme+a:b", "mcp:my-files+no scheme+a:b",
        "mcp+nobody+a+b:c", "mcp+nobody+a+b:c",
        "mcp:no body+a+b:c", "mcp:no body+a+b:c");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of("mcp+x:y", "mcp:x", "mcp:", "mcp:+demo://a", "mcp++demo://a", "mcp://h/a+b");
  }

  @Override
  protected String missingUri() {
    return "mcp+my-files+demo://nothing";
  }

  @Override
  protected String resourceOfSize(int bytes) {
    files.answering("demo://size", blob("demo://size", new byte[bytes]));
    return "mcp+my-files+demo://size";
  }

  @Override
  protected String understatedResource(int bytes) {
    files.listing(MemoryServer.entry("demo://size", Map.of("size", 3)));
    return resourceOfSize(bytes);
  }

  @Override
  protected String resourceWithSecret(String secret) {
    String uri = "demo://a?token=" + secret;
    files.answering(uri, MemoryServer.contents(Map.of("uri", uri, "text", "for those who know")));
    return "mcp+my-files+" + uri;
  }

  @Override
  protected String resourceInVersion(int version) {
    String text = "version " + version;
    files.answering(
        "demo://version", MemoryServer.contents(Map.of("uri", "demo://version", "text", text)));
    return "mcp+my-files+demo://version";
  }

  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) {
    if (requester != Requester.MODEL) {
      return null;
    }
    servers.refusing(requester);
    return "mcp+other_1+demo://a";
  }

  @Override
  protected Integer contentsRead() {
    return (int) files.asked().stream().filter(asked -> !asked.equals("list")).count();
  }

  @Override
  protected String endlessResource() {
    return "mcp+my-files+demo://endless";
  }
}
