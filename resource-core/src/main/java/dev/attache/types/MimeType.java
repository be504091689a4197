package dev.attache.types;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A MIME type with its parameters, as the WHATWG MIME Sniffing Standard (section 4) reads and
 * writes it. Immutable and thread-safe.
 */
public final class MimeType {

  /** Of a longer header the type is not kept. */
  private static final int MAX_KEPT = 100;

  /** Headers that came lately, at places by their hash codes. */
  private static final @Nullable Kept[] KEPT = new Kept[64];

  private final String essence;
  private final Map<String, String> parameters;

  private MimeType(String essence, Map<String, String> parameters) {
    this.essence = essence;
    this.parameters = Collections.unmodifiableMap(parameters);
  }

  /**
   * Reads one type. Parameters that are malformed are passed over, as is the second of a name.
   *
   * @param text a type with or without parameters, as {@code text/html; charset=utf-8}
   * @return nothing if the text does not begin with a type and a subtype
   */
  public static Optional<MimeType> parse(String text) {
    var parameters = new LinkedHashMap<String, String>();
    String essence = new MimeTypeScan(text).read(parameters);
    return essence == null ? Optional.empty() : Optional.of(new MimeType(essence, parameters));
  }

  /**
   * Reads the value of a {@code Content-Type} header, or the values of several such headers joined
   * by commas: the last valid one counts, and takes over the charset of those before it that have
   * the same essence ("extract a MIME type", Fetch Standard, section 2.2.2).
   *
   * @param value null if there is no such header
   * @return nothing if none is valid or says more than {@code *}{@code /*}
   */
  public static Optional<MimeType> parseHeader(@Nullable String value) {
    if (value == null) {
      return Optional.empty();
    }
    return value.length() > MAX_KEPT ? read(value) : kept(value);
  }

  /** Servers say a few types again and again, and each is asked for several times. */
  private static Optional<MimeType> kept(String value) {
    int place = value.hashCode() & (KEPT.length - 1);
    Kept kept = KEPT[place];
    if (kept == null || !kept.value.equals(value)) {
      kept = new Kept(value, read(value));
      KEPT[place] = kept;
    }
    return kept.type;
  }

  private static Optional<MimeType> read(String value) {
    @Nullable MimeType last = null;
    @Nullable String charset = null;
    for (String part : MimeTypeScan.split(value)) {
      MimeType type = parse(part).orElse(null);
      if (type != null && !type.essence.equals("*/*")) {
        if (last == null || !last.essence.equals(type.essence)) {
          charset = type.parameters.get("charset"); // a new essence; nothing is carried over
        }
        last = type.withCharset(charset);
      }
    }
    return Optional.ofNullable(last);
  }

  /** {@return the type and the subtype, in lower case: {@code text/html}} */
  public String essence() {
    return essence;
  }

  /**
   * {@return the value of a parameter; its name is in lower case}
   *
   * @param name the name of the parameter, such as {@code charset}
   */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /**
   * {@return all parameters by their names in lower case, in the order in which they were given}
   */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** A value of a header that came lately, and its type; whole for every thread that sees it. */
  private record Kept(String value, Optional<MimeType> type) {}

  private MimeType withCharset(@Nullable String charset) {
    if (charset == null || parameters.containsKey("charset")) {
      return this;
    }
    var more = new LinkedHashMap<>(parameters);
    more.put("charset", charset);
    return new MimeType(essence, more);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MimeType that
        && essence.equals(that.essence)
        && parameters.equals(that.parameters);
  }

  @Override
  public int hashCode() {
    return 31 * essence.hashCode() + parameters.hashCode();
  }

  /** The type as a header would have it: {@code text/html;charset=utf-8}. */
  @Override
  public String toString() {
    var text = new StringBuilder(essence);
    parameters.forEach(
        (name, value) -> {
          text.append(';').append(name).append('=');
          appendValue(text, value);
        });
    return text.toString();
  }

  private static void appendValue(StringBuilder text, String value) {
    if (MimeTypeScan.isToken(value)) {
      text.append(value);
      return;
    }
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\');
      }
      text.append(c);
    }
    text.append('"');
  }
}
