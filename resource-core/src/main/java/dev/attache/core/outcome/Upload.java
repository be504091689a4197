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

  static Snapshot of(
      TypeDetector types, byte[] bytes, String given, @Nullable String declaredType) {
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

  private static ResourceUri uri(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name (" + name + ") must not be blank");
    }
    return ResourceUri.of(Snapshot.UPLOAD + ":///" + NAME.encode(WellFormed.text(name)));
  }

  static byte[] read(InputStream in, String name, long maxBytes) throws IOException {
    if (maxBytes < 0 || maxBytes > MAX_ARRAY) {
      throw new IllegalArgumentException(
          "max bytes (" + maxBytes + ") must be from 0 to " + MAX_ARRAY);
    }
    ResourceUri uri = uri(name); // a bad name is said before anything is read
    byte[] bytes = in.readNBytes((int) maxBytes);
    if (bytes.length == maxBytes && in.read() >= 0) {
      throw ResourceException.of(
          Kind.TOO_LARGE, uri.value(), "is larger than the limit of " + maxBytes + " bytes");
    }
    return bytes;
  }
}
