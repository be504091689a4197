package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.resource.ResourceUri;
import dev.attache.support.text.LineRange;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a text, each after its number and a tab, as {@code cat -n} has them. */
final class LineNumbers {

  private LineNumbers() {}

  /** Returns a text with numbers, beginning with the first line that a URI selects. */
  static PromptPart of(PromptPart text, ResourceUri uri) {
    LineRange selected = selected(uri);
    int first = selected == null ? 1 : selected.first();
    return out -> {
      // Not closed: what it is written to goes on.
      var numbered = new NumberingStream(out, first);
      text.writeTo(numbered);
    };
  }

  /** Returns the lines of a file that a URI selects; null if it selects none. */
  static @Nullable LineRange selected(ResourceUri uri) {
    int hash = uri.value().indexOf('#');
    boolean isFile = hash >= 0 && uri.scheme().equals("file");
    return isFile ? LineRange.parse(uri.value().substring(hash + 1)) : null;
  }

  /** A stream that begins each line with its number. */
  private static final class NumberingStream extends FilterOutputStream {
    private int next;
    private boolean isInLine;

    NumberingStream(OutputStream out, int first) {
      super(out);
      next = first;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int end = offset + length;
      for (int from = offset; from < end; ) {
        int to = from;
        while (to < end && bytes[to] != '\n') {
          to++;
        }
        boolean isEnded = to < end;
        to += isEnded ? 1 : 0;
        begin();
        out.write(bytes, from, to - from);
        isInLine = !isEnded;
        from = to;
      }
    }

    private void begin() throws IOException {
      if (!isInLine) {
        out.write((next + "\t").getBytes(US_ASCII));
        next++;
      }
    }
  }
}
