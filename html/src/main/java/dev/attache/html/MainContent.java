package dev.attache.html;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/** The part of a page that a model is shown, and what is left out inside it. */
final class MainContent {

  /** What can hold the content of a page that does not say where its content is. */
  private static final Set<String> HOLDERS = Set.of("div", "section", "article", "center");

  /** A part with less of the text than this share, in percent, is not what people came for. */
  private static final int SUSPICIOUS = 10;

  /** A part with this share of the text outside links, in percent, clearly dominates. */
  private static final int DOMINANT = 85;

  /** Pages with less text than that have no clear main content unless they say so. */
  private static final int ENOUGH = 300;

  private final List<Element> roots;
  private final Predicate<Element> leftOut;

  private MainContent(List<Element> roots, Predicate<Element> leftOut) {
    this.roots = List.copyOf(roots);
    this.leftOut = leftOut;
  }

  /** All that people see. */
  static MainContent everything(Element body, ConversionLimit limit) {
    return new MainContent(List.of(body), limit.before(PageNoise::isInvisible));
  }

  /**
   * The one {@code main}, else the one {@code article}, else what holds nearly all of the text,
   * else the body; never navigation and the like, except on a page that has nothing else.
   */
  static MainContent of(Element body, ConversionLimit limit) {
    var noise = new PageNoise();
    Predicate<Element> leftOut = limit.before(noise::isNoise);
    long all = PageText.length(body, leftOut);
    if (all == 0) {
      return everything(body, limit);
    }
    var inside = new WithAncestors(leftOut);
    Element main = only(body, "main, [role=main]", inside);
    if (main == null) {
      main = only(body, "article", inside);
    }
    if (main == null) {
      main = dominant(body, leftOut);
    }
    if (main == null || PageText.length(main, leftOut) * 100 < all * SUSPICIOUS) {
      main = body;
    }
    Element heading =
        heading(body, main, inside, new WithAncestors(limit.before(noise::hasNoHeading)));
    return new MainContent(heading == null ? List.of(main) : List.of(heading, main), leftOut);
  }

  /** The elements to show, in order. */
  List<Element> roots() {
    return roots;
  }

  Predicate<Element> leftOut() {
    return leftOut;
  }

  long length() {
    return roots.stream().mapToLong(root -> PageText.length(root, leftOut)).sum();
  }

  private static @Nullable Element only(Element body, String selector, WithAncestors leftOut) {
    Element only = null;
    for (Element element : body.select(selector)) {
      boolean inside = only != null && element.parents().contains(only);
      if (!inside && !leftOut.test(element)) {
        if (only != null) {
          return null;
        }
        only = element;
      }
    }
    return only;
  }

  /** The innermost holder of nearly all of the text that is in no link. */
  private static @Nullable Element dominant(Element body, Predicate<Element> leftOut) {
    Predicate<Element> noText = leftOut.or(element -> element.normalName().equals("a"));
    long all = PageText.length(body, noText);
    if (all < ENOUGH) {
      return null;
    }
    var search = new HolderSearch(all * DOMINANT, noText);
    search.traverse(body);
    return search.found;
  }

  /** The only top heading of the page, if it is not in the part that was chosen. */
  private static @Nullable Element heading(
      Element body, Element main, WithAncestors leftOut, WithAncestors elsewhere) {
    if (main.selectFirst("h1") != null && !main.equals(body)) {
      return null;
    }
    List<Element> headings = body.select("h1").stream().filter(elsewhere.negate()).toList();
    boolean isMissing =
        headings.size() == 1 && (!main.equals(body) || leftOut.test(headings.get(0)));
    return isMissing ? headings.get(0) : null;
  }

  /** A walk that adds up the text of each element and keeps the first with enough. */
  private static final class HolderSearch implements NodeVisitor {

    private final long enough;
    private final Predicate<Element> noText;
    private final ArrayDeque<long[]> lengths = new ArrayDeque<>();
    private int skipping;
    private @Nullable Element found;

    HolderSearch(long enough, Predicate<Element> noText) {
      this.enough = enough;
      this.noText = noText;
    }

    @Override
    public void head(Node node, int depth) {
      if (node instanceof Element element) {
        lengths.push(new long[1]);
        if (skipping > 0 || noText.test(element)) {
          skipping++;
        }
      } else if (skipping == 0 && node instanceof TextNode text && !lengths.isEmpty()) {
        lengths.getFirst()[0] += PageText.length(text.getWholeText());
      }
    }

    @Override
    public void tail(Node node, int depth) {
      if (!(node instanceof Element element)) {
        return;
      }
      long length = lengths.pop()[0];
      if (skipping > 0) {
        skipping--;
        return;
      }
      if (found == null && length * 100 >= enough && HOLDERS.contains(element.normalName())) {
        found = element;
      }
      if (!lengths.isEmpty()) {
        lengths.getFirst()[0] += length;
      }
    }
  }
}
