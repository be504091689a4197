package dev.attache.resource.convert;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a document, as the fragment of a URI names it: {@code page=3-7} (RFC 8118, section 3,
 * with ranges), {@code page-image=3}, {@code slide=2}, {@code sheet=Q3}, {@code sheet=Q3!A1:F40},
 * {@code image=2}. Immutable.
 *
 * <p>Its {@code toString} is the one spelling of it, before a URI encodes it.
 */
public sealed interface PartSelector {

  /**
   * The key in the metadata of a resource under which a handler says that its URI selects a part,
   * in the spelling of {@code toString}: the engine then takes the part out of the whole document
   * that the handler has read.
   */
  String META = "dev.attache/part";

  /**
   * Pages of a document.
   *
   * @param first from 1
   * @param last inclusive
   */
  record Pages(int first, int last) implements PartSelector {

    /**
     * Checks the range.
     *
     * @param first from 1
     * @param last inclusive
     * @throws IllegalArgumentException if it holds no page
     */
    public Pages {
      requireRange(first, last);
    }

    @Override
    public String toString() {
      return "page=" + range(first, last);
    }
  }

  /**
   * Pages of a document as pictures of them.
   *
   * @param first from 1
   * @param last inclusive
   */
  record PageImages(int first, int last) implements PartSelector {

    /**
     * Checks the range.
     *
     * @param first from 1
     * @param last inclusive
     * @throws IllegalArgumentException if it holds no page
     */
    public PageImages {
      requireRange(first, last);
    }

    @Override
    public String toString() {
      return "page-image=" + range(first, last);
    }
  }

  /**
   * Slides of a presentation.
   *
   * @param first from 1
   * @param last inclusive
   */
  record Slides(int first, int last) implements PartSelector {

    /**
     * Checks the range.
     *
     * @param first from 1
     * @param last inclusive
     * @throws IllegalArgumentException if it holds no slide
     */
    public Slides {
      requireRange(first, last);
    }

    @Override
    public String toString() {
      return "slide=" + range(first, last);
    }
  }

  /**
   * A sheet of a workbook, or some of its cells.
   *
   * @param name as the workbook has it
   * @param cells the cells that are wanted, or null for all
   */
  record Sheet(String name, @Nullable CellRange cells) implements PartSelector {

    @Override
    public String toString() {
      return "sheet=" + name + (cells == null ? "" : "!" + cells);
    }
  }

  /**
   * A picture inside a document.
   *
   * @param number from 1, in the order of the document
   */
  record Image(int number) implements PartSelector {

    /**
     * Checks the number.
     *
     * @param number from 1, in the order of the document
     * @throws IllegalArgumentException if it is less than 1
     */
    public Image {
      requireRange(number, number);
    }

    @Override
    public String toString() {
      return "image=" + number;
    }
  }

  /**
   * {@return the part that a fragment names, or nothing if it names none}
   *
   * @param fragment decoded, without {@code #}
   */
  static Optional<PartSelector> parse(String fragment) {
    return SelectorText.parse(fragment);
  }

  private static void requireRange(int first, int last) {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException(
          "range (" + range(first, last) + ") must begin at 1 or later and not end before");
    }
  }

  private static String range(int first, int last) {
    return first == last ? String.valueOf(first) : first + "-" + last;
  }
}
