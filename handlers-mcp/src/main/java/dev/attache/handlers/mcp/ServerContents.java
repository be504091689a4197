package dev.attache.handlers.mcp;

import dev.attache.mcp.ServerText;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code resources/read} as resources: each entry of {@code contents} is one, in the
 * order of the server. What is wrong with one of them is that one's failure.
 */
final class ServerContents {

  /** How many entries are read; no server that means well gives as many for one URI. */
  static final int MOST = 10_000;

  private final ResourceUri candidate;
  private final McpAddress address;
  private final Function<String, @Nullable ListEntry> list;
  private final HandlerContext context;
  private final List<Resource> resources = new ArrayList<>();
  private final List<ResourceException> failures = new ArrayList<>();
  private final Set<ResourceKey> keys = new HashSet<>();

  /**
   * @param candidate the address as it was asked for
   * @param list what the server lists about a URI, if that is known or soon can be
   */
  ServerContents(
      ResourceUri candidate,
      McpAddress address,
      Function<String, @Nullable ListEntry> list,
      HandlerContext context) {
    this.candidate = candidate;
    this.address = address;
    this.list = list;
    this.context = context;
  }

  /**
   * Returns the resources in a result.
   *
   * @throws ResourceException if there is none: {@code NOT_FOUND}, because a server that answers
   *     with no contents has nothing there (2026-07-28 forbids it), or what is wrong with the first
   */
  List<Resource> resources(Map<String, Object> result) throws ResourceException {
    if (!(result.get("contents") instanceof List<?> contents)) {
      throw failure(Kind.FAILED, "the server's answer to resources/read has no list of contents");
    }
    if (contents.isEmpty()) {
      throw failure(Kind.NOT_FOUND, "the server's answer has no contents");
    }
    int number = 0;
    for (Object content : contents.subList(0, Math.min(contents.size(), MOST))) {
      number++;
      String place = contents.size() == 1 ? "" : "entry " + number + " of " + contents.size() + " ";
      read(content, place, result);
    }
    if (contents.size() > MOST) {
      failures.add(failure(Kind.TOO_LARGE, tooMany(contents.size())));
    }
    if (resources.isEmpty()) {
      throw failures.get(0);
    }
    failures.forEach(context::fail);
    return resources;
  }

  private void read(@Nullable Object content, String place, Map<String, Object> result)
      throws ResourceException {
    try {
      if (!(content instanceof Map<?, ?> fields)) {
        throw failure(Kind.FAILED, place + "in the server's answer is no content but " + content);
      }
      @SuppressWarnings("unchecked") // a JSON object
      var object = (Map<String, Object>) fields;
      var reading = new ServerContent(candidate, address, object, place, list, context);
      for (Resource resource : reading.resources(result)) {
        add(resource);
      }
    } catch (ResourceException e) {
      if (e.kind() == Kind.TIMEOUT) {
        throw e;
      }
      failures.add(e);
    }
  }

  private static String tooMany(int size) {
    return String.format(
        Locale.ROOT,
        "the server's answer has %,d entries; only the first %,d are read",
        size,
        MOST);
  }

  private void add(Resource resource) {
    if (!resources.isEmpty() && isKnown(resource)) {
      context.note(resource.uri(), "the server gave this more than once; it is kept once");
    } else {
      resources.add(resource);
    }
  }

  /** Most answers have one resource, whose digest need not be known. */
  private boolean isKnown(Resource resource) {
    if (keys.isEmpty()) {
      keys.add(resources.get(0).key());
    }
    return !keys.add(resource.key());
  }

  private ResourceException failure(Kind kind, String message) {
    return ResourceException.of(kind, candidate.value(), ServerText.line(message));
  }
}
