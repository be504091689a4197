package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.RecordingSink;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calls to the handler, each in a run of its own, and what was said in the last one. */
final class Calls {

  private final McpHandler handler;
  private Map<String, Object> configuration = Map.of();
  private Requester requester = Requester.USER;
  private List<String> notes = List.of();
  private List<String> failures = List.of();

  Calls(McpHandler handler) {
    this.handler = handler;
  }

  static Calls to(MemoryServer... servers) {
    return new Calls(new MemoryServers(servers).handler());
  }

  Calls with(Map<String, Object> values) {
    return configured(Map.of("variables", values));
  }

  Calls configured(Map<String, Object> section) {
    configuration = section;
    return this;
  }

  Calls by(Requester value) {
    requester = value;
    return this;
  }

  /** The lines that the handler says about references. */
  List<String> expand(String... texts) throws Exception {
    var references = new ArrayList<Reference>();
    for (String text : texts) {
      references.add(Reference.of(references.size(), text));
    }
    return expand(references).lines();
  }

  RecordingSink expand(List<Reference> references) throws Exception {
    var sink = new RecordingSink();
    try (TestContext context = context()) {
      handler.expand(references, context, sink);
    }
    return sink;
  }

  List<Resource> resolve(String uri) throws Exception {
    try (TestContext context = context()) {
      List<Resource> resources = handler.resolve(ResourceUri.of(uri), context);
      notes = context.notes();
      failures = context.failures().stream().map(e -> e.kind() + ": " + e.message()).toList();
      return resources;
    }
  }

  Resource resolveOne(String uri) throws Exception {
    List<Resource> resources = resolve(uri);
    assertThat(resources).hasSize(1);
    return resources.get(0);
  }

  /** The kind and the message of the failure. */
  String failure(String uri) throws Exception {
    try {
      resolve(uri);
      return "no failure";
    } catch (ResourceException e) {
      assertThat(e.uri()).isEqualTo(uri);
      return e.kind() + ": " + e.message();
    }
  }

  List<String> notes() {
    return notes;
  }

  List<String> failures() {
    return failures;
  }

  private TestContext context() {
    return TestContext.builder(Path.of("/"))
        .configuration(configuration)
        .requester(requester)
        .build();
  }
}
