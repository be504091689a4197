package dev.attache.support.convert;

import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.DocumentPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The limits of what a converter may give, where it has not kept to them itself. */
final class Cut {

  private static final int MOST_NOTES = 50;
  private static final int MOST_PARTS = 10_000;

  /** So long a note, or what is said of a part, may be. */
  private static final int LONGEST = 1000;

  private Cut() {}

  static Conversion to(Conversion conversion, ConversionLimits limits) {
    String markdown = conversion.markdown();
    var notes = new ArrayList<String>();
    first(conversion.notes(), MOST_NOTES).forEach(note -> notes.add(shortened(note)));
    if (markdown.length() > limits.characters()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "Only the first %,d of %,d characters are here.",
              limits.characters(),
              markdown.length()));
      int end = limits.characters();
      markdown =
          markdown.substring(
              0, Character.isHighSurrogate(markdown.charAt(end - 1)) ? end - 1 : end);
    }
    List<DocumentPart> parts =
        first(conversion.parts(), MOST_PARTS).stream()
            .filter(part -> part.selector().length() <= LONGEST)
            .map(part -> new DocumentPart(part.selector(), shortened(part.details())))
            .toList();
    return new Conversion(markdown, notes, parts);
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(all.size(), most));
  }
}
