package dev.attache.resource.tool;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.WholeCharacters;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a tool whose output is a result for people. The bytes of an image are a block of
 * their own, and are neither in the text for models nor in what is kept to show it.
 */
final class ResultResponse {

  private static final String IMAGE = "image";
  private static final String BYTES = "base64";

  /** The kinds whose content is a text, and the field of their data that holds it. */
  private static final Map<String, String> CONTENT =
      Map.of("text", "content", "file_content", "content", "diff", "modified");

  private ResultResponse() {}

  static ToolResponse of(SemanticResult result) {
    byte[] image = image(result);
    SemanticResult rest = image == null ? result : withoutBytes(result);
    var blocks = new ArrayList<ContentBlock>();
    blocks.add(TextBlock.of(rest.forModel()));
    if (image != null && !result.isHidden()) {
      blocks.add(
          new MediaBlock(
              MediaBlock.Kind.IMAGE,
              ResourceContent.blob(image),
              result.mimeType(),
              null,
              Map.of()));
    }
    Map<String, Object> view = rest.toMap();
    boolean isKept = ResourceJson.text(view).length() <= SemanticResult.MAX_VIEW;
    return new ToolResponse(
        List.copyOf(blocks), false, isKept ? Map.of(SemanticResult.VIEW, view) : Map.of());
  }

  /** The bytes of an image; null if it is none, or has none that can be read. */
  private static byte @Nullable [] image(SemanticResult result) {
    if (!result.kind().equals(IMAGE)
        || !(result.data() instanceof Map<?, ?> data)
        || !(data.get(BYTES) instanceof String base64)) {
      return null;
    }
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64); // which leaves out what is no base64
      return bytes.length == 0 ? null : bytes;
    } catch (IllegalArgumentException e) {
      return null; // it stays in the text as it is
    }
  }

  private static SemanticResult withoutBytes(SemanticResult result) {
    var data = new LinkedHashMap<Object, Object>((Map<?, ?>) result.data());
    data.remove(BYTES);
    return new SemanticResult(
        result.kind(), data, result.summary(), result.mimeType(), result.display());
  }

  /** The one text that a model is given. */
  static String text(SemanticResult result) {
    return WholeCharacters.of(said(result));
  }

  private static String said(SemanticResult result) {
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
