package dev.attache.oracles;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.core.ObjectMappers;
import com.openai.models.responses.ResponseCreateParams;
import dev.attache.model.ModelProvider;
import dev.attache.models.openai.OpenAiResponses;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** The bodies for OpenAI's Responses, which its SDK reads and writes. */
class ResponsesBodyOracleTest extends BodyOracle {

  /** Schemas. */
  static final Set<String> FREE =
      Set.of("FunctionTool.Parameters", "ResponseFormatTextJsonSchemaConfig.Schema");

  @Override
  ModelProvider provider() {
    return new OpenAiResponses();
  }

  @Override
  List<String> models() {
    return List.of("gpt-6-sol", "gpt-4o");
  }

  @Override
  String opaque(String word) {
    return "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\","
        + "\"text\":\""
        + word
        + "\"}],\"encrypted_content\":\"gAAA\"}";
  }

  @Override
  ObjectMapper mapper() {
    return ObjectMappers.jsonMapper();
  }

  @Override
  Object validated(String body) throws IOException {
    return mapper().readValue(body, ResponseCreateParams.Body.class).validate();
  }

  @Override
  String types() {
    return "com.openai.models.";
  }

  @Override
  Set<String> free() {
    return FREE;
  }

  /** The SDK adds it where it streams. */
  @Override
  Set<String> unmodelled() {
    return Set.of("ResponseCreateParams.Body.stream");
  }

  @Override
  List<String> words() {
    return List.of(
        "message",
        "developer",
        "input_text",
        "input_image",
        "image_url",
        "detail",
        "input_file",
        "filename",
        "file_data",
        "function_call",
        "function_call_output",
        "call_id",
        "encrypted_content",
        "reasoning.encrypted_content",
        "strict",
        "json_schema",
        "max_output_tokens");
  }
}
