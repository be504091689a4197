package dev.attache.handlers.http.markdown;

import java.util.Collections;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;

/**
 * An element of the tree for the converter. The converter asks each child for its siblings: jsoup's
 * own elements copy their list for each answer, these do not, and look whether to go on.
 */
final class MarkdownBlock extends Element {

  private final ConversionLimit stop;

  MarkdownBlock(String name, ConversionLimit stop) {
    super(name);
    this.stop = stop;
  }

  @Override
  public List<Node> childNodes() {
    stop.look();
    return Collections.unmodifiableList(ensureChildNodes());
  }

  /** Adds an element of the same kind. */
  @Override
  public Element appendElement(String name) {
    var child = new MarkdownBlock(name, stop);
    appendChild(child);
    return child;
  }
}
