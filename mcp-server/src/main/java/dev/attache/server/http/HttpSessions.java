package dev.attache.server.http;

import dev.attache.server.session.SessionSource;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sessions of a server over HTTP, by their ids. Thread-safe. */
final class HttpSessions implements AutoCloseable {

  private static final int ID_BYTES = 24;

  private final SessionSource sessions;
  private final HttpLimits limits;
  private final Map<String, HttpSession> byId = new LinkedHashMap<>();
  private final Object opening = new Object();
  private @Nullable SecureRandom random;
  private boolean isClosed;

  HttpSessions(SessionSource sessions, HttpLimits limits) {
    this.sessions = sessions;
    this.limits = limits;
  }

  /** Opens a session, which is in use until it is released. */
  HttpSession open() throws RefusedException {
    synchronized (opening) {
      makeRoom();
      var session = new HttpSession(newId(), sessions);
      session.use();
      synchronized (byId) {
        if (!isClosed) {
          byId.put(session.id(), session);
          return session;
        }
      }
      session.close();
      throw closed();
    }
  }

  /** The session with an id, which is in use until it is released. */
  HttpSession use(String id) throws RefusedException {
    synchronized (byId) {
      HttpSession session = byId.get(id);
      if (session == null) {
        throw ended();
      }
      session.use();
      return session;
    }
  }

  /** What a client is told that names a session that does not exist any more. */
  static RefusedException ended() {
    return RefusedException.of(
        404,
        "session of this Mcp-Session-Id is unknown or has ended: start a new one with initialize,"
            + " without this header");
  }

  static RefusedException closed() {
    return RefusedException.of(503, "server is being stopped: start it again");
  }

  void end(HttpSession session) {
    synchronized (byId) {
      byId.remove(session.id());
    }
    session.close();
  }

  /** Ends the sessions that nobody has used for long. */
  void endIdle() {
    List<HttpSession> idle;
    synchronized (byId) {
      idle = removed(session -> session.idleNanos() > limits.idle().toNanos());
    }
    idle.forEach(HttpSession::close);
  }

  @Override
  public void close() {
    List<HttpSession> all;
    synchronized (byId) {
      isClosed = true;
      all = removed(session -> true);
    }
    all.forEach(HttpSession::close);
  }

  private List<HttpSession> removed(Predicate<HttpSession> which) {
    var removed = new ArrayList<>(byId.values());
    removed.removeIf(which.negate());
    byId.values().removeAll(removed);
    return removed;
  }

  private void makeRoom() throws RefusedException {
    HttpSession oldest;
    synchronized (byId) {
      if (isClosed) {
        throw closed();
      }
      if (byId.size() < limits.sessions()) {
        return;
      }
      oldest =
          byId.values().stream()
              .filter(session -> limits.sessions() == 1 || !session.isBusy())
              .max(Comparator.comparingLong(HttpSession::idleNanos))
              .orElse(null);
      long missing =
          oldest == null || limits.sessions() == 1
              ? 0
              : limits.rest().toNanos() - oldest.idleNanos();
      if (oldest == null || missing > 0) {
        throw allInUse(missing);
      }
      byId.remove(oldest.id());
    }
    oldest.close();
  }

  /** A client whose session is ended between two requests would be told that it is not known. */
  private RefusedException allInUse(long nanos) {
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(nanos);
    return RefusedException.of(
        503,
        "all "
            + limits.sessions()
            + " sessions are in use: end one with DELETE, or try again later",
        Map.of("Retry-After", Long.toString(seconds)));
  }

  private String newId() {
    if (random == null) {
      random = new SecureRandom();
    }
    var bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
