package dev.attache.html;

import java.util.Set;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/** The lists and definitions among the blocks of a page. */
final class MarkdownLists {

  private static final Set<String> LISTS = Set.of("ul", "ol", "menu", "dir");

  private final MarkdownBlocks blocks;
  private final Predicate<Element> leftOut;

  MarkdownLists(MarkdownBlocks blocks, Predicate<Element> leftOut) {
    this.blocks = blocks;
    this.leftOut = leftOut;
  }

  void list(Element list) {
    blocks.boundary();
    if (blocks.cannotNest()) {
      flat(list);
      return;
    }
    Element target = blocks.block(list.normalName().equals("ol") ? "ol" : "ul");
    if (list.attr("start").strip().matches("\\d{1,9}")) {
      target.attr("start", list.attr("start").strip());
    }
    for (Node item : list.childNodes()) {
      if (item instanceof TextNode text && !text.isBlank()) {
        blocks.stray(text, target);
      } else if (item instanceof Element element && !leftOut.test(element)) {
        item(element, target);
      }
    }
    blocks.addBuilt(target);
  }

  /** The entries of a list in a place that cannot hold one, one after the other. */
  private void flat(Element list) {
    for (Element item : list.children()) {
      if (!leftOut.test(item)) {
        blocks.boundary();
        blocks.flat("- ", item);
      }
    }
  }

  /** An entry; a list that is not in one, as old pages have it, belongs to the entry before. */
  private void item(Element item, Element list) {
    Element before = list.lastElementChild();
    if (LISTS.contains(item.normalName()) && before != null) {
      var wrapper = blocks.block("div");
      item.replaceWith(wrapper);
      wrapper.appendChild(item);
      blocks.nested(wrapper, before);
      return;
    }
    Element target = blocks.block("li");
    if (blocks.nested(item, target)) {
      tighten(target);
      list.appendChild(target);
    }
  }

  /** Unwraps the only paragraph, so that short entries stay together. */
  private static void tighten(Element item) {
    Element first = item.child(0);
    if (first.nameIs("p") && item.select("> p").size() == 1) {
      first.unwrap();
    } else if (first.nameIs("pre") || first.nameIs("table")) {
      item.prependText(MarkdownConversion.NO_TEXT);
    }
  }

  void definitions(Element list) {
    blocks.boundary();
    if (blocks.cannotNest()) {
      blocks.flat("", list);
      return;
    }
    Element target = blocks.block("dl");
    addDefinitions(list, target);
    blocks.addBuilt(target);
  }

  private void addDefinitions(Element list, Element target) {
    for (Element part : list.children()) {
      if (leftOut.test(part)) {
        continue;
      }
      Element added = blocks.block(part.nameIs("dt") ? "dt" : "dd");
      if (part.nameIs("dt")) {
        blocks.inOneLine(part, added);
      } else if (part.nameIs("dd")) {
        if (blocks.nested(part, added)) {
          tighten(added);
        }
      } else {
        addDefinitions(part, target);
      }
      if (added.childNodeSize() > 0) {
        target.appendChild(added);
      }
    }
  }
}
