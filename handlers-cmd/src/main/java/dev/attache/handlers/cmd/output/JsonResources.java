package dev.attache.handlers.cmd.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resources in the JSON that a program printed, in its order. One that is not as it must be is
 * a failure beside the others.
 */
public final class JsonResources {

  private final ResourceUri asked;
  private final JsonEntry entries;
  private final HandlerContext context;
  private final List<Resource> resources = new ArrayList<>();
  private final Map<ResourceUri, String> places = new HashMap<>();
  private final List<ResourceException> problems = new ArrayList<>();

  /**
   * @param schemes those whose URIs have a canonical form that is known
   * @param mimeType the type of what names none, or null
   */
  public JsonResources(
      ResourceUri asked, Set<String> schemes, @Nullable String mimeType, HandlerContext context) {
    this.asked = asked;
    this.entries = new JsonEntry(asked, schemes, mimeType, context);
    this.context = context;
  }

  /**
   * Returns the resources.
   *
   * @throws ResourceException if there is none: what is wrong with the first
   */
  public List<Resource> read(JsonOutput output) throws ResourceException {
    JsonNode root = output.root();
    switch (output.form()) {
      case CONTENTS -> readAll(root.path("contents"), "/contents");
      case RESOURCES -> readAll(root, "");
      case RESOURCE -> add(root, "", true);
      case RESPONSE -> readBlocks(root);
      case RESULT -> readResult(JsonForm.result(root));
    }
    if (resources.isEmpty()) {
      throw problems.isEmpty()
          ? ResourceException.of(Kind.NOT_FOUND, asked.value(), "printed JSON without a resource")
          : problems.get(0);
    }
    problems.forEach(context::fail);
    return List.copyOf(resources);
  }

  private void readAll(JsonNode array, String pointer) throws ResourceException {
    for (int i = 0; i < array.size(); i++) {
      add(array.get(i), pointer + "/" + i, array.size() == 1);
    }
  }

  private void readBlocks(JsonNode response) throws ResourceException {
    JsonNode content = response.path("content");
    var blocks = new JsonBlocks(asked, response);
    blocks.requireLast();
    int resourceBlocks = blocks.count("resource");
    int placeOfText = -1;
    for (int i = 0; i < content.size(); i++) {
      String pointer = "/content/" + i;
      try {
        JsonNode resource = blocks.resource(content.get(i), pointer);
        if (resource != null) {
          add(resource, pointer + "/resource", resourceBlocks == 1);
        } else if (placeOfText < 0) {
          placeOfText = resources.size();
        }
      } catch (ResourceException e) {
        keep(e);
      }
    }
    if (placeOfText >= 0) {
      addText(blocks.text(), placeOfText);
    }
  }

  /** A result for people is what it is for models; the bytes of an image are the image. */
  private void readResult(SemanticResult.Reading reading) throws ResourceException {
    reading.problems().forEach(problem -> context.note(asked, problem));
    ToolResponse response = Objects.requireNonNull(reading.result()).toResponse();
    MediaBlock image = null;
    String text = "";
    for (ContentBlock block : response.content()) {
      if (block instanceof MediaBlock media) {
        image = media;
      } else if (block instanceof TextBlock said && said.text() instanceof Text value) {
        text = value.value();
      }
    }
    if (image == null) {
      resources.add(entries.ofText(text, response.meta()));
    } else {
      resources.add(entries.ofImage(image, response.meta()));
      context.note(asked, JsonBlocks.note(text));
    }
  }

  /** All texts together are what the URI names, unless one of the resources is that. */
  private void addText(String text, int place) throws ResourceException {
    if (places.containsKey(asked)) {
      context.note(asked, JsonBlocks.note(text));
      return;
    }
    try {
      resources.add(place, entries.ofText(text, Map.of()));
    } catch (ResourceException e) {
      keep(e);
    }
  }

  private void add(JsonNode node, String pointer, boolean isOnly) throws ResourceException {
    try {
      Resource resource = entries.read(node, pointer, isOnly);
      String other = places.putIfAbsent(resource.uri(), pointer);
      if (other != null) {
        throw JsonEntry.problem(asked, pointer + "/uri", "must not be that of " + other + " again");
      }
      resources.add(resource);
    } catch (ResourceException e) {
      keep(e);
    }
  }

  /** Keeps what is wrong with one; when the time is up, it is for all. */
  private void keep(ResourceException problem) throws ResourceException {
    if (problem.kind() == Kind.TIMEOUT) {
      throw problem;
    }
    problems.add(problem);
  }
}
