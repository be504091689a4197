package dev.attache.oracles;

import com.anthropic.core.ObjectMappers;
import com.anthropic.models.messages.MessageCreateParams;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.models.anthropic.AnthropicProvider;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The bodies for Anthropic, which its SDK reads and writes. */
class AnthropicBodyOracleTest extends BodyOracle {

  /** Schemas, and the input of calls. */
  static final Set<String> FREE =
      Set.of("JsonOutputFormat.Schema", "Tool.InputSchema", "ToolUseBlockParam.Input");

  @Override
  ModelProvider provider() {
    return new AnthropicProvider();
  }

  @Override
  List<String> models() {
    return List.of("claude-opus-5-5", "claude-opus-4", "claude-3-5-haiku-latest");
  }

  /** The marks of one say how long they last. */
  @Override
  ModelProfile profile(String model) {
    ModelProfiles profiles = provider().profiles();
    return (model.equals("claude-opus-4")
            ? profiles.with(Map.of("cache", Map.of("ttl", "PT1H")))
            : profiles)
        .of(model);
  }

  @Override
  String opaque(String word) {
    return switch (word.length() % 3) {
      case 0 -> "{\"type\":\"redacted_thinking\",\"data\":\"" + word + "\"}";
      default -> "{\"type\":\"thinking\",\"thinking\":\"" + word + "\",\"signature\":\"c2lnbmVk\"}";
    };
  }

  @Override
  ObjectMapper mapper() {
    return ObjectMappers.jsonMapper();
  }

  @Override
  Object validated(String body) throws IOException {
    return mapper().readValue(body, MessageCreateParams.Body.class).validate();
  }

  @Override
  String types() {
    return "com.anthropic.models.";
  }

  @Override
  Set<String> free() {
    return FREE;
  }

  /** The SDK adds it where it streams. */
  @Override
  Set<String> unmodelled() {
    return Set.of("MessageCreateParams.Body.stream");
  }

  @Override
  List<String> words() {
    return List.of(
        "text/plain",
        "image/png",
        "application/pdf",
        "base64",
        "media_type",
        "title",
        "context",
        "tool_use_id",
        "is_error",
        "signature",
        "input_schema",
        "strict",
        "cache_control",
        "ephemeral",
        "ttl",
        "1h",
        "json_schema",
        "max_tokens");
  }
}
