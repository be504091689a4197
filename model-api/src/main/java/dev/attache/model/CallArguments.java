package dev.attache.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The arguments of a call as they go back: a JSON object, whatever a model wrote. */
public final class CallArguments {

  /** What Anthropic advises for what is no JSON, in "Fine-grained tool streaming". */
  private static final String NONE = "INVALID_JSON";

  /** Deeper ones are refused by servers that hold them as protocol buffers. */
  private static final int DEEPEST = 64;

  private static final JsonFactory JSON = new JsonFactory();

  private static final ObjectMapper EXACT =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private CallArguments() {}

  /**
   * {@return the text of an object as it is, {@code {}} for a blank one, and {@code
   * {"INVALID_JSON": "…"}} for what is none, so that the model sees what it wrote beside the error}
   * A provider that reads arguments would refuse the whole conversation.
   *
   * @param written what the model wrote; blank for none
   */
  public static String text(String written) {
    if (written.isBlank()) {
      return "{}";
    }
    return isObject(written)
        ? written
        : ResourceJson.text(Map.of(NONE, RenderedText.wellFormed(written)));
  }

  /**
   * {@return the same as an object, with its numbers as they are, for wires that have no text}
   *
   * @param written what the model wrote; blank for none
   */
  public static Object of(String written) {
    try {
      JsonNode node = EXACT.readTree(text(written));
      if (ResourceJson.readValue(node, "") instanceof Map<?, ?> map) {
        return map;
      }
    } catch (JsonProcessingException | ResourceException e) {
      // a number or a text that is too long
    }
    return Map.of(NONE, written);
  }

  /**
   * {@return the object inside a JSON string, which some models write; anything else unchanged}
   *
   * @param written the arguments as the model wrote them
   */
  public static String decoded(String written) {
    if (!written.stripLeading().startsWith("\"")) {
      return written;
    }
    try {
      JsonNode node = EXACT.readTree(written);
      return node.isTextual() && isObject(node.textValue()) ? node.textValue() : written;
    } catch (JsonProcessingException e) {
      return written;
    }
  }

  /**
   * Tests whether all servers can read a value: some refuse half a character, and some a number
   * that does not fit a double.
   */
  private static boolean isTaken(JsonToken token, JsonParser in) throws IOException {
    if (token.isNumeric()) {
      return Double.isFinite(Double.parseDouble(in.getText()));
    }
    boolean isText = token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING;
    return !isText || RenderedText.wellFormed(in.getText()).equals(in.getText());
  }

  private static boolean isObject(String text) {
    try (JsonParser in = JSON.createParser(text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      int depth = 1;
      while (depth > 0 && depth <= DEEPEST) {
        JsonToken token = in.nextToken();
        if (token == null) {
          return false;
        }
        in.finishToken();
        if (!isTaken(token, in)) {
          return false;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
      return depth == 0 && in.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
  }
}
