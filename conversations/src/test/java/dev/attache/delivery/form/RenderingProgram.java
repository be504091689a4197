package dev.attache.delivery.form;

import dev.attache.delivery.Channel;
import dev.attache.delivery.MemoryLog;
import dev.attache.delivery.RandomHistory;
import dev.attache.delivery.Samples;
import dev.attache.history.ConversationEvent;
import dev.attache.resource.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** A program that prints the digests of the renderings of histories, a line for each seed. */
public final class RenderingProgram {

  public static final int SEEDS = 60;

  private RenderingProgram() {}

  public static void main(String[] args) throws IOException {
    System.out.print(digests());
  }

  public static String digests() throws IOException {
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

  public static byte[] text(List<ConversationEvent> events) throws IOException {
    var out = new ByteArrayOutputStream();
    PromptText.writeConversation(new MemoryLog(events), out);
    return out.toByteArray();
  }

  public static byte[] json(List<ConversationEvent> events) throws IOException {
    var out = new ByteArrayOutputStream();
    RequestJson.writeConversation(new MemoryLog(events), out);
    return out.toByteArray();
  }
}
