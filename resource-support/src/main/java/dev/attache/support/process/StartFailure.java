package dev.attache.support.process;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reasons for which the system refuses to start a program. */
public final class StartFailure {

  /** How JVMs say it: {@code error=7, Argument list too long}, {@code error: 7 (Argument …)}. */
  private static final Pattern BY_JVM =
      Pattern.compile("error(?:=\\d+, |: \\d+ \\()([^()\n]+)\\)?\\s*$");

  /** How {@code setsid} says it, whichever it is, in any language. */
  private static final Pattern BY_SETSID = Pattern.compile("setsid: [^\n]*: ([^:\n]+)\n");

  private StartFailure() {}

  /** Returns the failure with the system's reason alone. */
  static IOException of(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    Matcher matcher = BY_JVM.matcher(message);
    return new IOException(lowerCase(matcher.find() ? matcher.group(1) : message), failure);
  }

  /**
   * Returns the system's reason for which {@code setsid} could not become the program.
   *
   * @param exitCode that of {@code setsid}, or of the program in its place
   * @param errors all that it printed on standard error, and nothing else
   * @return null if the program was started, and then ended in this way
   */
  public static @Nullable String reason(int exitCode, String errors) {
    boolean canBe = exitCode == 126 || exitCode == 127;
    Matcher matcher = BY_SETSID.matcher(errors);
    return canBe && matcher.matches() ? lowerCase(matcher.group(1)) : null;
  }

  private static String lowerCase(String reason) {
    return reason.isEmpty()
        ? reason
        : reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
  }
}
