package dev.attache.models.openai;

import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Conversations by chance: turns with attachments, answers with calls, and their results. Some
 * turns have no answer, and some texts are empty.
 */
final class RandomMessages {

  private final Random random;
  private final List<RenderedMessage> messages = new ArrayList<>();
  private int calls;

  private RandomMessages(Random random) {
    this.random = random;
  }

  static List<RenderedMessage> of(Random random) {
    var conversation = new RandomMessages(random);
    for (int turn = 1 + random.nextInt(4); turn > 0; turn--) {
      conversation.addTurn();
    }
    return conversation.messages;
  }

  private void addTurn() {
    var said = new ArrayList<RenderedPart>();
    for (int i = random.nextInt(4); i > 0; i--) {
      said.add(attachment());
    }
    if (random.nextInt(3) == 0) {
      said.add(Parts.notice("[a notice]"));
    }
    said.add(Parts.text(random.nextInt(6) == 0 ? "" : "turn \"}]" + random.nextInt(100)));
    messages.add(Parts.user(said.toArray(RenderedPart[]::new)));
    for (int i = random.nextInt(3); i > 0; i--) {
      addCalls();
    }
    if (random.nextInt(4) > 0) {
      messages.add(Parts.assistant(Parts.text("Done " + random.nextInt(100) + ".")));
    }
  }

  private void addCalls() {
    var answer = new ArrayList<RenderedPart>();
    var results = new ArrayList<RenderedPart>();
    if (random.nextBoolean()) {
      answer.add(
          Parts.opaque("openai-responses", "{\"type\":\"reasoning\",\"id\":\"r\",\"summary\":[]}"));
      answer.add(Parts.opaque("openrouter-chat", "{\"type\":\"reasoning.text\",\"text\":\"t\"}"));
    }
    answer.add(Parts.text(random.nextBoolean() ? "" : "I look."));
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      String id = "call_" + calls++;
      answer.add(Parts.call(id, "refresh_resource", "{}"));
      var content = new ArrayList<RenderedPart>();
      for (int block = random.nextInt(3); block > 0; block--) {
        content.add(random.nextInt(4) == 0 ? Parts.media() : attachment());
      }
      RenderedPart[] blocks = content.toArray(RenderedPart[]::new);
      results.add(random.nextInt(4) == 0 ? Parts.failure(id, blocks) : Parts.result(id, blocks));
    }
    messages.add(Parts.assistant(answer.toArray(RenderedPart[]::new)));
    messages.add(Parts.results(results.toArray(RenderedPart[]::new)));
  }

  private RenderedPart attachment() {
    String name = "f" + random.nextInt(50);
    return switch (random.nextInt(6)) {
      case 0 -> Parts.image(name + ".png");
      case 1 -> Parts.pdf(name + ".pdf");
      case 2 -> Parts.reference("[" + name + " is as it was]");
      case 3 ->
          Parts.resource(name + ".zip", "application/zip", ResourceContent.blob(new byte[] {1, 2}));
      default -> Parts.source(name + ".txt", "text \uD83D\uDE00 " + random.nextInt(100));
    };
  }
}
