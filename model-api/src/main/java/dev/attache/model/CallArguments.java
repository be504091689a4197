package dev.attache.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import java.util.Map;

/** The arguments of a call, for wires that have them as an object and not as its text. */
public final class CallArguments {

  private static final ObjectMapper EXACT =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private CallArguments() {}

  /**
   * {@return the object that a text is, with its numbers as they are; or, if a model wrote what is
   * none, an object with that text as {@code arguments}, since a wire without room for it would
   * refuse the whole conversation}
   *
   * @param text what the model wrote; blank for none
   */
  public static Object of(String text) {
    try {
      JsonNode node = EXACT.readTree(text);
      if (node instanceof ObjectNode && ResourceJson.readValue(node, "") instanceof Map<?, ?> map) {
        return map;
      }
    } catch (JsonProcessingException | ResourceException e) {
      // it is none
    }
    return text.isBlank() ? Map.of() : Map.of("arguments", text);
  }
}
