package dev.attache.model;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Texts one after the other as one text, each on lines of its own; what is empty leaves no line.
 * Immutable.
 */
public final class RenderedLines implements RenderedText {

  private final List<RenderedText> texts;

  private RenderedLines(List<RenderedText> texts) {
    this.texts = texts;
  }

  /**
   * {@return texts as one}
   *
   * @param texts in the order in which they stand, each read again whenever all is written
   */
  public static RenderedLines of(List<RenderedText> texts) {
    return new RenderedLines(List.copyOf(texts));
  }

  /**
   * {@return whether a text has nothing in it; no more of it is read than its beginning}
   *
   * @param text what is asked, by writing it
   * @throws IOException if it cannot be read
   */
  public static boolean isEmpty(RenderedText text) throws IOException {
    try {
      text.writeTo(new Beginning());
      return true;
    } catch (BeginningFoundException e) {
      return false;
    }
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var lines = new LineStream(out);
    for (RenderedText text : texts) {
      lines.isBetween = true;
      text.writeTo(lines);
    }
  }

  /** A stream that ends a line before what comes next. */
  private static final class LineStream extends FilterOutputStream {

    private boolean isBetween;
    private int last = '\n';

    LineStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return;
      } else if (isBetween && last != '\n') {
        out.write('\n');
      }
      isBetween = false;
      last = bytes[offset + length - 1];
      out.write(bytes, offset, length);
    }
  }

  /** A stream that goes no further than the first byte. */
  private static final class Beginning extends OutputStream {

    @Override
    public void write(int b) throws IOException {
      throw new BeginningFoundException();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        throw new BeginningFoundException();
      }
    }
  }

  private static final class BeginningFoundException extends IOException {
    private static final long serialVersionUID = 1;
  }
}
