package dev.attache.langchain4j;

import dev.attache.agent.LoopTool;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one of our tools, on its way through LangChain4j to the memory that records it.
 * Immutable.
 *
 * @param answered what the tool answers
 * @param text the same as the text that LangChain4j is given
 */
record ToolAnswer(LoopTool.Answered answered, String text) {

  private static final String KEY = "dev.attache.answer";

  /** The attributes of a result that has it. */
  Map<String, Object> attributes() {
    return Map.of(KEY, this);
  }

  /** Returns the answer that a result has; null if it is of another tool, or was changed since. */
  static @Nullable ToolAnswer of(ToolExecutionResultMessage result) {
    return result.attributes().get(KEY) instanceof ToolAnswer answer
            && result.hasSingleText()
            && result.text().equals(answer.text())
        ? answer
        : null;
  }
}
