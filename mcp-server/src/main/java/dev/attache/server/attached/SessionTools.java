package dev.attache.server.attached;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.form.RequestJson;
import dev.attache.delivery.page.PageLimit;
import dev.attache.delivery.page.WantedLines;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.server.attached.TextAnswers.Answer;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The tools of a session. Its calls stand in its history under ids that are given here, since MCP
 * has none: {@code refresh_resource-1}, {@code refresh_resource-2}, … Thread-safe.
 */
public final class SessionTools {

  private final Conversation conversation;
  private final RefreshResourceTool refresh;
  private final ListResourcesTool list;
  private final OnDemandAttachments attaching;
  private final ResourceSubscriptions subscriptions;
  private final AttachedView attached;
  private final Function<Params, PageLimit> limits;
  private final TextAnswers answers;
  private final Map<String, Integer> lastIds = new ConcurrentHashMap<>();

  /**
   * @param limits the limit of the client that a request comes from
   */
  public SessionTools(
      AttachedView attached,
      RefreshResourceTool refresh,
      ListResourcesTool list,
      OnDemandAttachments attaching,
      ResourceSubscriptions subscriptions,
      Function<Params, PageLimit> limits) {
    this.attached = attached;
    this.conversation = attached.conversation();
    this.refresh = refresh;
    this.list = list;
    this.attaching = attaching;
    this.subscriptions = subscriptions;
    this.limits = limits;
    this.answers = new TextAnswers(conversation);
  }

  /** Answers {@code tools/call}. */
  public void call(Params params, AnswerWriter out) throws RequestException, IOException {
    String name = params.text("name");
    Map<String, Object> arguments = params.object("arguments");
    switch (name) {
      case RefreshResourceTool.NAME -> refresh(params, arguments, out);
      case AttachResourceTool.NAME -> attach(params, arguments, out);
      case ListResourcesTool.NAME -> list.call(arguments, out.fields());
      default -> throw unknown(name);
    }
  }

  private void refresh(Params params, Map<String, Object> arguments, AnswerWriter out)
      throws RequestException, IOException {
    long begun = System.nanoTime();
    String problem = RefreshArguments.problem(arguments);
    if (problem != null) {
      ToolResponse invalid = ToolResponse.failure("invalid-arguments", problem, false);
      write(RefreshResourceTool.NAME, params, Answer.of(invalid), out);
      return;
    }
    Map<String, Object> toRead = RefreshArguments.toRead(arguments);
    RefreshArguments wanted = wanted(RefreshArguments.of(arguments), toRead);
    ToolResponse read = refresh.response(toRead);
    Answer answer = answer(params, read, wanted);
    ToolResult result = write(RefreshResourceTool.NAME, params, answer, out);
    if (!params.isStateless()) {
      subscriptions.given(read);
      conversation.refreshed(result, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /** Takes {@code #L10-L20} out of a path or URI that is not attached with it. */
  private RefreshArguments wanted(RefreshArguments wanted, Map<String, Object> toRead)
      throws StoreException {
    if (wanted.lines() == null && toRead.get("uri") instanceof String uri) {
      WantedLines.Fragment fragment = WantedLines.fragment(uri);
      if (fragment != null && attached.find(uri).isEmpty()) {
        toRead.put("uri", fragment.uri());
        return wanted.of(fragment.lines());
      }
    }
    return wanted;
  }

  private void attach(Params params, Map<String, Object> arguments, AnswerWriter out)
      throws RequestException, IOException {
    AttachResourceTool attach = attaching.tool();
    if (attach == null) {
      throw unknown(AttachResourceTool.NAME);
    }
    ToolResponse read = attach.response(arguments);
    Answer answer = answer(params, read, RefreshArguments.NONE);
    write(AttachResourceTool.NAME, params, answer, out);
    if (!params.isStateless()) {
      subscriptions.given(read);
    }
    attaching.tell(read);
  }

  private Answer answer(Params params, ToolResponse read, RefreshArguments wanted)
      throws IOException {
    return answers.of(read, wanted, limits.apply(params), !params.isStateless());
  }

  private static RequestException unknown(String name) {
    return RequestException.invalidParams("unknown tool \"" + name + "\"");
  }

  /** Writes an answer, and records it if it belongs to a session. */
  private ToolResult write(String tool, Params params, Answer answer, AnswerWriter out)
      throws RequestException, IOException {
    ToolResult result =
        params.isStateless()
            ? unrecorded(tool, answer.response())
            : recorded(tool, params.object("arguments"), answer.response());
    RequestJson.writeCallToolResult(result, out.result());
    out.ifSent(answer.sent());
    return result;
  }

  private ToolResult unrecorded(String tool, ToolResponse response) throws StoreException {
    int turn = conversation.summary().turns() - 1;
    return conversation
        .names()
        .shown(new ToolResult(conversation.time(), turn, tool, tool, response));
  }

  /** Records a call under the next id that is free, and its result. */
  private ToolResult recorded(String tool, Map<String, Object> arguments, ToolResponse response)
      throws StoreException {
    boolean isInterrupted = Thread.interrupted(); // else nothing could be recorded
    try {
      while (true) {
        String id = tool + "-" + lastIds.merge(tool, 1, Integer::sum);
        try {
          return conversation.tools().callWithResult(id, tool, arguments, response, Kind.FORCED);
        } catch (StoreException e) {
          if (e.kind() != StoreException.Kind.REFUSED || !conversation.tools().has(id)) {
            throw e; // else another process was there, in a conversation that is kept
          }
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
