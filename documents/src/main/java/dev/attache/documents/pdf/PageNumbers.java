package dev.attache.documents.pdf;

import dev.attache.documents.markdown.DocumentDraft;
import java.util.ArrayList;
import java.util.List;

/** Numbers of pages in words: {@code Page 3}, {@code Pages 1, 4-6 and 9}. */
final class PageNumbers {

  private static final int MAX_RANGES = 12;

  private PageNumbers() {}

  static void note(List<Integer> pages, String one, String many, DocumentDraft draft) {
    if (!pages.isEmpty()) {
      String what = words(pages) + " " + (pages.size() == 1 ? one : many);
      draft.note(what + ".");
      draft.emptiness(what.replaceFirst("P", "p"));
    }
  }

  static String words(List<Integer> pages) {
    List<String> ranges = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= pages.size(); i++) {
      if (i == pages.size() || pages.get(i) != pages.get(i - 1) + 1) {
        int first = pages.get(start);
        int last = pages.get(i - 1);
        ranges.add(first == last ? String.valueOf(first) : first + "-" + last);
        start = i;
      }
    }
    if (ranges.size() > MAX_RANGES) {
      return pages.size() + " pages from " + pages.get(0) + " on";
    }
    int last = ranges.size() - 1;
    String all =
        last == 0
            ? ranges.get(0)
            : String.join(", ", ranges.subList(0, last)) + " and " + ranges.get(last);
    return (pages.size() == 1 ? "Page " : "Pages ") + all;
  }
}
