package dev.attache.resource.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.json.Base64Text;
import dev.attache.resource.json.JsonFault;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.json.WholeCharacters;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock.Kind;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The blocks that a tool printed. One that is not as it must be is left out, and the others are
 * kept (RFD 058, "Malformed content blocks").
 */
final class BlocksJson {

  private static final int MAX_QUESTIONS = 100;
  private static final int MAX_LINK = 64 << 10;

  private final Canonicalizer canonicalizer;
  private final List<String> problems;
  private final Map<String, Integer> questions = new HashMap<>();

  BlocksJson(Canonicalizer canonicalizer, List<String> problems) {
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
      } catch (ResourceException e) {
        problems.add("block " + i + " is left out: " + e.message());
      }
    }
    return blocks;
  }

  private ContentBlock read(JsonNode node, int index) throws ResourceException {
    BlockJsonFields fields = BlockJsonFields.of(node, "");
    String type = fields.requireString("type");
    return switch (type) {
      case "text" -> text(fields, index);
      case "resource" -> resource(fields, index);
      case "question" -> question(fields, index);
      case "resource_link" -> isLong(node) ? other(type, node) : link(fields);
      case "image" -> media(Kind.IMAGE, fields, index);
      case "audio" -> media(Kind.AUDIO, fields, index);
      default -> other(type, node);
    };
  }

  private static OtherBlock other(String type, JsonNode node) {
    return new OtherBlock(type, ResourceContent.text(JsonTree.text(node)));
  }

  /** Whether it is too long to stand in a history itself. */
  private static boolean isLong(JsonNode node) {
    return JsonTree.text(node).length() > MAX_LINK;
  }

  private TextBlock text(BlockJsonFields fields, int index) throws ResourceException {
    String text = fields.requireString("text");
    if (fields.has("_meta")) {
      problems.add("block " + index + ": _meta of a text is not kept");
    }
    return new TextBlock(
        ResourceContent.text(whole(text, index)), fields.string("mimeType"), fields.annotations());
  }

  private QuestionBlock question(BlockJsonFields fields, int index) throws ResourceException {
    var reader = new QuestionJson(fields.requireObject("question"));
    InputRequest question = reader.read();
    Integer before = questions.putIfAbsent(question.id(), index);
    if (before != null) {
      throw BlockJsonFields.problem(
          "/question/id (" + question.id() + ") is that of block " + before + ", too");
    }
    if (questions.size() > MAX_QUESTIONS) {
      throw BlockJsonFields.problem("a response can ask at most " + MAX_QUESTIONS + " questions");
    }
    reader.problems().forEach(problem -> problems.add("block " + index + ": " + problem));
    return new QuestionBlock(question, fields.values("_meta"));
  }

  static LinkBlock link(BlockJsonFields fields) throws ResourceException {
    String uri = fields.requireString("uri");
    ResourceUri parsed;
    try {
      parsed = ResourceUri.of(uri);
    } catch (IllegalArgumentException e) {
      throw fields.problem("uri", "is not an absolute URI: " + e.getMessage());
    }
    return new LinkBlock(
        parsed,
        fields.string("name"),
        fields.string("title"),
        fields.string("description"),
        fields.string("mimeType"),
        fields.size("size"),
        fields.annotations(),
        fields.values("_meta"));
  }

  private MediaBlock media(Kind kind, BlockJsonFields fields, int index) throws ResourceException {
    byte[] bytes = bytes(fields, "data", fields.requireString("data"), index);
    return new MediaBlock(
        kind,
        ResourceContent.blob(bytes),
        fields.string("mimeType"),
        fields.annotations(),
        fields.values("_meta"));
  }

  /**
   * The bytes that a server or a program gives, of which some write Base64 in a way of their own.
   */
  private byte[] bytes(BlockJsonFields fields, String key, String spelled, int index)
      throws ResourceException {
    if (Base64Text.isUrl(spelled)) {
      problems.add("block " + index + ": its " + key + " is a data: URL; what it holds is taken");
    }
    try {
      return Base64Text.decode(spelled);
    } catch (IllegalArgumentException e) {
      throw fields.problem(key, "is not base64: it " + e.getMessage());
    }
  }

  private ResourceBlock resource(BlockJsonFields block, int index) throws ResourceException {
    BlockJsonFields inner = block.requireObject("resource");
    String beside = block.string("formatted");
    String formatted = beside == null ? inner.string("formatted") : beside;
    ObjectNode node = inner.withoutNulls();
    node.put("uri", canonical(inner.requireString("uri"), index).value());
    if (node.path("text").isTextual()) {
      node.put("text", whole(node.path("text").textValue(), index));
    }
    if (node.path("blob").isTextual()) {
      byte[] bytes = bytes(inner, "blob", node.path("blob").textValue(), index);
      node.put("blob", Base64.getEncoder().encodeToString(bytes));
    }
    if (formatted == null) {
      node.remove("formatted");
    } else {
      node.put("formatted", whole(formatted, index));
    }
    return ResourceBlock.of(withBlockFields(resource(inner, node), block));
  }

  private static Resource resource(BlockJsonFields inner, ObjectNode node)
      throws ResourceException {
    try {
      return ResourceJson.read(node);
    } catch (ResourceException e) {
      throw inner.inside(e);
    }
  }

  /** MCP has annotations and {@code _meta} beside the resource; those of the resource go before. */
  private static Resource withBlockFields(Resource resource, BlockJsonFields block)
      throws ResourceException {
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
  private ResourceUri canonical(String uri, int index) throws ResourceException {
    try {
      return canonicalizer.canonicalize(uri);
    } catch (ResourceException e) {
      ResourceUri asItIs = ResourceUri.parse(uri).orElse(null);
      if (asItIs == null) {
        throw BlockJsonFields.problem("/resource/uri: " + e.message());
      }
      if (e.kind() != ResourceException.Kind.UNSUPPORTED_SCHEME) {
        problems.add("block " + index + ": its URI stays as it is: " + JsonFault.cut(e.message()));
      }
      return asItIs;
    }
  }

  /** The text with U+FFFD for each half of a character, which no content can hold. */
  private String whole(String text, int index) {
    String whole = WholeCharacters.of(text);
    if (!whole.equals(text)) {
      problems.add("block " + index + ": halves of characters stand there as \ufffd");
    }
    return whole;
  }
}
