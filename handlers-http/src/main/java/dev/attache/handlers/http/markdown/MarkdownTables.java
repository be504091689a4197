package dev.attache.handlers.http.markdown;

import java.util.function.Predicate;
import org.jsoup.nodes.Element;

/** The tables among the blocks of a page. */
final class MarkdownTables {

  private final MarkdownBlocks blocks;
  private final Predicate<Element> leftOut;
  private final TableFill fill = new TableFill();

  MarkdownTables(MarkdownBlocks blocks, Predicate<Element> leftOut) {
    this.blocks = blocks;
    this.leftOut = leftOut;
  }

  void table(Element table) {
    blocks.boundary();
    var rows = TableRows.of(table, leftOut);
    if (blocks.isInLine() || rows.isLayout()) {
      blocks.block(table);
      return;
    }
    rows.captions().forEach(blocks::block);
    Element target = blocks.block("table");
    rows.addTo(target, fill, blocks::cell);
    if (target.hasText() || target.selectFirst("code") != null) {
      blocks.addBuilt(target);
    }
  }
}
