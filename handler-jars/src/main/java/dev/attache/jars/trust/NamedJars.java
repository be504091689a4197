package dev.attache.jars.trust;

import dev.attache.support.places.DisposableLines;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The jars that the user has been told are not used, each with the time: nobody wants to read it in
 * every run. A jar that changes is another one. Not thread-safe.
 */
public final class NamedJars {

  /** How long one is not named again. */
  private static final Duration PAUSE = Duration.ofDays(1);

  private final DisposableLines lines;

  /**
   * Those in a file, which need not exist.
   *
   * @param lines the file, and how it is read; what cannot be read is as good as no memory
   */
  public NamedJars(DisposableLines lines) {
    this.lines = lines;
  }

  /**
   * {@return those that were not named within a day, and takes them for named now}
   *
   * @param jars those that are not used now
   */
  public List<UntrustedJar> name(List<UntrustedJar> jars) {
    if (jars.isEmpty()) {
      return List.of();
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Map<String, Instant> named = read(now);
    List<UntrustedJar> due = jars.stream().filter(each -> !named.containsKey(key(each))).toList();
    if (!due.isEmpty()) {
      due.forEach(each -> named.put(key(each), now));
      var all = new ArrayList<String>();
      named.forEach((key, when) -> all.add(when + " " + key));
      lines.replace(all.stream().sorted().toList());
    }
    return due;
  }

  private Map<String, Instant> read(Instant now) {
    var named = new HashMap<String, Instant>();
    for (String line : lines.read()) {
      String[] parts = line.split(" ", 2);
      try {
        Instant when = Instant.parse(parts[0]);
        if (parts.length == 2 && !when.isAfter(now) && when.isAfter(now.minus(PAUSE))) {
          named.put(parts[1], when);
        }
      } catch (DateTimeException e) {
        // A torn line names nothing.
      }
    }
    return named;
  }

  /** The same bytes at another place are another jar to look at. */
  private static String key(UntrustedJar jar) {
    return jar.jar().digest().hex() + " " + jar.jar().path().toUri().getRawPath();
  }
}
