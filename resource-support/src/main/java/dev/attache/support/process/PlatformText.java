package dev.attache.support.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts that can be handed to a program: those that the platform's encoding can express.
 *
 * <p>The JDK passes on a question mark for every other character and says nothing.
 */
public final class PlatformText {
  /** Java 17 encodes with the default charset, which can be set; later ones as for file names. */
  private static final Charset CHARSET =
      Runtime.version().feature() < 18
          ? Charset.defaultCharset()
          : Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  /** What stands in a text for bytes that were no character. */
  private static final char REPLACEMENT = '\uFFFD';

  private PlatformText() {}

  /** {@return the encoding of what programs are handed} */
  public static Charset charset() {
    return CHARSET;
  }

  /**
   * {@return the text of bytes, each of which is given as a char from 0 to 255}
   *
   * @param bytes one char for each byte; what the encoding does not have becomes U+FFFD
   */
  public static String ofBytes(String bytes) {
    return new String(bytes.getBytes(ISO_8859_1), CHARSET);
  }

  /**
   * {@return the path that bytes name, each of which is given as a char from 0 to 255}
   *
   * @param bytes one char for each byte
   * @throws IOException if they are no text, and the path would be another
   */
  public static Path pathOfBytes(String bytes) throws IOException {
    String text = ofBytes(bytes);
    if (text.indexOf(REPLACEMENT) >= 0) {
      throw new IOException("the name of a directory is no text here");
    }
    return Path.of(text);
  }

  /**
   * {@return what is wrong with the first argument that cannot be passed; null if all can}
   *
   * @param arguments without the program; counted from 1 in what is said
   */
  public static @Nullable String faultOfArguments(List<String> arguments) {
    for (int at = 0; at < arguments.size(); at++) {
      String fault = fault(arguments.get(at), CHARSET);
      if (fault != null) {
        return "argument " + (at + 1) + " " + fault;
      }
    }
    return null;
  }

  /**
   * {@return what is wrong with the first variable that cannot be passed, without its value; null
   * if all can}
   *
   * @param variables values by name, as {@link System#getenv()} has them
   */
  public static @Nullable String faultOfVariables(Map<String, String> variables) {
    for (var variable : variables.entrySet()) {
      // What the JDK could not read is already lost in what System.getenv() gives.
      boolean isLost = variable.getValue().indexOf(REPLACEMENT) >= 0;
      String fault = isLost ? unspeakable(CHARSET) : fault(variable.getValue(), CHARSET);
      String ofName = fault(variable.getKey(), CHARSET);
      if (fault != null || ofName != null) {
        return "the variable " + variable.getKey() + " " + (fault == null ? ofName : fault);
      }
    }
    return null;
  }

  /** Says what is wrong with a text in an encoding; null if nothing is. */
  static @Nullable String fault(String text, Charset charset) {
    if (text.indexOf('\0') >= 0) {
      return "must not contain a NUL";
    }
    return charset.newEncoder().canEncode(text) ? null : unspeakable(charset);
  }

  private static String unspeakable(Charset charset) {
    return "cannot be passed to a program in the encoding "
        + charset.name()
        + " of this platform"
        + (charset.name().equals("UTF-8") ? "" : "; run with LC_ALL=C.UTF-8");
  }
}
