package dev.attache.cli.options;

import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.support.text.SizeText;
import dev.attache.support.text.TokenText;
import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options that every command takes of how much there may be, and how long it may take. */
public record LimitOptions(Arguments arguments) {

  /** The most seconds that anything may take. */
  public static final long MAX_TIMEOUT = 86_400;

  private static final String TIME = "([0-9]{1,9})([smh]?)";

  /** The most items that are read at once. */
  public static final long MAX_JOBS = 1024;

  /** Adds the options to a command. */
  static void addTo(Options options) {
    options
        .value("N", "Number of parallel reads.", "--jobs", "-j")
        .value("SIZE", "Maximum size of one item (default 10M).", "--max-bytes")
        .value("SIZE", "Maximum total size.", "--max-total-bytes")
        .value(
            "TIME",
            "Timeout per item or server, such as 90s or 5m (default 30s; 20s for URLs).",
            "--timeout");
  }

  /** How many bytes one item may have. */
  public long maxBytes() throws UsageException {
    String spelled = arguments.value("--max-bytes");
    return spelled == null ? Resolver.Builder.DEFAULT_MAX_BYTES : bytes("--max-bytes", spelled);
  }

  /** How long one item may take; null if the user says nothing. */
  @Nullable
  public Duration timeout() throws UsageException {
    String spelled = arguments.value("--timeout");
    return spelled == null ? null : time("--timeout", spelled);
  }

  /** How many bytes all items may have together; null if the user says nothing. */
  @Nullable
  public Long maxTotalBytes() throws UsageException {
    String spelled = arguments.value("--max-total-bytes");
    return spelled == null ? null : Long.valueOf(bytes("--max-total-bytes", spelled));
  }

  /** How many items are read at once; null if the user says nothing. */
  @Nullable
  public Integer jobs() throws UsageException {
    String spelled = arguments.value("--jobs");
    return spelled == null ? null : Integer.valueOf((int) positive("--jobs", spelled, MAX_JOBS));
  }

  /** Reads what an option or a setting spells as a number of tokens. */
  public static long tokens(String option, String spelled) throws UsageException {
    Long tokens = TokenText.parse(spelled);
    if (tokens == null) {
      throw new UsageException(
          option + " (" + spelled + ") must be a number of tokens, such as 8000, 50k or 1.5M");
    }
    return tokens;
  }

  /** Reads what an option or a setting spells as a number of bytes. */
  public static long bytes(String option, String spelled) throws UsageException {
    BigInteger bytes = SizeText.parse(spelled);
    if (bytes == null) {
      throw new UsageException(
          option + " (" + spelled + ") must be a number of bytes, such as 4096, 512K or 10M");
    }
    if (bytes.bitLength() >= Long.SIZE) {
      throw new UsageException(option + " (" + spelled + ") must be less than 8 EiB");
    }
    return bytes.longValue();
  }

  /** Reads what an option spells as a time: seconds, or a number with {@code s}, m or h. */
  private static Duration time(String option, String spelled) throws UsageException {
    Matcher matcher = Pattern.compile(TIME).matcher(spelled);
    if (matcher.matches()) {
      long unit =
          switch (matcher.group(2)) {
            case "h" -> 3600;
            case "m" -> 60;
            default -> 1;
          };
      long seconds = Long.parseLong(matcher.group(1)) * unit;
      if (seconds >= 1 && seconds <= MAX_TIMEOUT) {
        return Duration.ofSeconds(seconds);
      }
    }
    throw new UsageException(
        option + " (" + spelled + ") must be a time from 1s to 24h, such as 30, 90s or 5m");
  }

  /** Reads what an option spells as a whole number from 1. */
  public static long positive(String option, String spelled, long most) throws UsageException {
    try {
      long number = Long.parseLong(spelled);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for numbers out of range.
    }
    throw new UsageException(
        option + " (" + spelled + ") must be a whole number from 1 to " + most);
  }
}
