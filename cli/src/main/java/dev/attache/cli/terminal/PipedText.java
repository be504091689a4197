package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.text.FileProblem;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/** A text that stands on the command line, or comes through standard input. */
public final class PipedText {

  /** What stands for standard input where a text is expected. */
  public static final String STANDARD_INPUT = "-";

  private PipedText() {}

  /** Whether standard input is read for the words {@code -} or, if it is no terminal, for none. */
  public static boolean isPiped(List<String> words, Streams streams) {
    return words.isEmpty() ? !streams.inIsTerminal() : words.equals(List.of(STANDARD_INPUT));
  }

  /** Returns the text; an empty one if there are no words and standard input is a terminal. */
  static String of(List<String> words, Streams streams) throws UsageException {
    return isPiped(words, streams) ? decoded(bytes(streams)) : String.join(" ", words);
  }

  /**
   * Returns the text of a message: without the empty lines at its end, and without the end of its
   * last line, which a pipe adds and nobody means.
   */
  public static String message(List<String> words, Streams streams) throws UsageException {
    String text = of(words, streams);
    int end = text.stripTrailing().length();
    if (end == 0) {
      return "";
    }
    int lineEnd = text.indexOf('\n', end);
    if (lineEnd < 0) {
      return text; // spaces at the end of the last line may be meant
    }
    return text.substring(0, text.charAt(lineEnd - 1) == '\r' ? lineEnd - 1 : lineEnd);
  }

  /** Returns all of standard input. */
  public static byte[] bytes(Streams streams) throws UsageException {
    try {
      // Not the stream's own readAllBytes, which asks for its position: a pipe has none.
      return new BufferedInputStream(streams.in()).readAllBytes();
    } catch (IOException e) {
      throw new UsageException("standard input cannot be read: " + FileProblem.of(e));
    }
  }

  /** Returns standard input as text. */
  public static String decoded(byte[] bytes) throws UsageException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UsageException("standard input is not UTF-8");
    }
  }
}
