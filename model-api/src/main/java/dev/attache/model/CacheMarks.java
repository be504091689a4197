package dev.attache.model;

import dev.attache.model.RenderedMessage.Role;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The marks by which a request says up to where it is to be kept for the next one: after what never
 * changes, after what the request before it ended with, and after all. Immutable.
 *
 * <p>The second is the anchor that is read: a provider looks back only so many positions from a
 * mark for what was kept, and a turn may attach more than that (Anthropic, "prompt caching").
 *
 * @param isAfterTools whether one stands after the instructions and tools
 * @param messages the messages after whose last part one stands, as indexes
 */
public record CacheMarks(boolean isAfterTools, Set<Integer> messages) {

  private static final CacheMarks NONE = new CacheMarks(false, Set.of());

  public CacheMarks {
    messages = Set.copyOf(messages);
  }

  /**
   * Returns the marks of a request, no more than its profile allows; none if it has no use for
   * them.
   */
  public static CacheMarks of(ModelProfile profile, List<RenderedMessage> messages) {
    int marks = profile.cache().marks();
    if (profile.cache().kind() != CacheTerms.Kind.MARKS || marks == 0 || messages.isEmpty()) {
      return NONE;
    }
    var after = new TreeSet<Integer>();
    after.add(messages.size() - 1);
    int answer = messages.size() - 1;
    while (answer >= 0 && messages.get(answer).role() != Role.ASSISTANT) {
      answer--;
    }
    while (answer > 0 && messages.get(answer - 1).role() == Role.ASSISTANT) {
      answer--; // one answer can be several messages
    }
    if (answer > 0 && marks > 1) {
      after.add(answer - 1);
    }
    return new CacheMarks(marks > 2, after);
  }
}
