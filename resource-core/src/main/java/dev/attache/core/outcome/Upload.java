package dev.attache.core.outcome;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.PercentEncoding;
import dev.attache.support.text.WellFormed;
import dev.attache.types.TypeDetector;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The making of snapshots from what somebody has handed over. */
final class Upload {

  /** A name is one word of the URI, so {@code ../x} leads nowhere else. */
  private static final PercentEncoding NAME = PercentEncoding.keeping("-._~");

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Upload() {}

  static Snapshot of(TypeDetector types, byte[] bytes, String name, @Nullable String declaredType) {
    String given = named(name);
    ResourceUri uri = uri(given);
    TypedContent content = TypedContent.of(types, declaredType, given, bytes, bytes.length);
    Resource resource =
        Resource.builder(uri, content.content())
            .name(WellFormed.text(given))
            .mimeType(content.type().chosen())
            .build();
    return new Snapshot(
        resource, uri, Snapshot.UPLOAD, Instant.now(), content.type(), content.notes());
  }

  /** Many clients hand over a file without its name. */
  private static String named(String name) {
    return name.isBlank() ? Snapshot.UPLOAD : name;
  }

  private static ResourceUri uri(String name) {
    return ResourceUri.of(Snapshot.UPLOAD + ":///" + NAME.encode(WellFormed.text(name)));
  }

  static byte[] read(InputStream in, String name, long maxBytes) throws IOException {
    if (maxBytes < 0 || maxBytes > MAX_ARRAY) {
      throw new IllegalArgumentException(
          "max bytes (" + maxBytes + ") must be from 0 to " + MAX_ARRAY);
    }
    byte[] bytes = in.readNBytes((int) maxBytes);
    if (bytes.length == maxBytes && in.read() >= 0) {
      throw ResourceException.of(
          Kind.TOO_LARGE,
          uri(named(name)).value(),
          "is larger than the limit of " + maxBytes + " bytes");
    }
    return bytes;
  }
}
