package dev.attache.handlers.file.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.PartSelector;
import dev.attache.support.text.LineRange;
import dev.attache.support.text.PercentEncoding;
import org.jspecify.annotations.Nullable;

/**
 * What of a file a fragment selects: lines of a text, or pages, slides or cells of a document.
 * Immutable.
 *
 * @param lines the lines; null if it is a part of a document
 * @param document the part of a document, which the engine takes out; null if it is lines
 */
public record FilePart(@Nullable LineRange lines, @Nullable PartSelector document) {

  /** What RFC 3986 lets stand for itself in a fragment. */
  private static final PercentEncoding FRAGMENT = PercentEncoding.keeping("-._~!$&'()*+,;=:@/?");

  /** Some lines of a file. */
  public static FilePart of(LineRange lines) {
    return new FilePart(lines, null);
  }

  /** Returns what a fragment without its {@code #} selects; null if it selects nothing. */
  public static @Nullable FilePart parse(String fragment) {
    LineRange lines = LineRange.parse(fragment);
    if (lines != null) {
      return of(lines);
    }
    return PartSelector.parse(new String(PercentEncoding.decode(fragment), UTF_8))
        .map(part -> new FilePart(null, part))
        .orElse(null);
  }

  /**
   * Whether a fragment without its {@code #} is meant to select something, though maybe none can.
   */
  public static boolean isSpelledBy(String fragment) {
    return LineRange.isSpelledBy(fragment) || parse(fragment) != null;
  }

  /** The fragment without its {@code #}, as the canonical URI has it. */
  @Override
  public String toString() {
    return document == null ? String.valueOf(lines) : FRAGMENT.encode(document.toString());
  }
}
