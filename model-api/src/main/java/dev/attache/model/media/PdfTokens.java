package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a PDF document (ISO 32000-1, section 7.2) in a window of its bytes: names with
 * their slash, numbers, keywords and delimiters; {@code ()} for each string. Comments are left out.
 * Not thread-safe.
 */
final class PdfTokens {

  private static final int WINDOW = 1 << 16;
  private static final int LONGEST = 64;
  private static final byte[] END_OF_STREAM = "endstream".getBytes(ISO_8859_1);

  private final InputStream in;
  private final byte[] window = new byte[WINDOW];
  private int at;
  private int end;
  private @Nullable String again;

  PdfTokens(InputStream in) {
    this.in = in;
  }

  /** Gives a token once more. */
  void putBack(String token) {
    again = token;
  }

  /** Returns the next token; null at the end. */
  @Nullable String next() throws IOException {
    String token = again;
    if (token != null) {
      again = null;
      return token;
    }
    for (int c = read(); c >= 0; c = read()) {
      switch (c) {
        case 0, '\t', '\n', '\f', '\r', ' ', ')' -> {}
        case '%' -> skipComment();
        case '(' -> {
          skipText();
          return "()";
        }
        case '<' -> {
          if (peek() == '<') {
            at++;
            return "<<";
          }
          skipHex();
          return "()";
        }
        case '>' -> {
          if (peek() == '>') {
            at++;
            return ">>";
          }
        }
        case '[', ']', '{', '}' -> {
          return Character.toString(c);
        }
        default -> {
          return word(c);
        }
      }
    }
    return null;
  }

  /** Passes over the line end after the keyword that begins a stream. */
  void skipLineEnd() throws IOException {
    if (peek() == '\r') {
      at++;
    }
    if (peek() == '\n') {
      at++;
    }
  }

  /** Passes over bytes, as many as there are. */
  void skip(long count) throws IOException {
    long left = count;
    while (left > 0 && fill(1)) {
      int step = (int) Math.min(left, end - at);
      at += step;
      left -= step;
    }
  }

  /** Passes over the end of the stream that is read. */
  void skipStream() throws IOException {
    while (data(window.length) > 0) {
      // until there is no more
    }
    skip(END_OF_STREAM.length);
  }

  /** Returns the bytes up to the end of the stream that is read, which stays where it is. */
  InputStream stream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        return data(1) == 0 ? -1 : window[at - 1] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = length == 0 ? 0 : data(length);
        System.arraycopy(window, at - count, bytes, offset, count);
        return count == 0 && length > 0 ? -1 : count;
      }
    };
  }

  /** Passes over bytes of a stream, of which there is at least one unless it ends here. */
  private int data(int most) throws IOException {
    if (!fill(END_OF_STREAM.length) && end == at) {
      return 0;
    }
    int from = at;
    int limit = Math.min(end, at + most);
    while (at < limit) {
      if (window[at] == 'e') {
        if (end - at < END_OF_STREAM.length && at > from) {
          break; // more of it has to be seen
        } else if (isEnd()) {
          break;
        }
      }
      at++;
    }
    return at - from;
  }

  private boolean isEnd() {
    for (int i = 0; i < END_OF_STREAM.length; i++) {
      if (at + i >= end || window[at + i] != END_OF_STREAM[i]) {
        return false;
      }
    }
    return true;
  }

  private String word(int first) throws IOException {
    var word = new StringBuilder().append((char) first);
    for (int c = peek(); c >= 0 && isRegular(c); c = peek()) {
      at++;
      if (word.length() < LONGEST) {
        word.append((char) c);
      }
    }
    return word.indexOf("#") > 0 && first == '/' ? decoded(word) : word.toString();
  }

  /** Names can have escapes of two digits (section 7.3.5). */
  private static String decoded(StringBuilder name) {
    var decoded = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      int high = i + 2 < name.length() ? Character.digit(name.charAt(i + 1), 16) : -1;
      int low = i + 2 < name.length() ? Character.digit(name.charAt(i + 2), 16) : -1;
      if (name.charAt(i) == '#' && high >= 0 && low >= 0) {
        decoded.append((char) (high * 16 + low));
        i += 2;
      } else {
        decoded.append(name.charAt(i));
      }
    }
    return decoded.toString();
  }

  private static boolean isRegular(int c) {
    return switch (c) {
      case 0, '\t', '\n', '\f', '\r', ' ', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%' ->
          false;
      default -> true;
    };
  }

  private void skipComment() throws IOException {
    int c = read();
    while (c >= 0 && c != '\n' && c != '\r') {
      c = read();
    }
  }

  private void skipText() throws IOException {
    int depth = 1;
    while (depth > 0) {
      switch (read()) {
        case '\\' -> read();
        case '(' -> depth++;
        case ')' -> depth--;
        case -1 -> depth = 0;
        default -> {}
      }
    }
  }

  private void skipHex() throws IOException {
    int c = read();
    while (c >= 0 && c != '>') {
      c = read();
    }
  }

  private int read() throws IOException {
    return at < end || fill(1) ? window[at++] & 0xff : -1;
  }

  private int peek() throws IOException {
    return at < end || fill(1) ? window[at] & 0xff : -1;
  }

  /** Whether there are that many bytes in the window. */
  private boolean fill(int count) throws IOException {
    if (end - at >= count) {
      return true;
    }
    System.arraycopy(window, at, window, 0, end - at);
    end -= at;
    at = 0;
    while (end < count) {
      int more = in.read(window, end, window.length - end);
      if (more < 0) {
        return false;
      }
      end += more;
    }
    return true;
  }
}
