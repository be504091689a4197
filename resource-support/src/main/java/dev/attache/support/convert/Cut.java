package dev.attache.support.convert;

import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The limits of what a converter may give, where it has not kept to them itself. */
final class Cut {

  private static final int MOST_NOTES = 50;
  private static final int MOST_PARTS = 10_000;

  /** So many bytes of pictures, which leaves room for a text in the same message. */
  private static final long MOST_IMAGE_BYTES = 28L << 20;

  /** So long a note, or what is said of a part, may be. */
  private static final int LONGEST = 1000;

  private Cut() {}

  static Conversion to(Conversion conversion, ConversionLimits limits) {
    var notes = new ArrayList<String>();
    first(conversion.notes(), MOST_NOTES).forEach(note -> notes.add(shortened(note)));
    List<DocumentImage> images = images(conversion.images(), notes);
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
            images,
            title == null || title.length() <= limits.characters() ? title : shortened(title))
        .upTo(limits.characters());
  }

  /** The first pictures, as many as a message holds. */
  private static List<DocumentImage> images(List<DocumentImage> all, List<String> notes) {
    long bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      bytes += all.get(i).content().size() + all.get(i).markdown().length();
      if (bytes > MOST_IMAGE_BYTES) {
        notes.add(
            String.format(
                Locale.ROOT,
                "Only the first %,d of %,d pictures are here; the others are too large.",
                i,
                all.size()));
        return all.subList(0, i);
      }
    }
    return all;
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(all.size(), most));
  }
}
