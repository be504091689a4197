package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.cmd.run.ByteCount;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.StreamBytes;
import java.io.ByteArrayOutputStream;

/**
 * One stream in a {@link CommandText}: a line with its name, and its text between fences that are
 * longer than any run of backticks in it. Two pairs of fences if it is cut, so that within fences
 * there is nothing but what the command printed.
 */
final class StreamSection {

  private static final int MIN_FENCE = 3;

  private final String name;
  private final Captured stream;
  private final boolean isBinary;

  StreamSection(String name, Captured stream) {
    this(name, stream, StreamBytes.isBinary(stream));
  }

  private StreamSection(String name, Captured stream, boolean isBinary) {
    this.name = name;
    this.stream = stream;
    this.isBinary = isBinary;
  }

  /** How many bytes its text needs, without what stands around it. */
  long size() {
    return isBinary ? 0 : stream.kept();
  }

  /** Returns the same section with at most {@code limit} bytes of the stream. */
  StreamSection cutTo(long limit) {
    return isBinary ? this : new StreamSection(name, stream.cutTo(limit), false);
  }

  /** How many bytes are missing in a text; what is binary is not included in any case. */
  long cut() {
    return isBinary ? 0 : stream.cut();
  }

  void appendTo(ByteArrayOutputStream out) {
    if (stream.isEmpty()) {
      print(out, name + ": empty\n");
    } else if (isBinary) {
      print(out, name + ": binary, " + ByteCount.of(stream.size()) + ", not included\n");
    } else if (stream.kept() == 0) {
      print(out, name + ": " + ByteCount.of(stream.size()) + ", not included\n");
    } else {
      appendText(out);
    }
  }

  private void appendText(ByteArrayOutputStream out) {
    long malformed = StreamBytes.malformed(stream.head()) + StreamBytes.malformed(stream.tail());
    String note =
        malformed == 0 ? "" : " (not UTF-8, " + ByteCount.of(malformed) + " replaced by U+FFFD)";
    print(out, name + note + ":\n");
    String fence =
        "`".repeat(Math.max(MIN_FENCE, 1 + Math.max(ticks(stream.head()), ticks(stream.tail()))));
    appendFenced(out, fence, stream.head());
    if (stream.isCut()) {
      String where = endsLine(stream.head()) ? "" : ", from within a line";
      print(out, "[" + ByteCount.of(stream.cut()) + " cut here" + where + "]\n");
      appendFenced(out, fence, stream.tail());
    }
    byte[] last = stream.isCut() ? stream.tail() : stream.head();
    if (!endsLine(last)) {
      print(out, "(no newline at the end)\n");
    }
  }

  private static void appendFenced(ByteArrayOutputStream out, String fence, byte[] text) {
    if (text.length > 0) {
      print(out, fence + "\n");
      out.writeBytes(StreamBytes.toUtf8(text));
      print(out, endsLine(text) ? fence + "\n" : "\n" + fence + "\n");
    }
  }

  private static boolean endsLine(byte[] text) {
    return text.length == 0 || text[text.length - 1] == '\n';
  }

  /** The length of the longest run of backticks. */
  private static int ticks(byte[] text) {
    int longest = 0;
    int run = 0;
    for (byte b : text) {
      run = b == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  private static void print(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(UTF_8));
  }
}
