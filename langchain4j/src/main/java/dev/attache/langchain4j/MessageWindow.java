package dev.attache.langchain4j;

import dev.attache.delivery.form.ModelMessages;
import dev.attache.langchain4j.GivenMessages.Given;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.langchain4j.data.message.ChatMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The last messages of a conversation that fit: whole exchanges, from a question of the user on. If
 * the last exchange alone does not fit, its question and the last of what followed it; then nothing
 * is left away that an answer and the results of its calls have between them.
 */
final class MessageWindow {

  /** What messages cost. */
  @FunctionalInterface
  interface Cost {

    /**
     * Returns what a message costs.
     *
     * @param blockTokens how many tokens its blocks cost
     */
    long of(ChatMessage message, long blockTokens);
  }

  private final ModelProfile profile;
  private final long most;
  private final Cost cost;

  /**
   * @param most what all messages may cost
   */
  MessageWindow(ModelProfile profile, long most, Cost cost) {
    this.profile = profile;
    this.most = most;
    this.cost = cost;
  }

  /**
   * Returns the messages of a history that fit; at least the last of it.
   *
   * @param first the first turn that may be among them
   * @param used what is taken by others already
   * @throws IOException if the store cannot be read
   */
  List<Given> of(ModelMessages history, int first, long used) throws IOException {
    List<Set<Integer>> choices = choices(history.messages(), first);
    int low = 0; // the first choice that may fit; each has less than the one before it
    int high = choices.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fits(given(history, choices.get(middle)), used)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return given(history, choices.get(low));
  }

  private boolean fits(List<Given> given, long used) {
    long sum = used;
    for (Given each : given) {
      sum += cost.of(each.message(), each.blockTokens());
    }
    return sum <= most;
  }

  private List<Given> given(ModelMessages history, Set<Integer> without) throws IOException {
    return GivenMessages.of(
        profile, (without.isEmpty() ? history : history.without(without)).messages());
  }

  /** What can be left away, from as little as can be on. */
  private static List<Set<Integer>> choices(List<RenderedMessage> messages, int first)
      throws IOException {
    Set<Integer> before = new HashSet<>();
    for (int i = 0; i < messages.size() && messages.get(i).turn() < first; i++) {
      before.add(i);
    }
    List<Unit> units = units(messages, before.size());
    List<Set<Integer>> choices = new ArrayList<>();
    choices.add(Set.copyOf(before));
    int question = 0;
    for (int i = 1; i < units.size(); i++) {
      if (units.get(i).isQuestion()) {
        question = i;
        choices.add(without(before, units, 0, i));
      }
    }
    boolean isAsked = !units.isEmpty() && units.get(question).isQuestion();
    for (int i = question + 1; i < units.size(); i++) {
      Set<Integer> others = without(before, units, 0, question);
      choices.add(without(others, units, isAsked ? question + 1 : question, i));
    }
    return choices;
  }

  /** Returns what is left away with units besides others. */
  private static Set<Integer> without(Set<Integer> others, List<Unit> units, int from, int to) {
    Set<Integer> without = new HashSet<>(others);
    for (Unit unit : units.subList(from, to)) {
      for (int i = unit.from(); i < unit.to(); i++) {
        without.add(i);
      }
    }
    return without;
  }

  private static List<Unit> units(List<RenderedMessage> messages, int first) throws IOException {
    var units = new ArrayList<Unit>();
    int from = first;
    for (int i = first + 1; i <= messages.size(); i++) {
      if (i == messages.size() || !isOne(messages.get(i - 1), messages.get(i))) {
        boolean isQuestion = false;
        for (RenderedMessage each : messages.subList(from, i)) {
          isQuestion |= isQuestion(each);
        }
        units.add(new Unit(from, i, isQuestion));
        from = i;
      }
    }
    return units;
  }

  /** Whether two messages stay together: what is attached for a question, a call and its result. */
  private static boolean isOne(RenderedMessage before, RenderedMessage message) {
    return message.role() == Role.TOOL
        || (message.role() == Role.USER && before.role() == Role.USER);
  }

  private static boolean isQuestion(RenderedMessage message) throws IOException {
    for (RenderedPart part : message.parts()) {
      if (message.role() == Role.USER
          && part instanceof RenderedPart.Text text
          && text.place().index() < 0 // a diff has one
          && !RenderedLines.isEmpty(text.text())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Messages that stay together.
   *
   * @param from the first
   * @param to the one after the last
   * @param isQuestion whether the user says something in them
   */
  private record Unit(int from, int to, boolean isQuestion) {}
}
