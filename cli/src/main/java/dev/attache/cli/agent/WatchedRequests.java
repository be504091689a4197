package dev.attache.cli.agent;

import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopListener;
import dev.attache.agent.Quarantine;
import dev.attache.cli.models.NotGiven;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ModelTokens;
import dev.attache.delivery.OmissionCost;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.Notice;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A listener that keeps the bodies of requests where the user wants them, says once what of them
 * the model is not given, says so if no answer comes, and tells another of all.
 */
final class WatchedRequests implements LoopListener, AutoCloseable {

  private final LoopListener next;
  private final String model;
  private final @Nullable RequestDump dump;
  private final SilenceNote silence;
  private final Console console;
  private final Set<String> said = new HashSet<>();
  private @Nullable ModelUsage last;
  private boolean hasContents;

  WatchedRequests(LoopListener next, AskedModel asked, @Nullable Path dump, Console console)
      throws IOException {
    this.next = next;
    this.model = asked.name();
    this.silence =
        new SilenceNote(
            model,
            asked.settings().firstByteTimeout(),
            asked.settings().idleTimeout(),
            console,
            SilenceNote.LONG);
    this.dump = dump == null ? null : new RequestDump(dump);
    this.console = console;
  }

  @Override
  public void asking(int number, RequestBody body, List<String> lost) throws IOException {
    if (dump != null) {
      dump.write(body);
    }
    hasContents = !body.placed().isEmpty();
    NotGiven.notes(body, model).stream().filter(said::add).forEach(console::note);
    next.asking(number, body, lost.stream().filter(said::add).toList());
    silence.asking();
  }

  @Override
  public void askingAside(RequestBody body) throws IOException {
    if (dump != null) {
      dump.write(body);
    }
  }

  @Override
  public void leftOut(String what, ModelException why) throws IOException {
    silence.close();
    console.note(
        what + " is left out of the conversation: " + model + " refused it: " + why.message());
    next.leftOut(what, why);
  }

  @Override
  public void answeredNothing() throws IOException {
    console.note("the model answered nothing, and is asked once more");
    next.answeredNothing();
  }

  @Override
  public void madeRoom(Elision elision, OmissionCost cost) throws IOException {
    console.note(
        "the model's window is nearly full; left out "
            + ConversationOutput.count(elision.dropped().size(), "old content")
            + ": "
            + ModelTokens.inWords(cost));
    next.madeRoom(elision, cost);
  }

  @Override
  public void updated(Request update) throws IOException {
    for (Attachment each : update.request().resources()) {
      console.note(each.label() + " has changed; the model is given the new content");
    }
    for (Notice each : update.request().told()) {
      console.note("the model is told: " + each.text());
    }
    next.updated(update);
  }

  @Override
  public void event(ModelEvent event) throws IOException {
    silence.piece();
    next.event(event);
  }

  /** Whether something that is attached can be why the last request was refused. */
  boolean canBeRefused(ModelException why) {
    return hasContents && Quarantine.isPossible(why);
  }

  /** What the last request and its answer took; null if nobody has said. */
  @Nullable ModelUsage last() {
    return last;
  }

  @Override
  public void answered(ModelAnswer answer) throws IOException {
    silence.close();
    last = answer.usage();
    next.answered(answer);
  }

  /** Ends the wait for an answer, however that ended. */
  @Override
  public void close() {
    silence.close();
  }

  @Override
  public void calling(AnswerItem.Call call) throws IOException {
    next.calling(call);
  }

  @Override
  public void notRun(List<ToolResult> results) throws IOException {
    next.notRun(results);
  }

  @Override
  public void result(ToolResult result) throws IOException {
    next.result(result);
  }
}
