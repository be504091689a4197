package dev.attache.documents.pdf;

import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.InlineText.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A builder of paragraphs from lines that follow one another in a column. */
final class FlowText {

  private static final Pattern LEADERS = Pattern.compile("(?:\\.\\s?){4,}\\s*[\\divxl]*$");

  private final List<PdfBlock> blocks;
  private final List<List<TextSegment>> lines = new ArrayList<>();

  FlowText(List<PdfBlock> blocks) {
    this.blocks = blocks;
  }

  void add(List<TextSegment> line) {
    lines.add(line);
  }

  /** Makes paragraphs of all lines that were added. */
  void end() {
    if (lines.isEmpty()) {
      return;
    }
    float spacing = spacing();
    float left = (float) lines.stream().mapToDouble(FlowText::left).min().orElse(0);
    float right = (float) lines.stream().mapToDouble(FlowText::right).max().orElse(0);
    int start = 0;
    for (int i = 1; i <= lines.size(); i++) {
      if (i == lines.size() || isBreak(i, start, spacing, left, right)) {
        write(lines.subList(start, i), start == 0 || gap(start) > spacing * 1.2f);
        start = i;
      }
    }
    lines.clear();
  }

  private float gap(int at) {
    return lines.get(at).get(0).y - lines.get(at - 1).get(0).y;
  }

