package dev.attache.cli.workspace;

import dev.attache.cli.terminal.RecordedException;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.conversation.Conversation;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.ToolResult;
import java.io.IOException;

/** A printer of what a model gets as the result of a tool call. */
public final class ResultPrint {

  private ResultPrint() {}

  public static void write(
      Conversation conversation, ToolResult result, boolean isJson, Streams streams)
      throws IOException {
    try (ResultOutput output = ResultOutput.standard(streams, false)) {
      if (isJson) {
        RequestJson.writeResult(result, output.stream());
      } else {
        PromptText.writeResult(result, output.stream());
      }
      output.commit();
    } catch (IOException e) {
      throw RecordedException.of("the result of " + result.id(), e);
    }
    conversation.handedOver(result);
  }
}
