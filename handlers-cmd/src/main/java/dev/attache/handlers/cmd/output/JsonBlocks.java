package dev.attache.handlers.cmd.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of a tool's response (RFD 058). */
final class JsonBlocks {

  private static final int MAX_NOTE = 300;
  private static final int MAX_TYPE = 40;

  private final ResourceUri asked;
  private final JsonNode response;
  private final List<String> texts = new ArrayList<>();

  JsonBlocks(ResourceUri asked, JsonNode response) {
    this.asked = asked;
    this.response = response;
  }

  /** How many blocks of a type there are. */
  int count(String type) {
    int count = 0;
    for (JsonNode block : response.path("content")) {
      count += type.equals(block.path("type").textValue()) ? 1 : 0;
    }
    return count;
  }

  /**
   * Requires that the response is the last one: a program is run once, and nobody answers it.
   *
   * @throws ResourceException if it asks something, or says that it goes on
   */
  void requireLast() throws ResourceException {
    for (JsonNode block : response.path("content")) {
      if ("question".equals(block.path("type").textValue())) {
        String question = block.path("question").path("text").asText();
        String words = OneLine.words(question, MAX_NOTE);
        throw ResourceException.of(
            Kind.FAILED,
            asked.value(),
            "asks a question, which cannot be answered here: "
                + (words.isEmpty() ? "it has no text at /question/text" : words));
      }
    }
    String status = response.path("_meta").path("computer.jp/status").asText("stopped");
    if (!status.equals("stopped")) {
      throw ResourceException.of(
          Kind.FAILED,
          asked.value(),
          "printed a response that is not its last: /_meta/computer.jp~1status must be"
              + " \"stopped\", or missing");
    }
  }

  /**
   * Returns the resource of a block, with what stands beside it in the block; null if it is a text,
   * which is then among those of {@link #text}.
   */
  @Nullable JsonNode resource(JsonNode block, String pointer) throws ResourceException {
    String type = block.path("type").asText("");
    JsonNode text = block.path("text");
    if (type.equals("text")) {
      if (!text.isTextual()) {
        throw JsonEntry.problem(asked, pointer + "/text", "must be a string");
      }
      texts.add(text.textValue());
      return null;
    }
    if (!type.equals("resource")) {
      throw JsonEntry.problem(
          asked,
          pointer + "/type",
          "must be \"text\" or \"resource\""
              + (type.isEmpty() ? "" : ", and is \"" + OneLine.words(type, MAX_TYPE) + "\""));
    }
    if (!(block.path("resource") instanceof ObjectNode inner)) {
      throw JsonEntry.problem(asked, pointer + "/resource", "must be an object");
    }
    ObjectNode resource = inner.deepCopy();
    for (String field : List.of("formatted", "annotations")) {
      JsonNode beside = block.path(field);
      boolean counts = field.equals("formatted") || !inner.hasNonNull(field);
      if (counts && !beside.isMissingNode() && !beside.isNull()) {
        resource.set(field, beside);
      }
    }
    return resource;
  }

  /** All texts, with an empty line between two. */
  String text() {
    return String.join("\n\n", texts);
  }

  /** What to say of a text that is no resource of its own. */
  static String note(String text) {
    return "the program adds: " + OneLine.words(text, MAX_NOTE);
  }
}
