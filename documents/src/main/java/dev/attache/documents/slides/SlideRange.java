package dev.attache.documents.slides;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.PartSelector;

/**
 * The slides that are wanted and may be converted.
 *
 * @param first from 1
 * @param last inclusive
 */
public record SlideRange(int first, int last) {

  /**
   * {@return those of so many, which are named as parts}
   *
   * @throws ConversionException if none of them is there
   */
  public static SlideRange of(DocumentDraft draft, int count) throws ConversionException {
    String slides = count == 1 ? "1 slide" : count + " slides";
    if (count > 0) {
      draft.part(count == 1 ? "slide=1" : "slide=1-" + count, slides);
    }
    int first = 1;
    int last = count;
    if (draft.options().selector() instanceof PartSelector.Slides wanted) {
      if (wanted.first() > count) {
        throw new ConversionException(Reason.NO_SUCH_PART, "it has " + slides);
      }
      first = wanted.first();
      last = Math.min(count, wanted.last());
    }
    int limit = draft.limits().pages();
    if (last - first >= limit) {
      draft.note(
          "Slides " + (first + limit) + "-" + last + " are left out; the limit is " + limit + ".");
      last = first + limit - 1;
    }
    return new SlideRange(first, last);
  }
}
