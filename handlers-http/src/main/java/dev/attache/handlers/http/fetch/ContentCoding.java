package dev.attache.handlers.http.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.GzipSource;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of {@code Content-Encoding} (RFC 9110, section 8.4): gzip, which is asked for, once,
 * and nothing else.
 */
final class ContentCoding {

  private ContentCoding() {}

  /**
   * Opens the decoded body of an answer.
   *
   * @throws CodingException if it is encoded in a way that was not asked for; reading throws it if
   *     the coding is broken
   */
  static InputStream open(Response response) throws IOException {
    String transfer = String.join(", ", response.headers("Transfer-Encoding"));
    if (!transfer.isEmpty() && !transfer.equalsIgnoreCase("chunked")) {
      throw unasked("transferred", transfer, "chunked");
    }
    BufferedSource source = response.body().source();
    List<String> codings = codings(response.headers("Content-Encoding"));
    if (codings.isEmpty() || source.exhausted()) {
      return source.inputStream();
    }
    if (codings.size() == 1 && isGzip(codings.get(0))) {
      return Okio.buffer(GzipBody.of(source)).inputStream();
    }
    throw unasked("encoded", String.join(", ", codings), "gzip");
  }

  private static CodingException unasked(String how, String coding, String asked) {
    return new CodingException(
        "is "
            + how
            + " as \""
            + WebServerText.of(coding)
            + "\", but only "
            + asked
            + " was asked for",
        null);
  }

  private static boolean isGzip(String coding) {
    return coding.equals("gzip") || coding.equals("x-gzip");
  }

  private static List<String> codings(List<String> values) {
    List<String> codings = new ArrayList<>();
    for (String value : values) {
      for (String element : value.split(",", -1)) {
        String coding = element.trim().toLowerCase(Locale.ROOT);
        if (!coding.isEmpty() && !coding.equals("identity")) {
          codings.add(coding);
        }
      }
    }
    return codings;
  }

  /**
   * A body without its gzip coding, which tells a coding that is broken from a broken connection.
   */
  private static final class GzipBody extends ForwardingSource {

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
        throw received.failed ? e : new CodingException("is broken gzip", e);
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

  /** An encoding that was not asked for, or is broken. */
  static final class CodingException extends IOException {

    private static final long serialVersionUID = 1;

    CodingException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
