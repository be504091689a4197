package dev.attache.mcp;

import dev.attache.resource.tool.InputRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who answers what servers ask the user on the way to an answer (MCP, "Elicitation"),
 * whichever era they are of. Thread-safe; of one server it is asked one form at a time, and the
 * time that it takes is not counted to what the server was asked.
 */
@FunctionalInterface
public interface Elicitation {

  /** Nobody, in whose place a form is accepted as it proposes itself, if that is enough. */
  Elicitation DEFAULTS = Form::proposal;

  /**
   * Answers a form.
   *
   * @param form what the server asks, all at once
   * @return what the user says to it
   * @throws InterruptedException if the thread was interrupted, for the server does not wait any
   *     more; the form is cancelled then
   */
  Reply answer(Form form) throws InterruptedException;

  /**
   * {@return whether it shows people where a server wants them to go, and asks whether they will}
   * Servers are told, and else send none of these.
   */
  default boolean showsUrls() {
    return false;
  }

  /**
   * What a server asks at once.
   *
   * @param server the alias of the server
   * @param message what it says to it, on one line; empty if nothing
   * @param fields what it wants to know, what it needs before the rest; empty if only whether the
   *     user agrees
   * @param url where it wants the user to go, {@code http} or {@code https}; to accept says that
   *     the user will. Nothing is opened for it; null if it asks for no such thing
   */
  record Form(String server, String message, List<Field> fields, @Nullable String url) {

    /**
     * Takes a copy of the list.
     *
     * @param server the alias of the server
     * @param message what the server says to it, on one line; empty if nothing
     * @param fields what it wants to know; empty if only whether the user agrees
     * @param url where it wants the user to go; null if nowhere
     */
    public Form {
      fields = List.copyOf(fields);
    }

    /**
     * {@return the acceptance of what the form proposes, or a refusal if that leaves out what it
     * needs}
     */
    public Reply proposal() {
      var values = new LinkedHashMap<String, @Nullable Object>();
      for (Field field : fields) {
        if (field.question().hasDefault()) {
          values.put(field.question().id(), field.question().value());
        }
      }
      return url == null && isEnough(values) ? Reply.accept(values) : Reply.decline();
    }

    /**
     * {@return whether all is there that the server needs}
     *
     * @param values the answers by the names of the fields, checked by nobody yet
     */
    public boolean isEnough(Map<String, ? extends @Nullable Object> values) {
      return fields.stream()
          .allMatch(field -> !field.isRequired() || values.containsKey(field.question().id()));
    }
  }

  /**
   * One thing that a form asks for.
   *
   * @param question by its name in the form; the schema is that of a text, a number, a yes or no,
   *     or a choice
   * @param isRequired whether a form without it is not accepted
   * @param isSecret whether it looks like a password, which forms must not ask for
   */
  record Field(InputRequest question, boolean isRequired, boolean isSecret) {}

  /**
   * What the user says to a form.
   *
   * @param values the answers by the names of the fields; empty unless it is accepted
   */
  record Reply(Action action, Map<String, @Nullable Object> values) {

    /**
     * Takes a copy of the answers, in their order.
     *
     * @param action what is done with the form
     * @param values the answers by the names of the fields; empty unless it is accepted
     */
    public Reply {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * {@return the acceptance of a form, with these answers}
     *
     * @param values the answers by the names of the fields, null for JSON's null; those to all
     *     fields that are required
     */
    public static Reply accept(Map<String, ? extends @Nullable Object> values) {
      return new Reply(Action.ACCEPT, new LinkedHashMap<>(values));
    }

    /** {@return the word of a user who says no} */
    public static Reply decline() {
      return new Reply(Action.DECLINE, Map.of());
    }

    /** {@return the word of a user who says neither yes nor no} */
    public static Reply cancel() {
      return new Reply(Action.CANCEL, Map.of());
    }
  }

  /** What is done with a form. */
  enum Action {
    /** The answers are sent. */
    ACCEPT("accept"),
    /** The user does not want to answer; nothing is sent. */
    DECLINE("decline"),
    /** The user has closed the form without a decision; nothing is sent. */
    CANCEL("cancel");

    private final String word;

    Action(String word) {
      this.word = word;
    }

    /** The word for it in MCP. */
    @Override
    public String toString() {
      return word;
    }
  }
}
