package dev.attache.resource.convert;

import dev.attache.resource.convert.PartSelector.Image;
import dev.attache.resource.convert.PartSelector.PageImages;
import dev.attache.resource.convert.PartSelector.Pages;
import dev.attache.resource.convert.PartSelector.Sheet;
import dev.attache.resource.convert.PartSelector.Slides;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reading of what names a part of a document. */
final class SelectorText {

  private static final Pattern NUMBERS =
      Pattern.compile("(page|page-image|slide|image)=([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?");

  private static final String SHEET = "sheet=";

  private SelectorText() {}

  static Optional<PartSelector> parse(String fragment) {
    if (fragment.startsWith(SHEET)) {
      return sheet(fragment.substring(SHEET.length()));
    }
    Matcher form = NUMBERS.matcher(fragment);
    if (!form.matches()) {
      return Optional.empty();
    }
    int first = Integer.parseInt(form.group(2));
    int last = form.group(3) == null ? first : Integer.parseInt(form.group(3));
    return last < first ? Optional.empty() : numbered(form.group(1), first, last);
  }

  private static Optional<PartSelector> numbered(String name, int first, int last) {
    return switch (name) {
      case "page" -> Optional.of(new Pages(first, last));
      case "page-image" -> Optional.of(new PageImages(first, last));
      case "slide" -> Optional.of(new Slides(first, last));
      default -> first == last ? Optional.of(new Image(first)) : Optional.empty();
    };
  }

  /** A name may hold exclamation marks: the last one counts, if cells follow it. */
  private static Optional<PartSelector> sheet(String text) {
    int mark = text.lastIndexOf('!');
    Optional<CellRange> cells =
        mark < 0 ? Optional.empty() : CellRange.parse(text.substring(mark + 1));
    String name = cells.isPresent() ? text.substring(0, mark) : text;
    return name.isBlank() ? Optional.empty() : Optional.of(new Sheet(name, cells.orElse(null)));
  }
}
