package dev.attache.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The texts and images that a model is sent by others than itself, in the words of whichever
 * provider.
 *
 * @param texts the texts, in order
 * @param images the bytes of the images, in order
 */
record SentToModel(List<String> texts, List<byte[]> images) {

  private static final List<String> HISTORIES = List.of("messages", "input", "contents");
  private static final Set<String> TEXTS = Set.of("text", "output", "content");
  private static final Set<String> IMAGES = Set.of("data", "url", "image_url");
  private static final Set<String> OWN_ROLES = Set.of("assistant", "model");
  private static final Set<String> OWN_TYPES = Set.of("function_call", "reasoning");

  /** Everything that a request has. */
  static SentToModel in(JsonNode request) {
    var sent = new SentToModel(new ArrayList<>(), new ArrayList<>());
    for (JsonNode message : messages(request)) {
      if (!isOwn(message)) {
        sent.add(message, "");
      }
    }
    return sent;
  }

  /** The text after the model's last answer. */
  static SentToModel lastIn(JsonNode request) {
    var sent = new SentToModel(new ArrayList<>(), new ArrayList<>());
    for (JsonNode message : messages(request)) {
      if (isOwn(message)) {
        sent.texts.clear();
        sent.images.clear();
      } else {
        sent.add(message, "");
      }
    }
    return sent;
  }

  private static JsonNode messages(JsonNode request) {
    return HISTORIES.stream()
        .map(request::path)
        .filter(JsonNode::isArray)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no request to a model: " + request));
  }

  private static boolean isOwn(JsonNode message) {
    return OWN_ROLES.contains(message.path("role").asText())
        || OWN_TYPES.contains(message.path("type").asText());
  }

  private void add(JsonNode node, String field) {
    if (node.isTextual() && TEXTS.contains(field)) {
      texts.add(node.asText());
    } else if (node.isTextual() && IMAGES.contains(field)) {
      addImage(node.asText());
    } else if (node.isArray()) {
      node.forEach(each -> add(each, field));
    } else {
      node.properties().forEach(each -> add(each.getValue(), each.getKey()));
    }
  }

  private void addImage(String data) {
    try {
      images.add(Base64.getDecoder().decode(data.replaceFirst("^data:[^,]*,", "")));
    } catch (IllegalArgumentException e) {
      texts.add(data); // the address of something
    }
  }

  /** The texts, one below the other. */
  String text() {
    return String.join("\n", texts);
  }
}
