package dev.attache.conversation;

import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationLog;
import dev.attache.store.EmbeddedStore;
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
