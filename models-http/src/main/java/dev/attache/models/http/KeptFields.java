package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.RequestBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * A body of which some fields are left: providers count the tokens of a request without what says
 * how to answer it, and refuse fields that they do not know there. Nothing of it is held. Immutable
 * and thread-safe.
 */
public final class KeptFields implements RequestBody {

  private final RequestBody whole;
  private final Set<String> kept;

  /**
   * Leaves the fields that are named.
   *
   * @param whole one JSON object without blanks
   * @param kept the names of its fields that stay
   */
  public KeptFields(RequestBody whole, Set<String> kept) {
    this.whole = whole;
    this.kept = Set.copyOf(kept);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    whole.writeTo(new Filter(out, kept));
  }

  @Override
  public List<Placed> placed() {
    return whole.placed();
  }

  /** A stream that passes on an object without some of its fields. */
  private static final class Filter extends OutputStream {

    private final OutputStream out;
    private final Set<String> kept;
    private final ByteArrayOutputStream name = new ByteArrayOutputStream();
    private int depth;
    private boolean isString;
    private boolean isEscaped;
    private boolean isName = true;
    private boolean isKept;
    private boolean isFirst = true;

    Filter(OutputStream out, Set<String> kept) {
      this.out = out;
      this.kept = kept;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int from = offset; // of the value that is passed on in one piece
      for (int i = offset; i < offset + length; i++) {
        boolean isMark = !isString;
        step(bytes[i]);
        if (isName) {
          readName(bytes[i], isMark);
          from = i + 1;
        } else if (isMark && (depth == 0 || (depth == 1 && bytes[i] == ','))) {
          pass(bytes, from, i);
          isName = true;
          if (depth == 0) {
            out.write(bytes[i]);
          }
        }
      }
      if (!isName) {
        pass(bytes, from, offset + length);
      }
    }

    private void step(byte b) {
      if (isString) {
        isString = isEscaped || b != '"';
        isEscaped = !isEscaped && b == '\\';
      } else if (b == '"') {
        isString = true;
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
    }

    private void readName(byte b, boolean isMark) throws IOException {
      if (isMark && (b == '{' || b == '}')) {
        out.write(b);
      } else if (isMark && b == ':') {
        startValue(name.toString(UTF_8));
        name.reset();
      } else {
        name.write(b);
      }
    }

    private void startValue(String quoted) throws IOException {
      isName = false;
      isKept = kept.contains(quoted.substring(1, quoted.length() - 1));
      if (isKept) {
        out.write(((isFirst ? "" : ",") + quoted + ":").getBytes(UTF_8));
        isFirst = false;
      }
    }

    private void pass(byte[] bytes, int from, int to) throws IOException {
      if (isKept) {
        out.write(bytes, from, to - from);
      }
    }
  }
}
