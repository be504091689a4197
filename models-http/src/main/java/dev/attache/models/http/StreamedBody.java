package dev.attache.models.http;

import java.io.IOException;
import java.io.OutputStream;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request on its way out: counted first, since servers and proxies like to know how
 * much comes, then written piece by piece. Nothing of it is held.
 */
final class StreamedBody extends RequestBody {

  private static final MediaType JSON = MediaType.get("application/json");

  private final dev.attache.model.RequestBody body;
  private long length = -1;

  StreamedBody(dev.attache.model.RequestBody body) {
    this.body = body;
  }

  /**
   * Counts the bytes, once.
   *
   * @throws IOException if a content cannot be read
   */
  long measure() throws IOException {
    if (length < 0) {
      var counting = new Counting();
      body.writeTo(counting);
      length = counting.bytes;
    }
    return length;
  }

  @Override
  public @Nullable MediaType contentType() {
    return JSON;
  }

  @Override
  public long contentLength() {
    return length;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    body.writeTo(sink.outputStream());
  }

  private static final class Counting extends OutputStream {

    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int size) {
      bytes += size;
    }
  }
}
