package dev.attache.history.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.history.ContentBlock;
import dev.attache.history.ContentBlock.OtherBlock;
import dev.attache.history.ContentBlock.ResourceBlock;
import dev.attache.history.ContentBlock.TextBlock;
import dev.attache.history.StoreException;
import dev.attache.history.json.ToolResponseJson.Canonicalizer;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The blocks that a tool printed. One that is not as it must be is left out, and the others are
 * kept (RFD 058, "Malformed content blocks").
 */
final class ToolBlocks {

  private final Canonicalizer canonicalizer;
  private final List<String> problems;

  ToolBlocks(Canonicalizer canonicalizer, List<String> problems) {
    this.canonicalizer = canonicalizer;
    this.problems = problems;
  }

  List<ContentBlock> read(JsonNode content) {
    if (content.isTextual()) {
      var all = new ArrayList<ContentBlock>(1);
      all.add(TextBlock.of(whole(content.textValue(), 0)));
      return all;
    }
    var blocks = new ArrayList<ContentBlock>(content.size());
    for (int i = 0; i < content.size(); i++) {
      try {
        blocks.add(read(content.get(i), i));
      } catch (StoreException e) {
        problems.add("block " + i + " is left out: " + e.message());
      }
    }
    return blocks;
  }

  private ContentBlock read(JsonNode node, int index) throws StoreException {
    if (!node.isObject()) {
      throw problem("it must be an object");
    }
    JsonFields fields = JsonFields.of(node, "");
    String type = fields.requireString("type");
    return switch (type) {
      case "text" -> text(fields, index);
      case "resource" -> resource(fields, index);
      default -> new OtherBlock(type, ResourceContent.text(JsonTree.text(node)));
    };
  }

  private TextBlock text(JsonFields fields, int index) throws StoreException {
    String text = fields.requireString("text");
    if (fields.has("_meta")) {
      problems.add("block " + index + ": _meta of a text is not kept");
    }
    return new TextBlock(
        ResourceContent.text(whole(text, index)), fields.string("mimeType"), fields.annotations());
  }

  private ResourceBlock resource(JsonFields block, int index) throws StoreException {
    JsonFields inner = block.requireObject("resource");
    String beside = block.string("formatted");
    String formatted = beside == null ? inner.string("formatted") : beside;
    ObjectNode node = inner.withoutNulls();
    node.put("uri", canonical(inner.requireString("uri"), index).value());
    if (node.path("text").isTextual()) {
      node.put("text", whole(node.path("text").textValue(), index));
    }
    if (formatted == null) {
      node.remove("formatted");
    } else {
      node.put("formatted", whole(formatted, index));
    }
    return ResourceBlock.of(withBlockFields(resource(node), block));
  }

  private static Resource resource(ObjectNode node) throws StoreException {
    try {
      return ResourceJson.read(node);
    } catch (ResourceException e) {
      throw JsonFields.problem("/resource", e);
    }
  }

  /** MCP has annotations and {@code _meta} beside the resource; those of the resource go before. */
  private static Resource withBlockFields(Resource resource, JsonFields block)
      throws StoreException {
    Resource.Builder builder = resource.toBuilder();
    if (resource.annotations() == null) {
      builder.annotations(block.annotations());
    }
    for (Map.Entry<String, Object> entry : block.values("_meta").entrySet()) {
      if (!resource.meta().containsKey(entry.getKey())) {
        builder.meta(entry.getKey(), entry.getValue());
      }
    }
    return builder.build();
  }

  /** The canonical URI, or the URI as it is where its handler cannot tell. */
  private ResourceUri canonical(String uri, int index) throws StoreException {
    try {
      return canonicalizer.canonicalize(uri);
    } catch (ResourceException e) {
      ResourceUri asItIs = ResourceUri.parse(uri).orElse(null);
      if (asItIs == null) {
        throw problem("/resource/uri: " + Sanitizer.sanitizeLine(e.message()));
      }
      if (e.kind() != ResourceException.Kind.UNSUPPORTED_SCHEME) {
        problems.add(
            "block " + index + ": its URI stays as it is: " + Sanitizer.sanitizeLine(e.message()));
      }
      return asItIs;
    }
  }

  /** The text with U+FFFD for each half of a character, which no content can hold. */
  private String whole(String text, int index) {
    StringBuilder whole = null;
    for (int i = 0; i < text.length(); i++) {
      if (isHalf(text, i)) {
        whole = whole == null ? new StringBuilder(text) : whole;
        whole.setCharAt(i, '\ufffd');
      }
    }
    if (whole == null) {
      return text;
    }
    problems.add("block " + index + ": halves of characters stand there as \ufffd");
    return whole.toString();
  }

  private static boolean isHalf(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private static StoreException problem(String message) {
    return StoreException.of(StoreException.Kind.CORRUPT, message);
  }
}
