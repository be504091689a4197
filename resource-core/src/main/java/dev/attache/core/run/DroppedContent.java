package dev.attache.core.run;

import dev.attache.core.index.KnownReading;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import java.io.IOException;
import java.io.InputStream;

/** Contents of which only size and digest were asked for: opening them fails and says so. */
public final class DroppedContent {

  private DroppedContent() {}

  /** What is left of a content once its bytes are let go. */
  public static Stored in(ResourceUri uri, ResourceContent content) {
    return content.isText()
        ? Stored.text(content.size(), content.digest(), () -> open(uri))
        : blob(uri, content.size(), content.digest());
  }

  /** A content that was not read, because it is known. */
  static Stored known(ResourceUri uri, KnownReading known) {
    return known.isText()
        ? Stored.text(known.size(), known.digest(), () -> open(uri))
        : blob(uri, known.size(), known.digest());
  }

  /** A blob whose bytes went by while they were read. */
  static Stored blob(ResourceUri uri, long size, ContentDigest digest) {
    return Stored.blob(size, digest, () -> open(uri));
  }

  private static InputStream open(ResourceUri uri) throws IOException {
    throw new IOException("the content of " + uri.redacted() + " was not kept");
  }
}