  /** The usual distance of two lines of the same size. */
  private float spacing() {
    List<Float> gaps = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      float gap = gap(i);
      float size = lines.get(i).get(0).size;
      if (gap > 0 && gap < size * 2.5f) {
        gaps.add(gap / size);
      }
    }
    if (gaps.isEmpty()) {
      return lines.get(0).get(0).size * 1.25f;
    }
    gaps.sort(null);
    // The smaller ones are within paragraphs.
    return gaps.get(gaps.size() / 3) * lines.get(0).get(0).size;
  }

  private boolean isBreak(int at, int start, float spacing, float left, float right) {
    TextSegment first = lines.get(at).get(0);
    List<TextSegment> before = lines.get(at - 1);
    TextSegment last = before.get(0);
    float size = Math.max(first.size, last.size);
    if (first.isFixed() && last.isFixed() && gap(at) > 0 && gap(at) < 3.2f * size) {
      return false; // code stays together
    }
    float scaled = spacing * size / lines.get(0).get(0).size;
    if (gap(at) < 0 || gap(at) > Math.max(scaled, size) * 1.25f) {
      return true;
    }
    if (Math.abs(first.size - last.size) > 0.12f * size || first.isFixed() != last.isFixed()) {
      return true;
    }
    String text = first.text();
    if (!ListMarker.of(text + " ").isEmpty() && looksLikeItem(at, start, text)) {
      return true;
    }
    if (isBold(lines.get(at)) != isBold(before)
        && (isBold(before) || isBold(lines.get(at)))
        && at - start == 1
        && isBold(before)
        && right(before) < right - size * 3) {
      return true;
    }
    if (LEADERS.matcher(text(before)).find()) {
      return true; // a table of contents
    }
    boolean wasShort = right(before) < right - (right - left) * 0.2f - first.size;
    boolean isIndented = first.x > left(lines.get(start)) + first.size * 0.8f && at - start > 0;
    boolean isItem = !ListMarker.of(text(lines.get(start))).isEmpty();
    if (isItem) {
      return first.x < left(lines.get(start)) - first.size * 0.5f
          || (wasShort
              && first.x < left(lines.get(start)) + first.size * 0.3f
              && endsSentence(before));
    }
    if (isIndented && at - start > 1 && first.x > last.x + first.size * 0.8f) {
      return true;
    }
    // A word of the next line would have fitted.
    return wasShort && (endsSentence(before) || startsUpper(text)) && !text.isEmpty();
  }

  /** A number may begin a line by chance, within a sentence. */
  private boolean looksLikeItem(int at, int start, String text) {
    boolean isNumber = Character.isDigit(text.charAt(0));
    if (!isNumber && ListMarker.isBullet(ListMarker.of(text + " "))) {
      return "-–—o".indexOf(text.charAt(0)) < 0
          || endsSentence(lines.get(at - 1))
          || !ListMarker.of(text(lines.get(start))).isEmpty()
          || startsUpperAfterMarker(text);
    }
    return endsSentence(lines.get(at - 1))
        || !ListMarker.of(text(lines.get(start))).isEmpty()
        || lines.get(at).size() > 1;
  }

  private static boolean startsUpperAfterMarker(String text) {
    String rest = text.substring(ListMarker.of(text).length());
    return !rest.isEmpty() && !Character.isLowerCase(rest.charAt(0));
  }

  private static boolean endsSentence(List<TextSegment> line) {
    String text = text(line);
    return text.isEmpty() || ".!?:;”\"".indexOf(text.charAt(text.length() - 1)) >= 0;
  }

  private static boolean startsUpper(String text) {
    return !text.isEmpty() && !Character.isLowerCase(text.charAt(0));
  }

  private static boolean isBold(List<TextSegment> line) {
    return line.stream()
        .flatMap(each -> each.runs().stream())
        .allMatch(run -> run.isBold() || run.text().isBlank());
  }

  private static float left(List<TextSegment> line) {
    return line.get(0).x;
  }

  private static float right(List<TextSegment> line) {
    return line.get(line.size() - 1).end;
  }

  static String text(List<TextSegment> line) {
    var text = new StringBuilder();
    for (TextSegment each : line) {
      text.append(text.length() == 0 ? "" : " ").append(each.text());
    }
    return text.toString();
  }

  private void write(List<List<TextSegment>> paragraph, boolean isSetApart) {
    TextSegment first = paragraph.get(0).get(0);
    if (paragraph.stream().flatMap(List::stream).allMatch(TextSegment::isFixed)) {
      blocks.add(new PdfBlock.Code(code(paragraph), first.size));
      return;
    }
    List<TextSegment.Run> runs = joined(paragraph);
    var plain = new StringBuilder();
    runs.forEach(run -> plain.append(run.text()));
    String marker = ListMarker.of(plain.toString());
    var text = new InlineText();
    int skip = marker.length();
    for (TextSegment.Run run : runs) {
      int cut = Math.min(skip, run.text().length());
      skip -= cut;
      text.add(run.text().substring(cut), run.isBold() ? Set.of(Style.BOLD) : Set.of(), run.link());
    }
    if (!text.isBlank()) {
      blocks.add(
          new PdfBlock.Text(
              text,
              plain.substring(marker.length()).strip(),
              marker.strip(),
              first.size,
              first.x,
              paragraph.size(),
              isSetApart));
    } else if (!marker.isBlank()) {
      blocks.add(
          new PdfBlock.Text(
              new InlineText().add(marker), marker, "", first.size, first.x, 1, isSetApart));
    }
  }

  private static List<TextSegment.Run> joined(List<List<TextSegment>> paragraph) {
    List<TextSegment.Run> runs = new ArrayList<>();
    for (List<TextSegment> line : paragraph) {
      for (TextSegment piece : line) {
        boolean isFirst = piece == line.get(0);
        List<TextSegment.Run> more = piece.runs();
        if (!runs.isEmpty() && !more.isEmpty()) {
          TextSegment.Run last = runs.get(runs.size() - 1);
          String end = isFirst ? withoutHyphen(last.text(), more.get(0).text()) : last.text() + " ";
          runs.set(runs.size() - 1, new TextSegment.Run(end, last.isBold(), last.link()));
        }
        runs.addAll(more);
      }
    }
    return runs;
  }

  /** A hyphen between two lower-case letters at the end of a line is one of that line. */
  private static String withoutHyphen(String end, String next) {
    int length = end.length();
    boolean isDivided =
        length > 2
            && (end.charAt(length - 1) == '-'
                || end.charAt(length - 1) == 0xad
                || end.charAt(length - 1) == 0x2010)
            && Character.isLetter(end.charAt(length - 2))
            && !next.isEmpty()
            && Character.isLowerCase(next.charAt(0));
    if (isDivided) {
      return end.substring(0, length - 1);
    }
    boolean needsNoSpace =
        length > 0
            && !next.isEmpty()
            && isIdeograph(end.charAt(length - 1))
            && isIdeograph(next.charAt(0));
    return needsNoSpace ? end : end + " ";
  }

  private static boolean isIdeograph(char c) {
    return c >= 0x3040 && c <= 0x9fff;
  }

  private static String code(List<List<TextSegment>> lines) {
    float left = (float) lines.stream().mapToDouble(FlowText::left).min().orElse(0);
    var code = new StringBuilder();
    TextSegment before = lines.get(0).get(0);
    for (List<TextSegment> line : lines) {
      code.append(line.get(0).y - before.y > before.size * 1.9f ? "\n" : "");
      before = line.get(0);
      int column = 0;
      for (TextSegment piece : line) {
        int at = Math.round((piece.x - left) / piece.pitch());
        code.append(" ".repeat(Math.max(column == 0 ? 0 : 1, Math.min(at - column, 200))));
        String text = piece.text();
        code.append(text);
        column = Math.max(at, column) + text.length();
      }
      code.append('\n');
    }
    return code.toString();
  }
}
