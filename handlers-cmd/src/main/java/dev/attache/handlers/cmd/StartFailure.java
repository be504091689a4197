package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reasons for which the system refuses to start a program. */
final class StartFailure {

  /** How JVMs say it: {@code error=7, Argument list too long}, {@code error: 7 (Argument …)}. */
  private static final Pattern BY_JVM =
      Pattern.compile("error(?:=\\d+, |: \\d+ \\()([^()\n]+)\\)?\\s*$");

  /** How {@code setsid} says it, whichever it is, in any language. */
  private static final Pattern BY_SETSID = Pattern.compile("setsid: [^\n]*: ([^:\n]+)\n");

  private static final int MAX_MESSAGE = 8192;

  private StartFailure() {}

  /** Returns the failure with the system's reason alone. */
  static IOException of(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    Matcher matcher = BY_JVM.matcher(message);
    return new IOException(lowerCase(matcher.find() ? matcher.group(1) : message), failure);
  }

  /** Requires that what ended is the program, and not what should have become the program. */
  static void require(Completion completion) throws IOException {
    boolean canBe = completion.exitCode() == 126 || completion.exitCode() == 127;
    Captured errors = completion.errors();
    if (canBe && completion.output().isEmpty() && errors.size() <= MAX_MESSAGE) {
      Matcher matcher = BY_SETSID.matcher(new String(errors.head(), UTF_8));
      if (matcher.matches()) {
        throw new IOException(lowerCase(matcher.group(1)));
      }
    }
  }

  private static String lowerCase(String reason) {
    return reason.isEmpty()
        ? reason
        : reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
  }
}
