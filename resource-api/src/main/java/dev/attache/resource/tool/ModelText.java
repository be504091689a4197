package dev.attache.resource.tool;

import dev.attache.resource.ResourceJson;
import java.util.Map;

/** The one text that a model is given of a result for people. */
final class ModelText {

  /** The kinds whose content is a text, and the field of their data that holds it. */
  private static final Map<String, String> CONTENT =
      Map.of("text", "content", "file_content", "content", "diff", "modified");

  private ModelText() {}

  static String of(SemanticResult result) {
    String summary = result.summary();
    boolean isWhole = result.isHidden() || (summary != null && result.data() == null);
    if (isWhole) {
      return summary == null ? "" : summary;
    }
    String content = content(result);
    return summary == null ? content : summary + "\n\n" + content;
  }

  private static String content(SemanticResult result) {
    String field = CONTENT.get(result.kind());
    if (field != null) {
      Object data = result.data();
      Object content = data instanceof Map<?, ?> map ? map.get(field) : data;
      if (content instanceof String text) {
        return text;
      }
    }
    return ResourceJson.text(result.data());
  }
}
