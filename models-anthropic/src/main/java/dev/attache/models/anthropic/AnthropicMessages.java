package dev.attache.models.anthropic;

import dev.attache.model.BodyWriter;
import dev.attache.model.CacheMarks;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a request, in which the user and the model take turns: what comes to one role
 * after the other is one message, and so results of tools stand before what the user says then.
 */
final class AnthropicMessages {

  /** A block, and the message of the request that it is of. */
  private record Placed(AnthropicBlock block, int message) {}

  /** What one of the two says at a time. */
  private record Message(String role, List<Placed> content) {}

  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";

  private final List<Message> messages = new ArrayList<>();

  static AnthropicMessages of(ModelProfile profile, List<RenderedMessage> rendered, Ladder ladder)
      throws IOException {
    var all = new AnthropicMessages();
    var parts = new AnthropicParts(profile, ladder);
    for (int i = 0; i < rendered.size(); i++) {
      RenderedMessage message = rendered.get(i);
      all.add(message.role() == Role.ASSISTANT ? ASSISTANT : USER, parts.of(message), i);
    }
    return all;
  }

  /** Writes the array, with the marks of the cache. */
  void writeTo(BodyWriter json, CacheMarks marks, CacheControl mark) throws IOException {
    Set<Placed> marked = marked(marks);
    json.startArray();
    for (Message message : messages) {
      json.startObject().field("role", message.role()).name("content").startArray();
      for (Placed each : message.content()) {
        each.block().writeTo(json, marked.contains(each) ? mark : null);
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  private void add(String role, List<AnthropicBlock> blocks, int message) {
    if (blocks.isEmpty()) {
      return;
    }
    if (messages.isEmpty() && role.equals(ASSISTANT)) { // the first has to be the user's
      add(USER, List.of(AnthropicBlock.Text.of("(The conversation begins here.)")), message);
    }
    Message last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
    if (last == null || !last.role().equals(role)) {
      last = new Message(role, new ArrayList<>());
      messages.add(last);
    }
    for (AnthropicBlock each : blocks) {
      last.content().add(new Placed(each, message));
    }
  }

  /** Returns for each mark the last block up to it that can carry one. */
  private Set<Placed> marked(CacheMarks marks) {
    Set<Placed> marked = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int index : marks.messages()) {
      @Nullable Placed last = null;
      for (Message message : messages) {
        for (Placed each : message.content()) {
          last = each.message() <= index && each.block().takesMark() ? each : last;
        }
      }
      if (last != null) {
        marked.add(last);
      }
    }
    return marked;
  }
}
