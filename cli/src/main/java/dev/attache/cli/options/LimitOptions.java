package dev.attache.cli.options;

import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.support.text.SizeText;
import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The options that every command takes of how much there may be, and how long it may take. */
public record LimitOptions(Arguments arguments) {

  /** The most seconds that anything may take. */
  public static final long MAX_TIMEOUT = 86_400;

  /** The most items that are read at once. */
  public static final long MAX_JOBS = 1024;

  /** Adds the options to a command. */
  static void addTo(Options options) {
    options
        .value("N", "Read this many items at once.", "--jobs", "-j")
        .value("SIZE", "Let one item have this many bytes (10M).", "--max-bytes")
        .value("SIZE", "Let all items together have this many.", "--max-total")
        .value("SECONDS", "Let one item, or a server, take this long (30; a URL 20).", "--timeout");
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
    return spelled == null ? null : Duration.ofSeconds(positive("--timeout", spelled, MAX_TIMEOUT));
  }

  /** How many bytes all items may have together; null if the user says nothing. */
  @Nullable
  public Long maxTotalBytes() throws UsageException {
    String spelled = arguments.value("--max-total");
    return spelled == null ? null : Long.valueOf(bytes("--max-total", spelled));
  }

  /** How many items are read at once; null if the user says nothing. */
  @Nullable
  public Integer jobs() throws UsageException {
    String spelled = arguments.value("--jobs");
    return spelled == null ? null : Integer.valueOf((int) positive("--jobs", spelled, MAX_JOBS));
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
