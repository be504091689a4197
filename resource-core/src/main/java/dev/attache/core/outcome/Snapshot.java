package dev.attache.core.outcome;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;

/**
 * A resource as captured at one moment. Immutable.
 *
 * @param resource the resource, with its content
 * @param address the canonical URI by which its handler reads it again; that of the resource, but
 *     for what a server of MCP offers {@code mcp+SERVER+URI}
 * @param source who produced it: {@code file}, {@code http}, {@code mcp:SERVER}, …
 * @param capturedAt when it was read
 * @param type how its MIME type was decided
 * @param notes what was converted, cut or uncertain about it, a line each, for the user and the
 *     model; empty as a rule
 */
public record Snapshot(
    Resource resource,
    ResourceUri address,
    String source,
    Instant capturedAt,
    TypeDecision type,
    List<String> notes) {

  /** So much of a text shows its kind. */
  private static final int KIND_BYTES = 4096;

  public Snapshot {
    notes = List.copyOf(notes);
  }

  /** The identity: canonical URI and digest. */
  public ResourceKey key() {
    return resource.key();
  }

  /**
   * What it is worth, by its name and the beginning of its content.
   *
   * @throws IOException if that cannot be read
   */
  public ContentKind kind() throws IOException {
    if (!resource.content().isText()) {
      return ContentKind.BINARY;
    }
    String path = resource.name() == null ? resource.uri().value() : resource.name();
    try (InputStream in = resource.content().open()) {
      return ContentKind.ofText(path, resource.content().size(), in.readNBytes(KIND_BYTES));
    }
  }
}
