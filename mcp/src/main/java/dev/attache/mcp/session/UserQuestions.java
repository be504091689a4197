package dev.attache.mcp.session;

import dev.attache.mcp.Elicitation;
import dev.attache.mcp.Elicitation.Action;
import dev.attache.mcp.Elicitation.Form;
import dev.attache.mcp.Elicitation.Reply;
import dev.attache.mcp.session.FormReader.UnusableFormException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The questions of one server to the user, in either era: what the user answers to {@code
 * elicitation/create}, and how long that took. Thread-safe.
 */
final class UserQuestions {

  /** How many forms a server may show; nobody who means well shows as many. */
  static final int MOST = 100;

  private final String server;
  private final @Nullable Elicitation elicitation;
  private final Consumer<String> notes;
  private final AtomicInteger asked = new AtomicInteger();
  private final ReentrantLock turn = new ReentrantLock(true);
  private final OpenTime time = new OpenTime();

  /**
   * @param server the alias of the server
   * @param elicitation who answers; null if nobody does
   * @param notes takes why a form was not shown, a line each
   */
  UserQuestions(String server, @Nullable Elicitation elicitation, Consumer<String> notes) {
    this.server = server;
    this.elicitation = elicitation;
    this.notes = notes;
  }

  /** Whether somebody can be asked. */
  boolean canAsk() {
    return elicitation != null;
  }

  /** What the server is told that can be asked. */
  Map<String, Object> capabilities() {
    if (elicitation == null) {
      return Map.of();
    }
    var modes = new LinkedHashMap<String, Object>();
    modes.put("form", Map.of());
    if (elicitation.showsUrls()) {
      modes.put("url", Map.of());
    }
    return Map.of("elicitation", modes);
  }

  /** How long a question of the server has been open, all together. */
  long nanos() {
    return time.nanos();
  }

  /** Whether a question is open. */
  boolean isOpen() {
    return time.isOpen();
  }

  /** Says that a question is open that is not answered at once. */
  void opened() {
    time.begin();
  }

  /** Says that it is not open any more. */
  void closed() {
    time.end();
  }

  /**
   * Asks the user; returns the result for the server.
   *
   * @param params those of {@code elicitation/create}
   */
  Map<String, Object> ask(Map<String, Object> params) throws InterruptedException {
    if (elicitation == null) {
      return result(Reply.decline());
    }
    if (asked.incrementAndGet() > MOST) {
      if (asked.get() == MOST + 1) {
        notes.accept(declined("more than " + MOST + " questions"));
      }
      return result(Reply.decline());
    }
    try {
      return ask(elicitation, new FormReader(server, params).read());
    } catch (UnusableFormException e) {
      notes.accept(declined(String.valueOf(e.getMessage())));
      return result(Reply.decline());
    }
  }

  private Map<String, Object> ask(Elicitation user, Form form) throws InterruptedException {
    if (form.url() != null && !user.showsUrls()) {
      return result(Reply.decline());
    }
    turn.lockInterruptibly();
    try {
      Reply reply = user.answer(form);
      boolean isShort = reply.action() == Action.ACCEPT && !form.isEnough(reply.values());
      return form.url() != null ? action(reply) : result(isShort ? Reply.decline() : reply);
    } finally {
      turn.unlock();
    }
  }

  private String declined(String what) {
    return "the MCP server " + server + " asked for " + what + "; declined";
  }

  private static Map<String, Object> action(Reply reply) {
    return Map.of("action", reply.action().toString());
  }

  /** The result of {@code elicitation/create}. */
  static Map<String, Object> result(Reply reply) {
    if (reply.action() != Action.ACCEPT) {
      return action(reply);
    }
    var result = new LinkedHashMap<String, Object>(action(reply));
    result.put("content", reply.values());
    return result;
  }

  /** The time for which at least one question was open. */
  private static final class OpenTime {
    private long before;
    private int open;
    private long since;

    synchronized void begin() {
      if (open++ == 0) {
        since = System.nanoTime();
      }
    }

    synchronized void end() {
      if (--open == 0) {
        before += System.nanoTime() - since;
      }
    }

    synchronized boolean isOpen() {
      return open > 0;
    }

    synchronized long nanos() {
      return before + (open > 0 ? System.nanoTime() - since : 0);
    }
  }
}
