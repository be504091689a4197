package dev.attache.cli;

import dev.attache.core.Resolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that every command takes of how much there may be, and how long it may take. */
record LimitOptions(Arguments arguments) {

  /** The most seconds that anything may take. */
  static final long MAX_TIMEOUT = 86_400;

  /** The most items that are read at once. */
  static final long MAX_JOBS = 1024;

  /** The handlers that have a timeout of their own. */
  private static final List<String> TIMED = List.of("http", "cmd");

  /** Adds the options to a command. */
  static void addTo(Options options) {
    options
        .value("N", "Read this many items at once.", "--jobs", "-j")
        .value("SIZE", "Let one item have this many bytes (10M).", "--max-bytes")
        .value("SIZE", "Let all items together have this many.", "--max-total")
        .value("SECONDS", "Let one item, or a server, take this long (30; a URL 20).", "--timeout");
  }

  /** How many bytes one item may have. */
  long maxBytes() throws UsageException {
    String spelled = arguments.value("--max-bytes");
    return spelled == null
        ? Resolver.Builder.DEFAULT_MAX_BYTES
        : Sizes.parse("--max-bytes", spelled);
  }

  /** How long one item may take; null if the user says nothing. */
  @Nullable Duration timeout() throws UsageException {
    String spelled = arguments.value("--timeout");
    return spelled == null ? null : Duration.ofSeconds(positive("--timeout", spelled, MAX_TIMEOUT));
  }

  /** Sets them where they count: for a resolver, and for the handlers that have their own. */
  void set(Resolver.Builder builder, Configuration settings, Handlers handlers)
      throws UsageException {
    builder.maxBytes(maxBytes());
    String maxTotal = arguments.value("--max-total");
    if (maxTotal != null) {
      builder.maxTotalBytes(Sizes.parse("--max-total", maxTotal));
    }
    setJobs(builder, settings.section("http"));
    setTimeout(builder, settings, handlers);
  }

  private void setJobs(Resolver.Builder builder, Map<String, Object> http) throws UsageException {
    String spelled = arguments.value("--jobs");
    if (spelled != null) {
      long jobs = positive("--jobs", spelled, MAX_JOBS);
      builder.jobs((int) jobs);
      http.put("parallel", jobs);
      http.putIfAbsent("per-host", jobs);
    }
  }

  /** What handlers say about the time of an item counts only if the user says nothing. */
  private void setTimeout(Resolver.Builder builder, Configuration settings, Handlers handlers)
      throws UsageException {
    Duration timeout = timeout();
    if (timeout != null) {
      builder.timeout(timeout);
      var timed = new ArrayList<>(TIMED);
      handlers.programs().forEach(program -> timed.addAll(program.handler().schemes()));
      timed.forEach(scheme -> settings.section(scheme).put("timeout", timeout.toSeconds()));
    }
  }

  static long positive(String option, String spelled, long most) throws UsageException {
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
