package dev.attache.documents.pdf;

import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.MarkdownWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The Markdown of pages: which of their blocks are headings shows only beside all the others. */
final class PdfMarkdown {

  private static final int MAX_HEADING = 200;
  private static final Pattern LEADERS = Pattern.compile("\\s*(?:\\.\\s?){5,}");
  private static final float LARGER = 1.13f;

  private final List<PdfPage> pages;
  private final Map<String, Integer> outline;
  private final float bodySize;
  private final boolean isFixedBody;
  private final boolean isBoldBody;
  private final List<Float> headingSizes;

  PdfMarkdown(List<PdfPage> pages, Map<String, Integer> outline) {
    this.pages = pages;
    this.outline = outline;
    Map<Float, Integer> letters = new TreeMap<>();
    int bold = 0;
    int all = 1;
    int fixed = 0;
    for (PdfPage page : pages) {
      for (PdfBlock block : page.blocks()) {
        if (block instanceof PdfBlock.Text text) {
          letters.merge(rounded(text.size()), text.plain().length(), Integer::sum);
          bold += text.isBold() ? text.plain().length() : 0;
          all += text.plain().length();
        } else if (block instanceof PdfBlock.Code code) {
          fixed += code.text().length();
        }
      }
    }
    this.bodySize =
        letters.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0f);
    this.isFixedBody = fixed > all;
    this.isBoldBody = bold * 2 > all;
    this.headingSizes = headingSizes();
  }

  private List<Float> headingSizes() {
    List<Float> sizes = new ArrayList<>();
    for (PdfPage page : pages) {
      for (PdfBlock block : page.blocks()) {
        if (block instanceof PdfBlock.Text text
            && isLarge(text)
            && !sizes.contains(rounded(text.size()))) {
          sizes.add(rounded(text.size()));
        }
      }
    }
    sizes.sort(Collections.reverseOrder());
    return sizes;
  }

  private static float rounded(float size) {
    return Math.round(size * 2) / 2f;
  }

  private boolean isLarge(PdfBlock.Text text) {
    return text.size() > bodySize * LARGER && isTitle(text) && text.lines() <= 4;
  }

  private static boolean isTitle(PdfBlock.Text text) {
    String plain = text.plain();
    return plain.length() <= MAX_HEADING && plain.chars().anyMatch(Character::isLetter);
  }

  List<PdfPage> pages() {
    return pages;
  }

  void write(PdfPage page, MarkdownWriter writer) {
    List<Float> indents = new ArrayList<>();
    for (PdfBlock block : page.blocks()) {
      if (block instanceof PdfBlock.Table table) {
        writer.table(table.rows());
      } else if (block instanceof PdfBlock.Code code) {
        writeCode(code, writer);
      } else if (block instanceof PdfBlock.Text text) {
        writeText(text, indents, writer);
      }
    }
  }

  private void writeCode(PdfBlock.Code code, MarkdownWriter writer) {
    boolean isProse = isFixedBody && !code.text().contains("  ");
    if (isProse) {
      writer.paragraph(new InlineText().add(code.text().strip()).markdown());
    } else {
      writer.code(code.text());
    }
  }

  private void writeText(PdfBlock.Text text, List<Float> indents, MarkdownWriter writer) {
    int level = level(text);
    if (level > 0) {
      indents.clear();
      String number = text.marker().isEmpty() ? "" : text.marker() + " ";
      String title = LEADERS.matcher(text.text().plain()).replaceAll(" ... ");
      writer.heading(level, number + title);
    } else if (text.marker().isEmpty()) {
      indents.clear();
      writer.paragraph(shown(text));
    } else {
      boolean isBullet = ListMarker.isBullet(text.marker());
      boolean isNumber = text.marker().matches("\\d{1,3}[.)]");
      String item = shown(text);
      writer.item(
          depth(text.x(), indents),
          isNumber ? text.marker() : "-",
          isBullet || isNumber ? item : text.marker() + " " + item);
    }
  }

  /** Where nearly all is bold, nothing is. Dots that lead to a number are three. */
  private String shown(PdfBlock.Text text) {
    String markdown = isBoldBody ? text.text().plain() : text.text().markdown();
    return LEADERS.matcher(markdown).replaceAll(" ... ");
  }

  private static int depth(float x, List<Float> indents) {
    while (!indents.isEmpty() && indents.get(indents.size() - 1) > x + 4) {
      indents.remove(indents.size() - 1);
    }
    if (indents.isEmpty() || indents.get(indents.size() - 1) < x - 4) {
      indents.add(x);
    }
    return indents.size() - 1;
  }

  private int level(PdfBlock.Text text) {
    boolean isBullet = !text.marker().isEmpty() && ListMarker.isBullet(text.marker());
    if (isBullet || text.lines() > 4) {
      return 0;
    }
    Integer outlined = outline.get(key(text.marker() + text.plain()));
    if (outlined == null) {
      outlined = outline.get(key(text.plain()));
    }
    if (outlined != null
        && (text.isBold() || text.size() >= bodySize)
        && text.plain().length() > 2) {
      return Math.min(6, outlined);
    }
    if (isLarge(text)) {
      return Math.min(6, headingSizes.indexOf(rounded(text.size())) + 1);
    }
    boolean isBoldLine =
        text.isBold()
            && !isBoldBody
            && text.isSetApart()
            && text.lines() <= 2
            && text.plain().length() <= 100
            && text.size() >= bodySize * 0.95f
            && isTitle(text)
            && ".,;:".indexOf(text.plain().charAt(text.plain().length() - 1)) < 0;
    return isBoldLine ? Math.min(6, headingSizes.size() + 1) : 0;
  }

  /** What titles and outlines have in common: letters and digits. */
  static String key(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "");
  }
}
