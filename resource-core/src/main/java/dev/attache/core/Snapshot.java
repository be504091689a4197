package dev.attache.core;

import dev.attache.core.type.TypeDecision;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceKey;
import java.time.Instant;
import java.util.List;

/**
 * A resource as captured at one moment. Immutable.
 *
 * @param resource the resource, with its content
 * @param source who produced it: {@code file}, {@code http}, {@code mcp:SERVER}, …
 * @param capturedAt when it was read
 * @param type how its MIME type was decided
 * @param notes what was converted, cut or uncertain about it, a line each, for the user and the
 *     model; empty as a rule
 */
public record Snapshot(
    Resource resource, String source, Instant capturedAt, TypeDecision type, List<String> notes) {

  public Snapshot {
    notes = List.copyOf(notes);
  }

  /** The identity: canonical URI and digest. */
  public ResourceKey key() {
    return resource.key();
  }
}
