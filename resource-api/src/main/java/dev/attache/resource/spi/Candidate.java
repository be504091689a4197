package dev.attache.resource.spi;

import dev.attache.resource.ResourceUri;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * One concrete thing that a reference names and that could be attached, with what its handler
 * learned about it in passing. Immutable.
 *
 * @param uri the canonical URI
 * @param name a short name for people, as the resource will have it; null when not known yet
 * @param size the claimed size in bytes, or {@link #UNKNOWN_SIZE}; for display and planning only,
 *     never trusted for a limit
 * @param explicit whether the user named exactly this thing, rather than a directory or a pattern
 *     that led to it: what is named exactly fails where another is merely left out
 * @param peek opens the content so that its first bytes can tell the type; null when looking would
 *     have an effect or a price (a command, a request)
 * @param invocation the program that reading it starts; null when it starts none
 * @param mimeType the type that its source states beforehand, for planning only; null when it
 *     states none
 */
public record Candidate(
    ResourceUri uri,
    @Nullable String name,
    long size,
    boolean explicit,
    @Nullable Peek peek,
    @Nullable Invocation invocation,
    @Nullable String mimeType) {

  /** The {@link #size} of what has none until it is read. */
  public static final long UNKNOWN_SIZE = -1;

  /** Opens a content for a look at its first bytes. Thread-safe; the same for all candidates. */
  @FunctionalInterface
  public interface Peek {
    /**
     * Opens the content of a candidate; the caller closes it, as a rule before its end.
     *
     * @param uri that of the candidate
     * @param context for this look only
     * @return the content from its first byte
     * @throws IOException if it cannot be opened, saying why
     */
    InputStream open(ResourceUri uri, HandlerContext context) throws IOException;
  }

  /**
   * A candidate of which no type is stated.
   *
   * @param uri the canonical URI
   * @param name a short name for people; null when not known yet
   * @param size the claimed size in bytes, or {@link #UNKNOWN_SIZE}
   * @param explicit whether the user named exactly this thing
   * @param peek opens the content for a look at its type; null when looking would have an effect or
   *     a price
   * @param invocation the program that reading it starts; null when it starts none
   */
  public Candidate(
      ResourceUri uri,
      @Nullable String name,
      long size,
      boolean explicit,
      @Nullable Peek peek,
      @Nullable Invocation invocation) {
    this(uri, name, size, explicit, peek, invocation, null);
  }

  /**
   * A candidate that is read without starting a program.
   *
   * @param uri the canonical URI
   * @param name a short name for people; null when not known yet
   * @param size the claimed size in bytes, or {@link #UNKNOWN_SIZE}
   * @param explicit whether the user named exactly this thing
   * @param peek opens the content for a look at its type; null when looking would have an effect or
   *     a price
   */
  public Candidate(
      ResourceUri uri, @Nullable String name, long size, boolean explicit, @Nullable Peek peek) {
    this(uri, name, size, explicit, peek, null);
  }

  /**
   * {@return an explicitly named candidate that is what a program prints}
   *
   * @param invocation the program; its label is the name of the candidate
   * @param uri the canonical URI of what it prints
   */
  public static Candidate printedBy(Invocation invocation, ResourceUri uri) {
    return new Candidate(uri, invocation.label(), UNKNOWN_SIZE, true, null, invocation);
  }

  /**
   * {@return an explicitly named candidate of which nothing but the URI is known}
   *
   * @param uri the canonical URI
   */
  public static Candidate of(ResourceUri uri) {
    return new Candidate(uri, null, UNKNOWN_SIZE, true, null);
  }

  /**
   * {@return this with the type that its source states}
   *
   * @param stated as {@code Content-Type} or {@code mimeType} have it; null when none is stated
   */
  public Candidate withType(@Nullable String stated) {
    return new Candidate(uri, name, size, explicit, peek, invocation, stated);
  }

  /** {@return what to call it before people: the name, else the URI without its secrets} */
  public String label() {
    return name != null ? name : uri.redacted();
  }
}
