package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A fenced block of Markdown (CommonMark 0.31.2, 4.5), whose fences are longer than any run of
 * backticks in the text, so that nothing in it can end it.
 *
 * <pre>
 * ```java
 * class App {}
 * ```
 * </pre>
 *
 * <p>Where it stands under a heading, a text whose last line has no end has a line of its own after
 * the block, as in a diff: {@code \ No newline at end of file}.
 */
public final class MarkdownFence {

  private static final String NO_LINE_END = "\n\\ No newline at end of file";
  private static final int SHORTEST = 3;

  private MarkdownFence() {}

  /**
   * {@return a text between fences, which is gone through for that}
   *
   * @param text any text; it may lack an end of its last line
   * @param language the language that follows the first fence; empty for none
   * @throws IOException if the text cannot be read
   */
  public static PromptPart around(PromptPart text, String language) throws IOException {
    return around(text, language, NO_LINE_END);
  }

  /**
   * Returns the same without a word on whether the last line had an end.
   *
   * @throws IOException if the text cannot be read
   */
  static PromptPart closed(PromptPart text, String language) throws IOException {
    return around(text, language, "");
  }

  private static PromptPart around(PromptPart text, String language, String noLineEnd)
      throws IOException {
    var scan = new FenceScan();
    text.writeTo(scan);
    String fence = "`".repeat(Math.max(SHORTEST, scan.longest + 1));
    byte[] start = (fence + language + "\n").getBytes(UTF_8);
    String end = (scan.isLineEnded() ? "" : "\n") + fence + (scan.isLineEnded() ? "" : noLineEnd);
    byte[] after = end.getBytes(UTF_8);
    return out -> {
      out.write(start);
      text.writeTo(out);
      out.write(after);
    };
  }

  /** Returns a text as code within a line, which is not empty and has no line ends. */
  static String code(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String ticks = "`".repeat(longest + 1);
    String blank = text.startsWith("`") || text.endsWith("`") ? " " : "";
    return ticks + blank + text + blank + ticks;
  }

  /** A look for the longest run of backticks, and for the end of the last line. */
  private static final class FenceScan extends OutputStream {
    private int longest;
    private int run;
    private int last = '\n'; // nothing at all has no line without an end

    @Override
    public void write(int b) {
      run = b == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
      last = b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      for (int i = offset; i < offset + length; i++) {
        write(bytes[i]);
      }
    }

    boolean isLineEnded() {
      return last == '\n';
    }
  }
}
