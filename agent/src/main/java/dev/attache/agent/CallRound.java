package dev.attache.agent;

import dev.attache.conversation.TurnToolCalls;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.json.JsonFault;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one answer: approved one after the other, run at once, and recorded in their order,
 * whichever ends first. One that repeats a call which changes nothing does not run, and refers to
 * the result of that. One thread runs it; any may cancel.
 */
final class CallRound {

  /** So many results are recorded at once if they are there. */
  private static final int AT_ONCE = 64;

  /** So many names help a model that called an unknown tool. */
  private static final int MOST_NAMES = 32;

  private static final String SAME =
      "[the same call was made before in this answer; its result is above]";

  private final TurnToolCalls turn;
  private final Map<String, LoopTool> tools;
  private final ToolApproval approval;
  private final LoopListener listener;
  private final RepeatedCalls repeated;
  private final List<Future<LoopTool.Answered>> answers = new ArrayList<>();
  private final Set<Integer> repeats = new HashSet<>(); // the indexes of calls that do not run
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
   * Runs the calls, as many as an answer may have, and records the results of all.
   *
   * <p>When the thread is interrupted, the calls that have not ended are ended, and the flag is set
   * again.
   *
   * @return how many turns have begun, each with something that the model has attached
   */
  int run(List<AnswerItem.Call> all, LoopLimits limits) throws IOException {
    List<AnswerItem.Call> calls = all.subList(0, Math.min(limits.calls(), all.size()));
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(limits.parallelCalls(), calls.size()), CallRound::thread);
    try {
      repeated.nextRound();
      int[] first = firsts(calls);
      var problems = new ArrayList<@Nullable ToolResponse>();
      for (int i = 0; i < first.length; i++) { // before one runs, which may ask at a terminal
        listener.calling(calls.get(i));
        problems.add(first[i] == i ? problem(calls.get(i)) : problems.get(first[i]));
      }
      for (int i = 0; i < first.length; i++) {
        if (first[i] == i) {
          begin(calls.get(i), problems.get(i), threads);
        } else {
          repeat(i, first[i]);
        }
      }
      List<AttachResourceTool.Attaching> attaching = record(calls);
      refuse(all.subList(calls.size(), all.size()), all.size(), limits.calls());
      return attach(attaching);
    } finally {
      cancel(); // what still runs after a failure, nobody waits for any more
      threads.shutdownNow();
    }
  }

  /** Returns for each call the index of the call that runs for it, as a rule its own. */
  private int[] firsts(List<AnswerItem.Call> calls) {
    var first = new int[calls.size()];
    var byCall = new HashMap<AnswerItem.Call, Integer>();
    for (int i = 0; i < first.length; i++) {
      LoopTool tool = tools.get(calls.get(i).name());
      Integer before = byCall.putIfAbsent(RepeatedCalls.key(calls.get(i)), i);
      first[i] = before == null || tool == null || !tool.isReadOnly() ? i : before;
    }
    return first;
  }

  private void repeat(int index, int first) {
    synchronized (answers) {
      repeats.add(index);
      answers.add(answers.get(first));
    }
  }

  /**
   * Returns the answer to a repeated call: the same failure or resource, which becomes a reference,
   * and a line in place of anything else.
   */
  private static LoopTool.Answered again(LoopTool.Answered first) {
    ToolResponse response = first.response();
    boolean isKept =
        response.isError()
            || response.content().stream().allMatch(ContentBlock.ResourceBlock.class::isInstance);
    Kind kind = first.kind() == Kind.FORCED ? Kind.REFRESH : first.kind();
    return isKept
        ? new LoopTool.Answered(response, List.of(), kind)
        : LoopTool.Answered.of(ToolResponse.of(ContentBlock.TextBlock.of(SAME)));
  }

  /** Gives the calls that are too many results of their own: no call may be without one. */
  private void refuse(List<AnswerItem.Call> calls, int all, int most) throws IOException {
    if (!calls.isEmpty()) {
      ToolResponse response =
          ToolResponse.failure(
              "too-many-calls",
              "The call was not run: one answer may have "
                  + most
                  + " calls, and this one had "
                  + all
                  + ". Make fewer at a time.",
              false);
      listener.notRun(turn.results(ended(calls, response)));
    }
  }

  /** Returns calls that were not run, for one reason. */
  static List<TurnToolCalls.Ended> ended(List<AnswerItem.Call> calls, ToolResponse response) {
    return calls.stream()
        .map(
            call ->
                new TurnToolCalls.Ended(call.id(), call.name(), List.of(), response, Kind.PLAIN))
        .toList();
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
    List<String> known = tools.keySet().stream().limit(MOST_NAMES).toList();
    int others = tools.size() - known.size();
    return ToolResponse.failure(
        "unknown-tool",
        "There is no tool "
            + Sanitizer.sanitizeLine(JsonFault.cut(name))
            + ". There are: "
            + String.join(", ", known)
            + (others == 0 ? "." : " and " + others + " others."),
        false);
  }

  /** Records the results; returns what is to be attached after them. */
  private List<AttachResourceTool.Attaching> record(List<AnswerItem.Call> calls)
      throws IOException {
    var attaching = new ArrayList<AttachResourceTool.Attaching>();
    boolean isInterrupted = false;
    try {
      int next = 0;
      while (next < calls.size()) {
        var ended = new ArrayList<TurnToolCalls.Ended>();
        try {
          next = take(calls, next, ended, attaching);
        } catch (InterruptedException e) {
          isInterrupted = true;
          cancel();
          continue;
        }
        for (ToolResult result : turn.results(ended)) {
          listener.result(result);
        }
      }
      return attaching;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Takes a result, which it waits for, and those after it that are there already.
   *
   * @return the index of the first call whose result was not taken
   */
  private int take(
      List<AnswerItem.Call> calls,
      int first,
      List<TurnToolCalls.Ended> ended,
      List<AttachResourceTool.Attaching> attaching)
      throws InterruptedException, IOException {
    int next = first;
    while (next == first || (next < calls.size() && next < first + AT_ONCE && isDone(next))) {
      LoopTool.Answered answered;
      try {
        answered = answer(next);
      } catch (IOException e) {
        if (next == first) {
          throw e;
        }
        return next; // those before it are recorded, and then it is thrown
      }
      boolean isRepeat = repeats.contains(next);
      ended.add(
          isRepeat ? repeated(calls.get(next), again(answered)) : ended(calls.get(next), answered));
      if (answered.attaching() != null) {
        attaching.add(answered.attaching());
      }
      next++;
    }
    return next;
  }

  /** Attaches, after the results, which belong to the turn of the calls. */
  private static int attach(List<AttachResourceTool.Attaching> attaching) throws IOException {
    int turns = 0;
    for (AttachResourceTool.Attaching each : attaching) {
      turns += each.attach() ? 1 : 0;
    }
    return turns;
  }

  private TurnToolCalls.Ended ended(AnswerItem.Call call, LoopTool.Answered answered) {
    return new TurnToolCalls.Ended(
        call.id(),
        call.name(),
        answered.asked(),
        repeated.noted(call, answered.response()),
        answered.kind());
  }

  private static TurnToolCalls.Ended repeated(AnswerItem.Call call, LoopTool.Answered answered) {
    return new TurnToolCalls.Ended(
        call.id(), call.name(), List.of(), answered.response(), answered.kind());
  }

  private boolean isDone(int index) {
    synchronized (answers) {
      return answers.get(index).isDone();
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
