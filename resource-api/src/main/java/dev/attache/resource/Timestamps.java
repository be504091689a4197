package dev.attache.resource;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Moments as RFC 3339 writes them, in UTC. */
final class Timestamps {

  private Timestamps() {}

  /**
   * The same as {@link Instant#toString}, which goes through a general formatter and so takes
   * longer than all the rest of a resource's JSON.
   */
  static String format(Instant instant) {
    var time =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    boolean wholeMinute = time.getSecond() == 0 && time.getNano() == 0;
    return time + (wholeMinute ? ":00Z" : "Z");
  }
}
