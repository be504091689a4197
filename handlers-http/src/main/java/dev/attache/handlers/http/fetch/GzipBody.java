package dev.attache.handlers.http.fetch;

import java.io.IOException;
import okio.Buffer;
import okio.ForwardingSource;
import okio.GzipSource;
import okio.Source;

/** A body without its gzip coding, which tells a coding that is broken from a broken connection. */
final class GzipBody extends ForwardingSource {

  private final Received received;

  private GzipBody(Received received) {
    super(new GzipSource(received));
    this.received = received;
  }

  static GzipBody of(Source encoded) {
    return new GzipBody(new Received(encoded));
  }

  @Override
  public long read(Buffer sink, long byteCount) throws IOException {
    try {
      return super.read(sink, byteCount);
    } catch (IOException e) {
      throw received.failed ? e : new ContentCoding.CodingException("is broken gzip", e);
    }
  }

  /** What comes from the server, and whether that failed. */
  private static final class Received extends ForwardingSource {

    private boolean failed;

    Received(Source source) {
      super(source);
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      failed = true; // unless this returns
      long read = super.read(sink, byteCount);
      failed = false;
      return read;
    }
  }
}
