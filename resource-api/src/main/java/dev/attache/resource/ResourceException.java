package dev.attache.resource;

import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The one checked exception of this API: why a reference did not become a resource.
 *
 * <p>The message is one line that says what is wrong. Where the application has to allow something
 * first, {@link #remedy} says what. It holds no secrets, because those of the URI that it is about,
 * and of other URIs in it, are taken out here ({@link Redaction}). It never needs the stack trace
 * to be understood.
 */
public final class ResourceException extends IOException {

  private static final long serialVersionUID = 1;

  /** What went wrong. */
  private final Kind kind;

  /** What it is about, without secrets; null where nothing is known of it. */
  private final @Nullable String uri;

  /** Whether another try may succeed. */
  private final boolean isTransient;

  private final transient @Nullable Remedy remedy;

  /** What went wrong, for programs. */
  public enum Kind {
    /** The URI or the reference breaks the rules of its scheme. */
    INVALID_URI,
    /** No handler knows the scheme. */
    UNSUPPORTED_SCHEME,
    /** There is nothing at that URI. */
    NOT_FOUND,
    /** A policy, or the source itself, refuses access. */
    DENIED,
    /** The content is larger than {@code maxBytes}. */
    TOO_LARGE,
    /** The time that one resource may take has passed. */
    TIMEOUT,
    /** Anything else. */
    FAILED
  }

  private ResourceException(
      Kind kind,
      @Nullable String uri,
      String message,
      boolean isTransient,
      @Nullable Remedy remedy,
      @Nullable Throwable cause) {
    super(withoutSecrets(message, uri), cause);
    this.kind = kind;
    this.uri = uri;
    this.isTransient = isTransient;
    this.remedy = remedy;
  }

  private static String withoutSecrets(String message, @Nullable String uri) {
    String shown = uri == null ? "" : Redaction.redact(uri);
    return Redaction.redactAllIn(
        uri == null || shown.equals(uri) ? message : message.replace(uri, shown));
  }

  /**
   * {@return an exception about {@code uri}, which may be any text that was given as one}
   *
   * @param kind what went wrong, for programs
   * @param uri with its secrets, which are taken out here; null where nothing is known of it
   * @param message one line, in which the secrets of URIs are taken out
   */
  public static ResourceException of(Kind kind, @Nullable String uri, String message) {
    return new ResourceException(kind, uri, message, false, null, null);
  }

  /**
   * {@return an exception about {@code uri} with the failure that led to it}
   *
   * @param kind what went wrong, for programs
   * @param uri with its secrets, which are taken out here; null where nothing is known of it
   * @param message one line, in which the secrets of URIs are taken out
   * @param cause kept for who debugs, and not shown; null if there is none
   */
  public static ResourceException of(
      Kind kind, @Nullable String uri, String message, @Nullable Throwable cause) {
    return new ResourceException(kind, uri, message, false, null, cause);
  }

  /** {@return the same exception, saying that another try may succeed} */
  public ResourceException asTransient() {
    return new ResourceException(kind, uri, message(), true, remedy, getCause());
  }

  /**
   * {@return the same exception, saying what can be done; null for nothing}
   *
   * @param way what the user or the application has to do first
   */
  public ResourceException withRemedy(@Nullable Remedy way) {
    return new ResourceException(kind, uri, message(), isTransient, way, getCause());
  }

  /** {@return what went wrong, for programs} */
  public Kind kind() {
    return kind;
  }

  /**
   * {@return the URI or reference that this is about, with its secrets; null when it is about none
   * in particular}
   */
  public @Nullable String uri() {
    return uri;
  }

  /** {@return whether another try may succeed without anybody changing anything} */
  public boolean isTransient() {
    return isTransient;
  }

  /** {@return what can be done, which the message does not say; null if nothing is known} */
  public @Nullable Remedy remedy() {
    return remedy;
  }

  /** {@return the one line for people; never null} */
  public String message() {
    String message = getMessage();
    return message == null ? "" : message; // always set in the constructor
  }
}
