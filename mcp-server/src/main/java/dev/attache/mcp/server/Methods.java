package dev.attache.mcp.server;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The methods of a session, by their names. Thread-safe. */
final class Methods implements AutoCloseable {

  private final Handshake handshake;
  private final ToolList toolList;
  private final ResourceTemplates templates;
  private final ClientLog log;
  private final OpeningSession opening;
  private final InTurn inTurn;

  Methods(
      Handshake handshake,
      ToolList toolList,
      ResourceTemplates templates,
      ClientLog log,
      OpeningSession opening,
      InTurn inTurn) {
    this.handshake = handshake;
    this.toolList = toolList;
    this.templates = templates;
    this.log = log;
    this.opening = opening;
    this.inTurn = inTurn;
  }

  /** When a method can be worked on. */
  enum When {
    /** As soon as the request is there, by who takes it. */
    AT_ONCE,
    /** When the first attachments are there. */
    READY,
    /** The same, and one after the other, because the order counts. */
    READY_IN_TURN
  }

  /**
   * A method.
   *
   * @param body what writes the result
   */
  record Method(When when, ResultBody body) {}

  /** Returns a method; null if there is none of that name. */
  @Nullable Method find(String name) {
    return switch (name) {
      case "initialize" -> atOnce(handshake::initialize);
      case "ping" -> atOnce((request, json) -> {});
      case "logging/setLevel" -> atOnce(log::setLevel);
      case "tools/list" -> unlessFailed(toolList::write);
      case "tools/call" ->
          new Method(When.READY, (request, json) -> opening.methods().callTool(request, json));
      case "resources/list" -> ready(SessionMethods::list);
      case "resources/read" -> ready(SessionMethods::read);
      case "resources/templates/list" -> unlessFailed(templates::write);
      case "resources/subscribe" -> inTurn(SessionMethods::subscribe);
      case "resources/unsubscribe" -> inTurn(SessionMethods::unsubscribe);
      default -> null;
    };
  }

  /** Whether the client has begun the session. */
  boolean hasBegun() {
    return handshake.isDone();
  }

  private static Method atOnce(ResultBody body) {
    return new Method(When.AT_ONCE, ResultBody.object(body));
  }

  /** One that needs no attachments, but a session that is not known to have failed. */
  private Method unlessFailed(ResultBody body) {
    return new Method(
        When.AT_ONCE,
        ResultBody.object(
            (request, json) -> {
              opening.requireNotFailed();
              body.write(request, json);
            }));
  }

  private Method ready(SessionMethods.Body body) {
    return new Method(
        When.READY,
        ResultBody.object((request, json) -> body.write(opening.methods(), request, json)));
  }

  private Method inTurn(SessionMethods.Body body) {
    return new Method(
        When.READY_IN_TURN,
        ResultBody.object((request, json) -> body.write(opening.methods(), request, json)));
  }

  /** Has a request worked on as soon as the first attachments are there, or could not be had. */
  void whenReady(RunningRequest request, Executor threads) {
    opening.whenOver(
        () -> {
          try {
            threads.execute(request);
          } catch (RejectedExecutionException e) { // or the session has ended, and it with that
            request.refuse("the system gives no more threads: try again later");
          }
        });
  }

  /** The session on its way. */
  OpeningSession opening() {
    return opening;
  }

  /** What runs one request after the other. */
  Executor inTurn() {
    return inTurn;
  }

  @Override
  public void close() {
    opening.close();
  }
}
