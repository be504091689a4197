package dev.attache.support.convert;

import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.DocumentPart;
import java.util.List;

/** The limits of what a converter may give, where it has not kept to them itself. */
final class Cut {

  private static final int MOST_NOTES = 50;
  private static final int MOST_PARTS = 10_000;

  /** So long a note, or what is said of a part, may be. */
  private static final int LONGEST = 1000;

  private Cut() {}

  static Conversion to(Conversion conversion, ConversionLimits limits) {
    List<String> notes =
        first(conversion.notes(), MOST_NOTES).stream().map(Cut::shortened).toList();
    List<DocumentPart> parts =
        first(conversion.parts(), MOST_PARTS).stream()
            .filter(part -> part.selector().length() <= LONGEST)
            .map(part -> new DocumentPart(part.selector(), shortened(part.details())))
            .toList();
    String title = conversion.title();
    return new Conversion(
            conversion.markdown(),
            notes,
            parts,
            title == null || title.length() <= limits.characters() ? title : shortened(title))
        .upTo(limits.characters());
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(all.size(), most));
  }
}
