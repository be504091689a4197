package dev.attache.handlers.cmd.run;

import dev.attache.handlers.cmd.spelling.CommandUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The handler's section of the configuration.
 *
 * @param timeout how long a command may run that does not say it itself
 * @param maxOutput how many bytes of its standard output are kept
 * @param environment the variables that commands get beyond the usual ones
 */
public record CommandSettings(Duration timeout, long maxOutput, List<String> environment) {

  public static final Set<String> KEYS = Set.of("timeout", "max-output", "environment");

  private static final long DEFAULT_TIMEOUT = 30;

  private static final Duration TIME_FOR_THE_REST = Duration.ofSeconds(10);

  public static CommandSettings of(Map<String, Object> section) {
    return new CommandSettings(
        Duration.ofSeconds(number(section.get("timeout"), DEFAULT_TIMEOUT)),
        number(section.get("max-output"), Long.MAX_VALUE),
        texts(section.get("environment")));
  }

  /** How long a command may run: as long as it says itself, else as long as any. */
  public Duration timeOf(@Nullable CommandUri command) {
    Duration own = command == null ? null : command.timeout();
    return own == null ? timeout : own;
  }

  /** The same, and some time for what is made of what it printed. */
  public Duration timeLimit(@Nullable CommandUri command) {
    return timeOf(command).plus(TIME_FOR_THE_REST);
  }

  private static long number(@Nullable Object value, long otherwise) {
    return value instanceof Number number ? number.longValue() : otherwise;
  }

  private static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }
}
