package dev.attache.history.answer;

import dev.attache.model.CallArguments;
import java.util.Map;

/** A piece of an answer of a model, in the order in which the model gave it. Immutable. */
public sealed interface AnswerItem {

  /**
   * A text.
   *
   * @param text what the model wrote, never empty
   */
  record Text(String text) implements AnswerItem {}

  /**
   * A call of a tool.
   *
   * @param id the call, by a name that no other call of the turn has
   * @param name the tool
   * @param arguments what the model wrote, as a rule the text of a JSON object
   */
  record Call(String id, String name, String arguments) implements AnswerItem {

    /**
     * {@return the arguments as an object; what is none is an object with the text as {@code
     * arguments}}
     */
    @SuppressWarnings("unchecked") // the keys of a JSON object are strings
    public Map<String, Object> values() {
      return (Map<String, Object>) CallArguments.of(arguments);
    }
  }

  /**
   * A piece that only its provider understands, such as a signed thought, and wants back byte for
   * byte.
   *
   * @param raw the text of a JSON object
   */
  record Opaque(String raw) implements AnswerItem {}
}
