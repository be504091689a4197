package dev.attache.html;

import java.util.Collections;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;

/**
 * An element of the tree for the converter. The converter asks each child for its siblings: jsoup's
 * own elements copy their list for each answer, these do not, and look whether to go on.
 */
final class MarkdownBlock extends Element {

  private final ConversionLimit limit;

  MarkdownBlock(String name, ConversionLimit limit) {
    super(name);
    this.limit = limit;
  }

  @Override
  public List<Node> childNodes() {
    limit.look();
    return Collections.unmodifiableList(ensureChildNodes());
  }

  /** Adds an element of the same kind. */
  @Override
  public Element appendElement(String name) {
    var child = new MarkdownBlock(name, limit);
    appendChild(child);
    return child;
  }
}
