package dev.attache.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.agent.LoopOutcome;
import dev.attache.cli.terminal.Console;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.answer.AnswerItem;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The output of answers for people and pipes: their texts as they come, each on lines of its own,
 * and nothing else; what a model thinks and calls goes to standard error.
 */
final class AnswerOutput implements LoopOutput {

  private static final String THINKING = "thinking";

  private final OutputStream out;
  private final Console console;
  private final boolean isHeldBack;
  private final boolean showsProgress;
  private final CallNotes calls;
  private int last = '\n';
  private boolean hasText;
  private boolean isThinking;

  /**
   * @param out where the texts go
   * @param isHeldBack whether only the last text counts, and nothing is shown before
   * @param showsProgress whether a line may say that the model thinks
   */
  AnswerOutput(OutputStream out, Console console, boolean isHeldBack, boolean showsProgress) {
    this.out = out;
    this.isHeldBack = isHeldBack;
    this.console = console;
    this.showsProgress = showsProgress;
    this.calls = new CallNotes(console);
  }

  @Override
  public void asking(int number, RequestBody body, List<String> lost) {
    lost.forEach(console::error);
    if (showsProgress) {
      console.progress("waiting for the model");
    }
  }

  @Override
  public void event(ModelEvent event) throws IOException {
    if (event instanceof ModelEvent.TextDelta && isHeldBack) {
      stopThinking();
    } else if (event instanceof ModelEvent.TextDelta more) {
      stopThinking();
      if (!hasText && last != '\n') {
        write("\n");
      }
      hasText = true;
      write(more.text());
      out.flush();
    } else if (event instanceof ModelEvent.ThinkingDelta && showsProgress && !isThinking) {
      isThinking = true;
      console.progress(THINKING);
    }
  }

  private void stopThinking() {
    if (showsProgress) {
      console.clearProgress();
    }
    isThinking = false;
  }

  @Override
  public void answered(ModelAnswer answer) throws IOException {
    stopThinking();
    endLine();
    hasText = false;
  }

  @Override
  public void end(LoopOutcome outcome, String conversation) throws IOException {
    if (isHeldBack) {
      write(outcome.text());
    }
    endLine();
  }

  @Override
  public void endLine() throws IOException {
    if (last != '\n') {
      write("\n");
      out.flush();
    }
  }

  private void write(String text) throws IOException {
    if (!text.isEmpty()) {
      out.write(text.getBytes(UTF_8));
      last = text.charAt(text.length() - 1);
    }
  }

  @Override
  public void calling(AnswerItem.Call call) {
    calls.calling(call);
  }

  @Override
  public void notRun(List<ToolResult> results) throws IOException {
    calls.notRun(results);
  }

  @Override
  public void result(ToolResult result) throws IOException {
    calls.result(result);
  }
}
