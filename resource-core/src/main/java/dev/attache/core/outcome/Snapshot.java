package dev.attache.core.outcome;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
import dev.attache.types.TypeDetector;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A resource as captured at one moment. Immutable and thread-safe.
 *
 * <pre>{@code
 * Snapshot upload = Snapshot.of(bytes, "report.csv", null);
 * turn.attach(upload, upload.address().value(), Requester.USER);
 * }</pre>
 *
 * @param resource the resource, with its content
 * @param address the canonical URI by which its handler reads it again; that of the resource, but
 *     for what a server of MCP offers {@code mcp+SERVER+URI}
 * @param source who produced it: {@code file}, {@code http}, {@code upload}, {@code mcp:SERVER}, …
 * @param capturedAt when it was read
 * @param type how its MIME type was decided; null for nobody has, and the resource has what there
 *     is to know
 * @param notes what was converted, cut or uncertain about it, a line each, for the user and the
 *     model; empty as a rule
 */
public record Snapshot(
    Resource resource,
    ResourceUri address,
    String source,
    Instant capturedAt,
    @Nullable TypeDecision type,
    List<String> notes) {

  /** The source of what somebody has handed over, and of which nothing more can be read. */
  public static final String UPLOAD = "upload";

  /** So many bytes an upload may have of which nobody says how many: 10 MiB. */
  public static final long MAX_UPLOAD_BYTES = 10L << 20;

  /** So much of a text shows its kind. */
  private static final int KIND_BYTES = 4096;

  /**
   * Takes a copy of the notes.
   *
   * @param resource the resource, with its content
   * @param address the canonical URI by which its handler reads it again
   * @param source who produced it
   * @param capturedAt when it was read
   * @param type how its MIME type was decided; null for as the resource says
   * @param notes what was converted, cut or uncertain, a line each
   */
  public Snapshot {
    type = type == null ? asGiven(resource) : type;
    notes = List.copyOf(notes);
  }

  /**
   * {@return bytes that somebody has handed over, as read now: text or not, and of which type, is
   * decided as for a file of that name} The URI is {@code upload:///NAME}, so another upload of the
   * same name is another version of the same resource.
   *
   * @param content all its bytes; copied
   * @param name what it is called, such as the name of the file on the user's machine; {@code
   *     upload} if that is blank
   * @param mimeType what it is said to be, which the content may contradict; null if nobody says
   */
  public static Snapshot of(byte[] content, String name, @Nullable String mimeType) {
    return Upload.of(TypeDetector.standard(), content, name, mimeType);
  }

  /**
   * {@return what a stream has to its end as {@link #of(byte[], String, String)} does, at most
   * {@link #MAX_UPLOAD_BYTES} bytes} The stream is not closed.
   *
   * @param in the bytes, which are read to the end
   * @param name what it is called, such as the name of the file on the user's machine; {@code
   *     upload} if that is blank
   * @param mimeType what it is said to be, which the content may contradict; null if nobody says
   * @throws ResourceException {@code TOO_LARGE} if there are more; no more than that were read
   * @throws IOException if the stream cannot be read
   */
  public static Snapshot of(InputStream in, String name, @Nullable String mimeType)
      throws IOException {
    return of(in, name, mimeType, MAX_UPLOAD_BYTES);
  }

  /**
   * Does the same with another limit.
   *
   * @param in the bytes, which are read to the end; not closed
   * @param name what it is called, such as the name of the file on the user's machine; {@code
   *     upload} if that is blank
   * @param mimeType what it is said to be, which the content may contradict; null if nobody says
   * @param maxBytes how many bytes there may be
   * @return the snapshot, as read now
   * @throws ResourceException {@code TOO_LARGE} if there are more; no more than that were read
   * @throws IOException if the stream cannot be read
   * @throws IllegalArgumentException if the limit is negative or 2 GiB
   */
  public static Snapshot of(InputStream in, String name, @Nullable String mimeType, long maxBytes)
      throws IOException {
    return Upload.of(TypeDetector.standard(), Upload.read(in, name, maxBytes), name, mimeType);
  }

  /**
   * {@return bytes that somebody has handed over, of a type that other rules decide}
   *
   * @param content all its bytes; copied
   * @param name what it is called, such as the name of the file on the user's machine; {@code
   *     upload} if that is blank
   * @param mimeType what it is said to be, which the content may contradict; null if nobody says
   * @param types the rules that decide
   */
  public static Snapshot of(
      byte[] content, String name, @Nullable String mimeType, TypeDetector types) {
    return Upload.of(types, content, name, mimeType);
  }

  /**
   * {@return the same snapshot, captured at another moment: for programs with a clock of theirs}
   *
   * @param moment what {@link #capturedAt} is to be
   */
  public Snapshot at(Instant moment) {
    return new Snapshot(resource, address, source, moment, type, notes);
  }

  /** {@return how its MIME type was decided, or what is taken for that where nobody has} */
  @Override
  public TypeDecision type() {
    return Objects.requireNonNull(type);
  }

  /** {@return whether it was handed over, so that nothing can be read again} */
  public boolean isUpload() {
    return source.equals(UPLOAD);
  }

  /** {@return the identity: canonical URI and digest} */
  public ResourceKey key() {
    return resource.key();
  }

  /**
   * {@return what it is worth, by its name and the beginning of its content}
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

  private static TypeDecision asGiven(Resource resource) {
    String mimeType = resource.mimeType();
    String plain = resource.content().isText() ? "text/plain" : "application/octet-stream";
    return new TypeDecision(
        mimeType, null, null, mimeType == null ? plain : mimeType, "as recorded");
  }
}
