package dev.attache.documents.pdf;

import dev.attache.documents.markdown.DocumentDraft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Running heads and feet: what stands first or last on most pages, but for the number. */
final class RepeatedLines {

  private static final int MIN_PAGES = 4;
  private static final int MAX_LENGTH = 120;
  private static final int EDGE = 2;

  private RepeatedLines() {}

  /** The pages without them but for the first time; what is left out is said. */
  static List<PdfPage> without(List<PdfPage> pages, DocumentDraft draft) {
    if (pages.size() < MIN_PAGES) {
      return pages;
    }
    Map<String, Integer> counts = new HashMap<>();
    for (PdfPage page : pages) {
      edges(page).stream().distinct().forEach(key -> counts.merge(key, 1, Integer::sum));
    }
    List<PdfPage> kept = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    int left = 0;
    for (PdfPage page : pages) {
      List<PdfBlock> blocks = new ArrayList<>();
      for (int i = 0; i < page.blocks().size(); i++) {
        String key = key(page, i);
        int count = counts.getOrDefault(key, 0);
        boolean isRepeated = count * 2 > pages.size() && count >= MIN_PAGES;
        if (isRepeated && seen.merge(key, 1, Integer::sum) > 1) {
          left++;
        } else {
          blocks.add(page.blocks().get(i));
        }
      }
      kept.add(
          new PdfPage(
              page.number(),
              blocks,
              page.images(),
              page.pictures(),
              page.isUnreadable(),
              page.isCut()));
    }
    if (left > 0) {
      draft.note("Headers and footers that most pages repeat are shown once.");
    }
    return kept;
  }

  private static List<String> edges(PdfPage page) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < page.blocks().size(); i++) {
      String key = key(page, i);
      if (!key.isEmpty()) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static String key(PdfPage page, int at) {
    boolean isEdge = at < EDGE || at >= page.blocks().size() - EDGE;
    if (!isEdge
        || !(page.blocks().get(at) instanceof PdfBlock.Text text)
        || text.plain().length() > MAX_LENGTH) {
      return "";
    }
    return (text.marker() + " " + text.plain()).replaceAll("\\d+", "#");
  }
}
