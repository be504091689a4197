package dev.attache.server.http;

import java.time.Duration;

/**
 * The limits of what a server over HTTP takes and keeps. Immutable.
 *
 * @param sessions how many sessions there are at the most; with 1, a new one ends the one before,
 *     even if that is busy
 * @param rest after how long a session of which nothing is asked may be ended to make room
 * @param idle after how long a session ends of which nothing is asked and nobody listens to
 * @param bodyBytes how long a message may be
 * @param keepAlive after how long without a message a stream gets a comment, and a request that is
 *     not answered yet becomes a stream
 * @param write how long a client may take for 64 KiB
 */
public record HttpLimits(
    int sessions, Duration rest, Duration idle, int bodyBytes, Duration keepAlive, Duration write) {

  /** 64 sessions, each of up to 30 idle minutes, and messages of up to 4 MiB. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          64,
          Duration.ofMinutes(1),
          Duration.ofMinutes(30),
          4 << 20,
          Duration.ofSeconds(15),
          Duration.ofSeconds(30));

  /**
   * {@return the limits with another number of sessions}
   *
   * @param number how many sessions there are at the most
   */
  public HttpLimits withSessions(int number) {
    return new HttpLimits(number, rest, idle, bodyBytes, keepAlive, write);
  }
}
