package dev.attache.model;

import dev.attache.model.RenderedMessage.Role;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The marks by which a request says up to where it is to be kept for the next one: after what never
 * changes, before what was left out later, after what the request before it ended with, and after
 * all. Immutable.
 *
 * <p>The last but one is the anchor that is read: a provider looks back only so many positions from
 * a mark for what was kept, and a turn may attach more than that (Anthropic, "prompt caching"). The
 * one before what was left out salvages what a request wrote that ended there: all that follows has
 * changed, and is written again.
 *
 * @param isAfterTools whether one stands after the instructions and tools
 * @param messages the messages after whose last part one stands, as indexes
 */
public record CacheMarks(boolean isAfterTools, Set<Integer> messages) {

  private static final CacheMarks NONE = new CacheMarks(false, Set.of());

  /**
   * Takes a copy of the messages.
   *
   * @param isAfterTools whether one stands after the instructions and tools
   * @param messages the messages after whose last part one stands, as indexes
   */
  public CacheMarks {
    messages = Set.copyOf(messages);
  }

  /**
   * {@return the marks of a request, no more than its profile allows; none if it has no use for
   * them}
   *
   * @param profile whose terms say whether there are marks, and how many
   * @param messages those of the request, the oldest first
   */
  public static CacheMarks of(ModelProfile profile, List<RenderedMessage> messages) {
    int marks = profile.cache().marks();
    if (profile.cache().kind() != CacheTerms.Kind.MARKS || marks == 0 || messages.isEmpty()) {
      return NONE;
    }
    var after = new TreeSet<Integer>();
    after.add(messages.size() - 1);
    int before = endBefore(messages.size(), messages);
    if (before >= 0 && marks > 1) {
      after.add(before);
    }
    int salvaged = endBefore(firstLeftOut(messages), messages);
    if (salvaged >= 0 && marks > 3) {
      after.add(salvaged);
    }
    return new CacheMarks(marks > 2, after);
  }

  /**
   * Returns the last message of the last request of which the answer comes before a message; -1 if
   * there is none.
   */
  private static int endBefore(int message, List<RenderedMessage> messages) {
    int answer = message - 1;
    while (answer >= 0 && messages.get(answer).role() != Role.ASSISTANT) {
      answer--;
    }
    while (answer > 0 && messages.get(answer - 1).role() == Role.ASSISTANT) {
      answer--; // one answer can be several messages
    }
    return answer - 1;
  }

  /** Returns the first message that has a line in the place of what was in it; 0 if none has. */
  private static int firstLeftOut(List<RenderedMessage> messages) {
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).parts().stream().anyMatch(CacheMarks::isLeftOut)) {
        return i;
      }
    }
    return 0;
  }

  private static boolean isLeftOut(RenderedPart part) {
    return part instanceof RenderedPart.ToolResult result
        ? result.content().stream().anyMatch(CacheMarks::isLeftOut)
        : part instanceof RenderedPart.Reference reference && reference.target() == null;
  }
}
