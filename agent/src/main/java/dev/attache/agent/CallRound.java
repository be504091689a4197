package dev.attache.agent;

import dev.attache.conversation.TurnToolCalls;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.json.JsonFault;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one answer: approved one after the other, run at once, and recorded in their order,
 * whichever ends first. One thread runs it; any may cancel.
 */
final class CallRound {

  private final TurnToolCalls turn;
  private final Map<String, LoopTool> tools;
  private final ToolApproval approval;
  private final LoopListener listener;
  private final RepeatedCalls repeated;
  private final List<Future<LoopTool.Answered>> answers = new ArrayList<>();
  private boolean isCancelled;

  CallRound(
      TurnToolCalls turn,
      Map<String, LoopTool> tools,
      ToolApproval approval,
      LoopListener listener,
      RepeatedCalls repeated) {
    this.turn = turn;
    this.tools = tools;
    this.approval = approval;
    this.listener = listener;
    this.repeated = repeated;
  }

  /**
   * Runs the calls, and records their results.
   *
   * <p>When the thread is interrupted, the calls that have not ended are ended, and the flag is set
   * again.
   *
   * @return how many turns have begun, each with something that the model has attached
   */
  int run(List<AnswerItem.Call> calls, int parallel) throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(parallel, calls.size()), CallRound::thread);
    try {
      var problems = new ArrayList<@Nullable ToolResponse>();
      for (AnswerItem.Call call : calls) { // before one runs, which may ask at the same terminal
        listener.calling(call);
        problems.add(problem(call));
      }
      for (int i = 0; i < calls.size(); i++) {
        begin(calls.get(i), problems.get(i), threads);
      }
      return record(calls);
    } finally {
      cancel(); // what still runs after a failure, nobody waits for any more
      threads.shutdownNow();
    }
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "attache-tool");
    thread.setDaemon(true);
    return thread;
  }

  private void begin(
      AnswerItem.Call call, @Nullable ToolResponse problem, ExecutorService threads) {
    LoopTool tool = tools.get(call.name());
    Future<LoopTool.Answered> answer =
        problem != null || tool == null
            ? answered(problem == null ? unknown(call.name()) : problem)
            : threads.submit(() -> tool.call(call.values()));
    synchronized (answers) {
      answers.add(answer);
      if (isCancelled) {
        answer.cancel(true);
      }
    }
  }

  /** Returns why a call does not run; null if it does. */
  private @Nullable ToolResponse problem(AnswerItem.Call call) {
    LoopTool tool = tools.get(call.name());
    return tool == null ? unknown(call.name()) : CallCheck.problem(tool, call, approval);
  }

  private static Future<LoopTool.Answered> answered(ToolResponse response) {
    return CompletableFuture.completedFuture(LoopTool.Answered.of(response));
  }

  private ToolResponse unknown(String name) {
    return ToolResponse.failure(
        "unknown-tool",
        "There is no tool "
            + Sanitizer.sanitizeLine(JsonFault.cut(name))
            + ". There are: "
            + String.join(", ", tools.keySet())
            + ".",
        false);
  }

  private int record(List<AnswerItem.Call> calls) throws IOException {
    var attaching = new ArrayList<AttachResourceTool.Attaching>();
    boolean isInterrupted = false;
    try {
      int next = 0;
      while (next < calls.size()) {
        LoopTool.Answered answered;
        try {
          answered = answer(next);
        } catch (InterruptedException e) {
          isInterrupted = true;
          cancel();
          continue;
        }
        AnswerItem.Call call = calls.get(next++);
        ToolResult result =
            turn.result(
                call.id(),
                call.name(),
                answered.asked(),
                repeated.noted(call, answered.response()),
                answered.kind());
        turn.handedOver(result); // the next request has it, whoever sends that
        if (answered.attaching() != null) {
          attaching.add(answered.attaching());
        }
        listener.result(result);
      }
      int turns = 0;
      for (AttachResourceTool.Attaching each : attaching) {
        turns += each.attach() ? 1 : 0; // after the results, which belong to the turn of the calls
      }
      return turns;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private LoopTool.Answered answer(int index) throws InterruptedException, IOException {
    Future<LoopTool.Answered> answer;
    synchronized (answers) {
      answer = answers.get(index);
    }
    try {
      return answer.get();
    } catch (CancellationException e) {
      return LoopTool.Answered.of(
          ToolResponse.failure("cancelled", "The call was cancelled before it ended.", false));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure; // the history cannot be read, so nothing can be recorded either
      }
      return LoopTool.Answered.of(
          ToolResponse.failure(
              "failed", "The tool failed with an error of its own: " + e.getCause(), false));
    }
  }

  /** Ends the calls that have not ended. */
  void cancel() {
    synchronized (answers) {
      isCancelled = true;
      answers.forEach(each -> each.cancel(true));
    }
  }
}
