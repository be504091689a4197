package dev.attache.resource.testkit.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The body of a request as it was written, read again. Immutable. */
final class WrittenBody {

  /** Parsers give up at some depth, the strictest of them at 64 or so. */
  private static final int MOST_DEPTH = 50;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final JsonNode root;
  private final List<String> strings = new ArrayList<>();
  private int marks;

  private WrittenBody(JsonNode root) {
    this.root = root;
    gather(root);
  }

  /**
   * Reads a body.
   *
   * @param markFields the fields that are marks, which are counted and taken out
   */
  static WrittenBody of(byte[] bytes, Set<String> markFields) throws IOException {
    var body = new WrittenBody(JSON.readTree(bytes));
    body.takeOut(body.root, markFields);
    return body;
  }

  /** Returns what a parser may not take; empty if there is nothing. */
  static String problem(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      if (bytes.length == 0 || bytes[0] != '{' || bytes[bytes.length - 1] != '}') {
        return "it does not begin and end with a bracket";
      }
      int depth = depth(bytes);
      for (String string : new WrittenBody(STRICT.readTree(bytes)).strings) {
        if (!UTF_8.newEncoder().canEncode(string)) {
          return "an unpaired surrogate in: " + string;
        }
      }
      return depth > MOST_DEPTH ? "it is nested " + depth + " levels deep" : "";
    } catch (CharacterCodingException e) {
      return "it is not UTF-8: " + e.getMessage();
    } catch (JsonProcessingException e) {
      return "it is not JSON: " + e.getOriginalMessage() + "\n" + new String(bytes, UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  private static int depth(byte[] bytes) throws IOException {
    int deepest = 0;
    int depth = 0;
    try (JsonParser parser = JSON.createParser(bytes)) {
      for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        deepest = Math.max(deepest, depth);
      }
    }
    return deepest;
  }

  JsonNode root() {
    return root;
  }

  /** The body without its marks. */
  JsonNode withoutMarks() {
    return root;
  }

  int marks() {
    return marks;
  }

  /** Whether a string in it, or the name of a field, has this text. */
  boolean has(String text) {
    return strings.stream().anyMatch(each -> each.contains(text));
  }

  private void gather(JsonNode node) {
    if (node.isTextual()) {
      strings.add(node.textValue());
    } else if (node.isObject()) {
      node.fieldNames().forEachRemaining(strings::add);
    }
    node.forEach(this::gather);
  }

  private void takeOut(JsonNode node, Set<String> fields) {
    if (node instanceof ObjectNode object) {
      for (String field : fields) {
        marks += object.remove(field) == null ? 0 : 1;
      }
    }
    node.forEach(each -> takeOut(each, fields));
  }
}
