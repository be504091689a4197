package dev.attache.core.delivery;

import dev.attache.core.history.ConversationEvent;
import dev.attache.resource.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** A program that prints the digests of the renderings of histories, a line for each seed. */
final class RenderingProgram {

  static final int SEEDS = 60;

  private RenderingProgram() {}

  public static void main(String[] args) throws IOException {
    System.out.print(digests());
  }

  static String digests() throws IOException {
    var lines = new StringBuilder();
    for (long seed = 0; seed < SEEDS; seed++) {
      List<ConversationEvent> events = RandomHistory.of(seed, 12, seed % 2 == 0);
      lines
          .append(seed)
          .append(' ')
          .append(ContentDigest.sha256(text(events)))
          .append(' ')
          .append(ContentDigest.sha256(json(events)))
          .append('\n');
    }
    lines.append(ContentDigest.sha256(text(Samples.everything(Channel.TEXT)))).append('\n');
    lines.append(ContentDigest.sha256(json(Samples.everything(Channel.TEXT)))).append('\n');
    return lines.toString();
  }

  static byte[] text(List<ConversationEvent> events) throws IOException {
    var out = new ByteArrayOutputStream();
    PromptText.writeConversation(new MemoryLog(events), out);
    return out.toByteArray();
  }

  static byte[] json(List<ConversationEvent> events) throws IOException {
    var out = new ByteArrayOutputStream();
    RequestJson.writeConversation(new MemoryLog(events), out);
    return out.toByteArray();
  }
}
