package dev.attache.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.terminal.Console;
import dev.attache.delivery.form.PromptText;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.support.text.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The lines for the user about what a model calls, and what comes of it. */
public final class CallNotes {

  private static final int MOST_SHOWN = 120;

  /** No tool that is offered has a longer name. */
  private static final int MOST_NAME = 64;

  /** More calls of which the same is to be said have one line. */
  private static final int FEW = 3;

  private final Console console;

  public CallNotes(Console console) {
    this.console = console;
  }

  void calling(AnswerItem.Call call) {
    String name = name(call.name());
    int rest = MOST_SHOWN - name.length() - 1;
    console.note("calls " + name + " " + OneLine.cut(call.arguments(), rest));
  }

  /** The name of a tool as a model wrote it, which may be no name. */
  private static String name(String written) {
    String name = OneLine.cut(written, MOST_NAME);
    return name.isBlank() ? "a tool without a name" : name;
  }

  /** Says of calls that they were not run, and why. */
  void notRun(List<ToolResult> results) throws IOException {
    if (results.size() <= FEW) {
      for (ToolResult each : results) {
        result(each);
      }
    } else {
      console.note(
          results.size() + " calls failed: " + OneLine.cut(firstLine(results.get(0)), MOST_SHOWN));
    }
  }

  /** Says what a model gets of a result. */
  public void result(ToolResult result) throws IOException {
    if (result.response().isError()) {
      console.note(name(result.name()) + " failed: " + OneLine.cut(firstLine(result), MOST_SHOWN));
      return;
    }
    for (ContentBlock block : result.response().content()) {
      if (block instanceof DeliveredBlock each) {
        console.note(each.label() + ": " + delivered(each));
      }
    }
  }

  /** Says that of a refresh which the user has asked for: also if it comes to a line of text. */
  public void refreshed(ToolResult result) throws IOException {
    boolean isText =
        !result.response().isError()
            && result.response().content().stream().noneMatch(DeliveredBlock.class::isInstance);
    if (isText) {
      console.note(OneLine.cut(firstLine(result), MOST_SHOWN));
    } else {
      result(result);
    }
  }

  private static String firstLine(ToolResult result) throws IOException {
    List<ContentBlock> blocks = result.response().content();
    if (!blocks.isEmpty() && blocks.get(0) instanceof DeliveredBlock cut && cut.isCut()) {
      try (InputStream in = cut.shown().open()) { // its head, and not the tag around it
        String head = new String(in.readAllBytes(), UTF_8);
        return head.lines().findFirst().orElse("without a reason");
      }
    }
    var text = new ByteArrayOutputStream();
    PromptText.writeResponse(result.response(), text);
    return text.toString(UTF_8).lines().findFirst().orElse("without a reason");
  }

  private static String delivered(DeliveredBlock each) {
    ResourceContent content = each.resource().content();
    if (each.delivery() instanceof Delivery.Reference) {
      return "unchanged, not sent again";
    } else if (each.delivery() instanceof Delivery.Delta delta) {
      return "changed, a diff of " + delta.diff().size() + " bytes for the model";
    }
    if (each.isCut()) {
      return content.size() + " bytes, cut to " + each.shown().size() + " bytes for the model";
    }
    return content.size() + " bytes for the model";
  }
}
