package dev.attache.core.tool;

import dev.attache.resource.tool.InputRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The check of values against JSON Schemas, for which an application brings a library. Thread-safe.
 */
@FunctionalInterface
public interface SchemaRule {

  /**
   * {@return what is wrong with a value, a phrase each: {@code must be one of main, develop}, or
   * with a pointer before it, {@code /name is missing}; empty if nothing is}
   *
   * @param schema a JSON Schema as JSON values
   * @param value a JSON value; null for JSON's null
   */
  List<String> problems(Map<String, Object> schema, @Nullable Object value);

  /**
   * {@return a question as it may be asked: without its default if the schema does not allow that}
   *
   * @param question the question as the tool asks it
   * @param notes told of a default that is ignored
   */
  default InputRequest sound(InputRequest question, Consumer<String> notes) {
    List<String> problems =
        question.hasDefault() ? problems(question.schema(), question.value()) : List.of();
    if (problems.isEmpty()) {
      return question;
    }
    notes.accept(
        "the default of the question "
            + question.id()
            + " is ignored: it "
            + String.join("; ", problems));
    return question.withoutDefault();
  }
}
