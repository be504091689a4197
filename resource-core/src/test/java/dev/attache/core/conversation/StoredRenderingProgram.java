package dev.attache.core.conversation;

import dev.attache.core.delivery.PromptText;
import dev.attache.core.delivery.RequestJson;
import dev.attache.core.history.ConversationLog;
import dev.attache.core.store.EmbeddedStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** A program that prints what the conversation of a store comes to, as text and as JSON. */
final class StoredRenderingProgram {

  private StoredRenderingProgram() {}

  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]), System.out);
    System.out.flush();
  }

  static void write(Path directory, OutputStream out) throws IOException {
    ConversationLog log = EmbeddedStore.at(directory).open(Turns.ID);
    PromptText.writeConversation(log, out);
    RequestJson.writeConversation(log, out);
  }
}
