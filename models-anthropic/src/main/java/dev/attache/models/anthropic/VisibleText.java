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

  /** The end of the look: something was found. It is thrown for each text, and so has no trace. */
  private static final class FoundException extends IOException {

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private VisibleText() {}

  /** Reads a text until the first piece with a character that is no white space. */
  static boolean isIn(RenderedText text) throws IOException {
    try {
      text.writeTo(new VisibleText());
      return false;
    } catch (FoundException e) {
      return true;
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** A character torn between two pieces counts as visible. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (!new String(bytes, offset, length, UTF_8).chars().allMatch(VisibleText::isSpace)) {
      throw new FoundException();
    }
  }

  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
  }
}
