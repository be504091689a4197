package dev.attache.oracles;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.core.ObjectMappers;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What is true of the bodies of each kind of Chat Completions. */
abstract class ChatBodyOracle extends BodyOracle {

  /** The models of others have no names that the SDK knows. */
  @Override
  String written(String model) {
    return "gpt-6-sol";
  }

  @Override
  ObjectMapper mapper() {
    return ObjectMappers.jsonMapper();
  }

  @Override
  Object validated(String body) throws IOException {
    return mapper().readValue(body, ChatCompletionCreateParams.Body.class).validate();
  }

  @Override
  String types() {
    return "com.openai.models.";
  }

  @Override
  Set<String> free() {
    return Set.of("FunctionParameters", "ResponseFormatJsonSchema.JsonSchema.Schema");
  }

  /** The SDK adds it where it streams. */
  @Override
  Set<String> unmodelled() {
    return Set.of("ChatCompletionCreateParams.Body.stream");
  }

  @Override
  List<String> words() {
    return List.of(
        "text", "image_url", "tool_calls", "tool_call_id", "function", "parameters", "json_schema");
  }
}
