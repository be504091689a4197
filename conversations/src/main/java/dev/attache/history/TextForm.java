package dev.attache.history;

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
}
