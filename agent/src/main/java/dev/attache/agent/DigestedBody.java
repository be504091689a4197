package dev.attache.agent;

import dev.attache.history.ConversationEvent.ModelAnswer.Sent;
import dev.attache.model.RequestBody;
import dev.attache.resource.ContentDigest;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A body that knows its digest once it was written; so nobody has to write it for that alone. */
final class DigestedBody implements RequestBody {

  private final RequestBody body;
  private volatile @Nullable Sent sent;

  DigestedBody(RequestBody body) {
    this.body = body;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (sent != null) {
      body.writeTo(out);
      return;
    }
    var digesting = new DigestingStream(out);
    body.writeTo(digesting);
    sent = digesting.sent();
  }

  @Override
  public List<Placed> placed() {
    return body.placed();
  }

  /** What was written; null if nothing was yet. */
  @Nullable Sent sent() {
    return sent;
  }

  private static final class DigestingStream extends FilterOutputStream {

    private final MessageDigest digest = ContentDigest.newSha256();
    private long bytes;

    DigestingStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      digest.update((byte) b);
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      digest.update(buffer, offset, length);
      bytes += length;
    }

    Sent sent() {
      return new Sent(ContentDigest.ofHash(digest.digest()), bytes);
    }
  }
}
