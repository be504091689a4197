package dev.attache.models.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.RenderedText;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The look at whether a text has anything but white space; the API refuses one that has not ("text
 * content blocks must contain non-whitespace text").
 */
final class VisibleText extends OutputStream {

  private boolean isFound;

  private VisibleText() {}

  /** Reads a text until the first character that is no white space. */
  static boolean isIn(RenderedText text) throws IOException {
    var look = new VisibleText();
    try {
      text.writeTo(look);
    } catch (IOException e) {
      if (!look.isFound) {
        throw e;
      }
    }
    return look.isFound;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** A character torn between two pieces counts as visible. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    isFound = !new String(bytes, offset, length, UTF_8).chars().allMatch(VisibleText::isSpace);
    if (isFound) {
      throw new IOException("enough was read");
    }
  }

  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
  }
}
