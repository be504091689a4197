package dev.attache.server.session;

import dev.attache.server.attached.PlannedList;
import dev.attache.server.attached.ResourceTemplates;
import dev.attache.server.attached.ToolList;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.McpMethod;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.MethodEntry.When;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the revisions before 2026-07-28, whose sessions begin with {@code initialize}, by
 * their names. Thread-safe.
 */
public final class SessionMethods {

  private final InitializeMethod handshake;
  private final OpeningSession opening;
  private final Map<String, MethodEntry> all;

  public SessionMethods(
      InitializeMethod handshake,
      ToolList toolList,
      ResourceTemplates templates,
      PlannedList planned,
      ClientLog log,
      OpeningSession opening) {
    this.handshake = handshake;
    this.opening = opening;
    this.all =
        Map.of(
            "initialize",
            MethodEntry.atOnce(handshake::initialize),
            "ping",
            MethodEntry.atOnce((params, out) -> {}),
            "logging/setLevel",
            MethodEntry.atOnce(log::setLevel),
            "tools/list",
            unlessFailed(toolList::write),
            "tools/call",
            opened(When.READY, open -> open.tools()::call),
            "resources/list",
            new MethodEntry(
                When.SOON,
                AnswerWriter.Fields.NONE,
                () -> opening.isOver() ? opening.opened().list()::write : planned::write),
            "resources/read",
            opened(When.READY, open -> open.reading()::read),
            "resources/templates/list",
            unlessFailed(templates::write),
            "resources/subscribe",
            opened(When.READY_IN_TURN, open -> open.subscriptions()::subscribe),
            "resources/unsubscribe",
            opened(When.READY_IN_TURN, open -> open.subscriptions()::unsubscribe));
  }

  /** Returns a method; null if there is none of that name. */
  @Nullable MethodEntry find(String name) {
    return all.get(name);
  }

  /** Whether the client has begun the session. */
  boolean hasBegun() {
    return handshake.isDone();
  }

  /** One that needs no attachments, but a session that is not known to have failed. */
  private MethodEntry unlessFailed(McpMethod method) {
    return new MethodEntry(
        When.AT_ONCE,
        AnswerWriter.Fields.NONE,
        () -> {
          opening.requireNotFailed();
          return method;
        });
  }

  /** One over what is attached. */
  private MethodEntry opened(When when, Function<OpenSession, McpMethod> of) {
    return new MethodEntry(when, AnswerWriter.Fields.NONE, () -> of.apply(opening.opened()));
  }
}
