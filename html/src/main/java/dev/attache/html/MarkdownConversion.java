package dev.attache.html;

import com.vladsch.flexmark.html2md.converter.FlexmarkHtmlConverter;
import com.vladsch.flexmark.util.data.DataHolder;
import com.vladsch.flexmark.util.data.MutableDataSet;
import com.vladsch.flexmark.util.format.CharWidthProvider;
import com.vladsch.flexmark.util.format.TableFormatOptions;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/** The library that writes Markdown, set up for the trees that we give it. */
final class MarkdownConversion {

  /** All texts are equally wide: rules under heads stay short, however long a cell is. */
  private static final CharWidthProvider NO_WIDTHS =
      new CharWidthProvider() {
        @Override
        public int getSpaceWidth() {
          return 1;
        }

        @Override
        public int getCharWidth(char c) {
          return 1;
        }

        @Override
        public int getStringWidth(CharSequence text) {
          return 1;
        }
      };

  private static final DataHolder OPTIONS =
      new MutableDataSet()
          .set(FlexmarkHtmlConverter.SETEXT_HEADINGS, false)
          .set(FlexmarkHtmlConverter.UNORDERED_LIST_DELIMITER, '-')
          .set(FlexmarkHtmlConverter.THEMATIC_BREAK, "---")
          .set(FlexmarkHtmlConverter.LISTS_END_ON_DOUBLE_BLANK, true)
          .set(FlexmarkHtmlConverter.OUTPUT_ATTRIBUTES_ID, false)
          .set(FlexmarkHtmlConverter.SKIP_ATTRIBUTES, true)
          .set(FlexmarkHtmlConverter.TYPOGRAPHIC_QUOTES, false)
          .set(FlexmarkHtmlConverter.TYPOGRAPHIC_SMARTS, false)
          .set(FlexmarkHtmlConverter.EXTRACT_AUTO_LINKS, false)
          .set(FlexmarkHtmlConverter.SKIP_CHAR_ESCAPE, true)
          .set(FlexmarkHtmlConverter.BR_AS_EXTRA_BLANK_LINES, false)
          .set(FlexmarkHtmlConverter.MAX_BLANK_LINES, 1)
          .set(TableFormatOptions.FORMAT_TABLE_ADJUST_COLUMN_WIDTH, false)
          .set(TableFormatOptions.FORMAT_CHAR_WIDTH_PROVIDER, NO_WIDTHS)
          .set(TableFormatOptions.FORMAT_TABLE_MIN_SEPARATOR_DASHES, 3)
          .toImmutable();

  /**
   * What an entry begins with that has no text in its first line: the converter would begin it with
   * an empty line, and an entry ends there. No page can contain it, {@link PageText} drops it.
   */
  static final String NO_TEXT = "\uFDD0";

  private static final Pattern NO_TEXT_LINES = Pattern.compile(" ?" + NO_TEXT + " *\n[ >]*\n");

  private MarkdownConversion() {}

  /** The Markdown of a tree that {@link MarkdownBlocks} made. */
  static String of(Element tree) {
    if (tree.childNodeSize() == 0) {
      return "";
    }
    String markdown = FlexmarkHtmlConverter.builder(OPTIONS).build().convert(tree);
    return NO_TEXT_LINES.matcher(markdown.strip()).replaceAll("\n") + "\n";
  }
}
