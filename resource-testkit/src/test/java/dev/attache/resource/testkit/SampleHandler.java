package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A correct handler in memory: {@code mem:endless} never ends, {@code mem:size/N} has N bytes,
 * {@code mem:grown/N} too but would claim fewer, {@code mem:both} keeps two resources, {@code
 * mem:version} is the file {@code version} in the workspace, {@code mem:program/PATH} is what a
 * program prints that creates that file, {@code mem:secret?token=…} has a secret, and {@code
 * mem:private} is not for models.
 */
class SampleHandler implements ResourceHandler {

  static final CountedSource SOURCE = new CountedSource();

  static final Map<String, byte[]> CONTENTS =
      Map.of(
          "empty", new byte[0],
          "dir/B", " two lines\r\nand blanks \n\n".getBytes(UTF_8),
          "dir/a", new byte[] {0, 1, 2, (byte) 0xff},
          "dir/é", "é".getBytes(UTF_8),
          "top", "top".getBytes(UTF_8));

  private static final String PROGRAM = "mem:program";

  private final MapHandler map = new MapHandler("mem", CONTENTS);

  @Override
  public Set<String> schemes() {
    return map.schemes();
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return map.canonicalize(uri, context);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    if (references.size() == 1 && references.get(0).target().startsWith(PROGRAM)) {
      ResourceUri uri = ResourceUri.of(references.get(0).target());
      sink.candidate(references.get(0), Candidate.printedBy(invocation(uri), uri));
    } else {
      map.expand(references, context, sink);
    }
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    String name = uri.value().substring(uri.value().indexOf(':') + 1);
    if (name.equals("endless")) {
      return read(uri, new Drip(), context);
    }
    if (name.startsWith("size/") || name.startsWith("grown/")) {
      return read(uri, zeros(Integer.parseInt(name.substring(name.indexOf('/') + 1))), context);
    }
    if (name.equals("version")) {
      return readFile(uri, context.workspace().resolve(name), context);
    }
    if (name.equals("both")) {
      return List.of(
          read(uri, stream("one"), context).get(0), read(uri, stream("two"), context).get(0));
    }
    if (name.startsWith("secret?") || name.equals("private")) {
      return guarded(uri, context);
    }
    return uri.value().startsWith(PROGRAM) ? start(uri, context) : readEntry(uri, name, context);
  }

  /** Whether a URI names one of {@link #CONTENTS}. */
  static boolean isEntry(ResourceUri uri) {
    return CONTENTS.containsKey(uri.value().substring(uri.value().indexOf(':') + 1));
  }

  private List<Resource> readEntry(ResourceUri uri, String name, HandlerContext context)
      throws ResourceException {
    byte[] content = CONTENTS.get(name);
    return content == null
        ? map.resolve(uri, context)
        : read(uri, new ByteArrayInputStream(content), context);
  }

  private List<Resource> guarded(ResourceUri uri, HandlerContext context) throws ResourceException {
    if (uri.value().equals("mem:private") && isDenied(context.requester())) {
      throw ResourceException.of(Kind.DENIED, uri.value(), "is not for models");
    }
    Resource resource = read(uri, stream("for those who know it"), context).get(0);
    return List.of(resource.toBuilder().name(nameOf(uri)).build());
  }

  boolean isDenied(Requester requester) {
    return requester == Requester.MODEL;
  }

  String nameOf(ResourceUri uri) {
    return uri.redacted();
  }

  private List<Resource> readFile(ResourceUri uri, Path file, HandlerContext context)
      throws ResourceException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(uri, in, context);
    } catch (IOException e) {
      throw ResourceException.of(Kind.FAILED, uri.value(), "no version", e);
    }
  }

  private List<Resource> start(ResourceUri uri, HandlerContext context) throws ResourceException {
    CommandPolicy.Decision decision = decide(uri, context);
    if (!decision.isAllowed()) {
      throw ResourceException.of(Kind.DENIED, uri.value(), decision.why());
    }
    run(uri);
    return read(uri, stream("done"), context);
  }

  CommandPolicy.Decision decide(ResourceUri uri, HandlerContext context) {
    return context
        .service(CommandPolicy.class)
        .map(policy -> policy.decide(uri, invocation(uri), context.requester()))
        .orElseGet(() -> CommandPolicy.Decision.denied("no program runs here"));
  }

  Invocation invocation(ResourceUri uri) {
    return new Invocation("touch", Path.of("/bin/touch"), List.of(trace(uri)), Path.of("/"));
  }

  private static String trace(ResourceUri uri) {
    return uri.value().substring(PROGRAM.length());
  }

  /** What the program would do. */
  static void run(ResourceUri uri) {
    try {
      Files.writeString(Path.of(trace(uri)), "a trace");
    } catch (IOException e) {
      throw new AssertionError(e); // a file in the workspace of a test
    }
  }

  /** Reads and closes. */
  List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
      throws ResourceException {
    try (InputStream counted = SOURCE.open(in)) {
      String name = uri.redacted().substring(uri.redacted().indexOf(':') + 1);
      return List.of(context.read(uri, counted, ContentHints.NONE).name(name).build());
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(Kind.FAILED, uri.value(), "cannot be closed", e);
    }
  }

  private static InputStream zeros(int size) {
    return new ByteArrayInputStream(new byte[size]);
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
