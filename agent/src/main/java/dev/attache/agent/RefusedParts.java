package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.model.RequestBody.Placed;
import dev.attache.model.Rung;
import dev.attache.resource.ContentDigest;
import dev.attache.support.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that its provider refuses, by what the provider says of it: by a path into
 * the body, or by the word for what there is only one of.
 *
 * <p>Where a path leads, the body says itself: the block there has the bytes of a part, or its
 * text. So renderers need not know of it. A message that can mean something else finds nothing.
 */
final class RefusedParts {

  /** {@code messages.0.content.1.image.source}, {@code input[2].output[0]}. */
  private static final Pattern PATH =
      Pattern.compile("\\b(?:messages|input|contents)(?:\\.\\d+|\\[\\d+])(?:\\.\\w+|\\[\\d+])*");

  private static final Pattern STEP = Pattern.compile("\\w+");

  private static final Map<String, Rung.As> WORDS =
      Map.of(
          "image", Rung.As.IMAGE,
          "picture", Rung.As.IMAGE,
          "document", Rung.As.DOCUMENT,
          "pdf", Rung.As.DOCUMENT,
          "audio", Rung.As.AUDIO);

  private static final Pattern WORD =
      Pattern.compile("\\b(image|picture|document|pdf|audio)s?\\b", Pattern.CASE_INSENSITIVE);

  private final RequestBody body;
  private final boolean hasDots;

  /**
   * @param wire the form of the body; those of Chat name places with brackets, and a path with dots
   *     is one into what a server behind theirs was sent
   */
  RefusedParts(RequestBody body, String wire) {
    this.body = body;
    this.hasDots = !wire.endsWith("-chat");
  }

  /**
   * Returns the parts, which all have one content; none if the message names none.
   *
   * @param message what the provider says
   */
  List<Deliverable> named(String message) throws IOException {
    Matcher path = PATH.matcher(message);
    while (path.find()) {
      if (hasDots || path.group().indexOf('[') >= 0) {
        return at(path.group());
      }
    }
    return ofKind(message);
  }

  private List<Deliverable> at(String path) throws IOException {
    var json = new ByteArrayOutputStream();
    body.writeTo(json);
    Set<ContentDigest> contents = new HashSet<>();
    addContents(element(PlainJson.read(json.toByteArray(), 0, json.size()), path), false, contents);
    var parts = new ArrayList<Deliverable>();
    for (Placed each : body.placed()) {
      if (stands(each, contents)) {
        parts.add(each.part());
      }
    }
    return parts;
  }

  /**
   * Returns the innermost element of a list that a path leads into; null if that is a whole
   * message, of which something else may be wrong. A step that is not there is a word of the
   * provider for what the next one is in.
   */
  private static @Nullable Object element(@Nullable Object root, String path) {
    Object at = root;
    Object element = null;
    int elements = 0;
    Matcher step = STEP.matcher(path);
    while (step.find()) {
      String name = step.group();
      if (at instanceof List<?> list) {
        int index = index(name);
        if (index < 0 || index >= list.size()) {
          break;
        }
        at = list.get(index);
        element = at;
        elements++;
      } else if (at instanceof Map<?, ?> object) {
        Object next = field(object, name);
        at = next == null ? at : next;
      }
    }
    return elements < 2 ? null : element;
  }

  private static int index(String name) {
    return name.matches("\\d{1,9}") ? Integer.parseInt(name) : -1;
  }

  /** Gemini names fields as its protocol buffers do: {@code inline_data} is our inlineData. */
  private static @Nullable Object field(Map<?, ?> object, String name) {
    for (Map.Entry<?, ?> each : object.entrySet()) {
      if (name.replace("_", "").equalsIgnoreCase(String.valueOf(each.getKey()).replace("_", ""))) {
        return each.getValue();
      }
    }
    return null;
  }

  /** Adds what the strings of an element are; those of other elements within it only as sources. */
  private static void addContents(@Nullable Object value, boolean isSource, Set<ContentDigest> to) {
    if (value instanceof Map<?, ?> object) {
      object.forEach((name, inner) -> addContents(inner, isSource || "source".equals(name), to));
    } else if (value instanceof List<?> list && isSource) {
      list.forEach(inner -> addContents(inner, true, to));
    } else if (value instanceof String text) {
      to.add(ContentDigest.sha256(text.getBytes(UTF_8)));
      try {
        String data = text.startsWith("data:") ? text.substring(text.indexOf(',') + 1) : text;
        to.add(ContentDigest.sha256(Base64.getDecoder().decode(data)));
      } catch (IllegalArgumentException e) {
        return; // a text, then
      }
    }
  }

  private static boolean stands(Placed each, Set<ContentDigest> contents) throws IOException {
    Deliverable part = each.part();
    if (each.rung().isBlock()) {
      return contents.contains(each.rung().bytes().digest());
    } else if (each.rung().as() != Rung.As.TEXT) {
      return false;
    }
    RenderedText formatted = part.formatted();
    return contents.contains(part.content().digest())
        || contents.contains(digest(part.shown()))
        || (formatted != null && contents.contains(digest(formatted)));
  }

  private static ContentDigest digest(RenderedText text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    text.writeTo(bytes);
    return ContentDigest.sha256(bytes.toByteArray());
  }

  /** Returns the only image of a request if an image is refused, and so on. */
  private List<Deliverable> ofKind(String message) {
    Set<Rung.As> kinds = new HashSet<>();
    Matcher word = WORD.matcher(message);
    while (word.find()) {
      kinds.add(WORDS.get(word.group(1).toLowerCase(Locale.ROOT)));
    }
    var parts = new ArrayList<Deliverable>();
    Set<ContentDigest> contents = new HashSet<>();
    for (Placed each : body.placed()) {
      if (each.rung().isBlock() && kinds.contains(each.rung().as())) {
        parts.add(each.part());
        contents.add(each.part().content().digest());
      }
    }
    return contents.size() == 1 ? parts : List.of();
  }
}
