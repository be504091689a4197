package dev.attache.history;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form in which texts stand in a prompt. Immutable.
 *
 * @param layout what stands around them
 * @param resources what stands around those of resources, unless all is Markdown
 * @param isNumbered whether their lines have numbers
 */
public record TextForm(Layout layout, ResourceLayout resources, boolean isNumbered) {

  /** Elements, and texts as they are: the usual form. */
  public static final TextForm PLAIN = new TextForm(Layout.ELEMENT, false);

  /** What stands around a text. */
  public enum Layout {
    /** An element, or for a resource what its own layout says. */
    ELEMENT,

    /** A section of Markdown: a heading, and the text between fences. */
    MARKDOWN
  }

  /**
   * A form with the usual layout of resources.
   *
   * @param layout what stands around the texts
   * @param isNumbered whether their lines have numbers
   */
  public TextForm(Layout layout, boolean isNumbered) {
    this(layout, ResourceLayout.ELEMENT, isNumbered);
  }

  /** {@return whether it is Markdown} */
  public boolean isMarkdown() {
    return layout == Layout.MARKDOWN;
  }

  /**
   * {@return the same form with another layout of resources}
   *
   * @param value what stands around the texts of resources; means nothing where all is Markdown
   */
  public TextForm resources(ResourceLayout value) {
    return new TextForm(layout, value, isNumbered);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextForm form
        && layout == form.layout
        && resources == form.resources
        && isNumbered == form.isNumbered;
  }

  @Override
  public int hashCode() { // what a record has by itself is linked at run time, at each start
    return Objects.hash(layout, resources, isNumbered);
  }
}
