package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SkipReason;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A handler whose resources are the entries of a map: the content of the name {@code a/b} has the
 * URI {@code SCHEME:a/b}.
 *
 * <p>A reference that ends in {@code *} names all that begin with what is before it. For tests that
 * need a handler and no file system. Immutable and thread-safe.
 */
public final class MapHandler implements ResourceHandler {

  private static final String WILDCARD = "*";

  private final String scheme;
  private final TreeMap<String, byte[]> contents = new TreeMap<>(MapHandler::compareBytes);

  /**
   * Makes a handler of one scheme over a copy of {@code contents}, which are bytes by name.
   *
   * @param scheme its one scheme, without a colon
   * @param contents copied deeply; UTF-8 is text
   */
  public MapHandler(String scheme, Map<String, byte[]> contents) {
    this.scheme = scheme;
    contents.forEach((name, bytes) -> this.contents.put(name, bytes.clone()));
  }

  @Override
  public Set<String> schemes() {
    return Set.of(scheme);
  }

  /**
   * Writes the scheme in lower case, and leaves the name as it is.
   *
   * @throws ResourceException {@code INVALID_URI} if there is no name
   */
  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return uriOf(name(uri.value()));
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    references.forEach(reference -> expand(reference, references, sink));
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    String name = name(uri.value());
    byte[] content = contents.get(name);
    if (content == null) {
      throw ResourceException.of(
          Kind.NOT_FOUND, uri.value(), "there is nothing of the name \"" + name + "\"");
    }
    return List.of(
        context
            .read(uri, new ByteArrayInputStream(content), ContentHints.ofFileName(name))
            .name(shown(name))
            .build());
  }

  private void expand(Reference reference, List<Reference> all, CandidateSink sink) {
    String pattern;
    try {
      pattern = name(reference.target());
    } catch (ResourceException e) {
      sink.fail(reference, e);
      return;
    }
    if (reference.exclusion()) {
      return; // what it takes away is skipped where it is named
    }
    if (pattern.endsWith(WILDCARD)) {
      contents.keySet().stream()
          .filter(name -> matches(pattern, name))
          .forEach(name -> offer(reference, candidate(name, false), all, sink));
    } else {
      offer(reference, candidate(pattern, true), all, sink);
    }
  }

  private void offer(
      Reference reference, Candidate candidate, List<Reference> all, CandidateSink sink) {
    Reference last = lastThatNames(candidate.uri(), all);
    if (last != null && last.exclusion()) {
      sink.skip(reference, candidate, SkipReason.EXCLUDED, "by " + last.redacted());
    } else {
      sink.candidate(reference, candidate);
    }
  }

  private @Nullable Reference lastThatNames(ResourceUri uri, List<Reference> all) {
    Reference last = null;
    for (Reference reference : all) {
      String target = reference.target();
      int colon = target.indexOf(':');
      if (matches(target.substring(colon + 1), uri.value().substring(scheme.length() + 1))) {
        last = reference;
      }
    }
    return last;
  }

  private Candidate candidate(String name, boolean explicit) {
    byte[] content = contents.get(name);
    return content == null
        ? new Candidate(uriOf(name), shown(name), Candidate.UNKNOWN_SIZE, explicit, null)
        : new Candidate(
            uriOf(name),
            shown(name),
            content.length,
            explicit,
            (uri, peekContext) -> new ByteArrayInputStream(content));
  }

  /** The name without secrets, for people. */
  private String shown(String name) {
    return uriOf(name).redacted().substring(scheme.length() + 1);
  }

  private ResourceUri uriOf(String name) {
    return ResourceUri.of(scheme + ":" + name);
  }

  private String name(String uri) throws ResourceException {
    String name = uri.substring(uri.indexOf(':') + 1);
    if (name.isEmpty()) {
      throw ResourceException.of(
          Kind.INVALID_URI, uri, "must have a name after \"" + scheme + ":\"");
    }
    return name;
  }

  private static boolean matches(String pattern, String name) {
    return pattern.endsWith(WILDCARD)
        ? name.startsWith(pattern.substring(0, pattern.length() - WILDCARD.length()))
        : name.equals(pattern);
  }

  private static int compareBytes(String a, String b) {
    return Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
  }
}
