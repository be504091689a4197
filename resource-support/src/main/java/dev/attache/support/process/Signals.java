package dev.attache.support.process;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The signals of Linux (signal(7), the numbers of x86 and ARM) that commands die of.
 *
 * <p>The JVM, like a shell, shows a death by signal {@code n} as the exit code {@code 128 + n}, and
 * a command may exit so by itself. Signal 1 is left out because it is much rarer than the 129 that
 * git exits with when it is called in a wrong way.
 */
public final class Signals {

  private static final int BASE = 128;

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(5, "SIGTRAP"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(10, "SIGUSR1"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(12, "SIGUSR2"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(25, "SIGXFSZ"),
          Map.entry(31, "SIGSYS"));

  private Signals() {}

  /**
   * {@return the name of the signal that an exit code stands for; null if it stands for none}
   *
   * @param exitCode as the JVM shows it, from 0 to 255
   */
  public static @Nullable String of(int exitCode) {
    return NAMES.get(exitCode - BASE);
  }
}
