package dev.attache.agent;

import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.Resource;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The calls of a loop that were made again in a later round, with the same answer: several in one
 * answer of the model are no loop. Not thread-safe.
 */
final class RepeatedCalls {

  /** How often the same answer is given before the model is told so. */
  private static final int TOLD = 3;

  /** How often the same answer is given before the loop ends. */
  private static final int MOST = 5;

  private final Map<AnswerItem.Call, Same> last = new HashMap<>();
  private final Set<AnswerItem.Call> ofRound = new HashSet<>();
  private boolean isEndless;

  private record Same(String answer, int times) {}

  /** Starts the calls of another answer. */
  void nextRound() {
    ofRound.clear();
  }

  /** Returns a call without its id, which is equal for all calls that do the same. */
  static AnswerItem.Call key(AnswerItem.Call call) {
    return new AnswerItem.Call("", call.name(), call.arguments());
  }

  /** Notes the answer to a call; returns it with a line for a model that asks too often. */
  ToolResponse noted(AnswerItem.Call call, ToolResponse response) {
    AnswerItem.Call key = key(call);
    if (!ofRound.add(key)) {
      return response;
    }
    String answer = answer(response);
    Same before = last.get(key);
    int times = before != null && before.answer().equals(answer) ? before.times() + 1 : 1;
    last.put(key, new Same(answer, times));
    isEndless |= times >= MOST;
    return times < TOLD ? response : told(response, times);
  }

  private static ToolResponse told(ToolResponse response, int times) {
    var content = new ArrayList<ContentBlock>(response.given());
    content.add(
        ContentBlock.TextBlock.of(
            "[this call was made "
                + times
                + " times and gave the same answer each time; do something else]"));
    return new ToolResponse(content, response.isError(), response.meta(), response.structured());
  }

  /** Whether one was made so often that nothing else can be expected. */
  boolean isEndless() {
    return isEndless;
  }

  /** What tells two answers apart: the contents, and not how they are held. */
  private static String answer(ToolResponse response) {
    var answer = new StringBuilder().append(response.isError());
    for (ContentBlock block : response.content()) {
      if (block instanceof ContentBlock.ResourceBlock each) {
        Resource resource = each.resource();
        answer.append('\n').append(resource.uri()).append(' ').append(resource.content().digest());
      } else if (block instanceof ContentBlock.TextBlock text) {
        answer.append('\n').append(text.text().digest());
      } else if (block instanceof ContentBlock.MediaBlock media) {
        answer.append('\n').append(media.data().digest());
      } else {
        answer.append('\n').append(block);
      }
    }
    return answer.toString();
  }
}
