package dev.attache.mcp.tools;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.ServerText;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import dev.attache.support.json.LenientValues;
import dev.attache.support.text.SizeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the resources that an answer links to, over the connection that the answer came by
 * and at once: what a server keeps for a link may be gone with the call. Used for one answer.
 *
 * <p>Links within what is read are not followed, and a link that cannot be read stays.
 */
final class LinkReader {

  /** How many links of one answer are read. */
  private static final int MOST = 8;

  /** How many contents of one link are taken. */
  private static final int MOST_CONTENTS = 100;

  private static final int LONGEST_URI = 200;

  /** What of a content is the server's to say. */
  private static final Set<String> FIELDS = Set.of("uri", "mimeType", "text", "blob", "_meta");

  private final McpConnection connection;
  private final ToolTime time;
  private final Consumer<String> notes;
  private final long maxBytes;
  private long bytes;
  private int links;

  /**
   * @param maxBytes how many bytes all that is read may have
   * @param notes takes why a link stays, a line each
   */
  LinkReader(McpConnection connection, long maxBytes, ToolTime time, Consumer<String> notes) {
    this.connection = connection;
    this.maxBytes = maxBytes;
    this.time = time;
    this.notes = notes;
  }

  /**
   * Returns the answer with resources in the places of its links.
   *
   * @throws ResourceException if the thread was interrupted meanwhile
   */
  ToolResponse inPlace(ToolResponse response) throws ResourceException {
    if (response.content().stream().noneMatch(LinkBlock.class::isInstance)) {
      return response;
    }
    var blocks = new ArrayList<ContentBlock>();
    for (ContentBlock block : response.content()) {
      if (block instanceof LinkBlock link && ++links <= MOST) {
        blocks.addAll(read(link));
      } else {
        blocks.add(block);
      }
    }
    if (links > MOST) {
      notes.accept(
          "read only the first " + MOST + " of " + links + " links; the rest are left as links");
    }
    return new ToolResponse(blocks, response.isError(), response.meta(), response.structured());
  }

  /** The resources that a link leads to; itself if it leads to none. */
  private List<? extends ContentBlock> read(LinkBlock link) throws ResourceException {
    String problem;
    try {
      if (time.left().isNegative() || time.left().isZero()) {
        problem = "no time is left of the call";
      } else {
        Map<String, Object> result = connection.readResource(link.uri().value(), time.left());
        return resources(link, LenientValues.objects(result.get("contents")));
      }
    } catch (McpException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e.about(link.uri().value());
      }
      problem = e.line();
    } catch (UnreadableLinkException e) {
      problem = String.valueOf(e.getMessage());
    }
    String uri = ServerText.line(Redaction.redact(link.uri().value()), LONGEST_URI);
    notes.accept("could not read the link " + uri + ": " + problem);
    return List.of(link);
  }

  /** Why a link stays. */
  private static final class UnreadableLinkException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableLinkException(String why) {
      super(why);
    }
  }

  private List<ContentBlock> resources(LinkBlock link, @Nullable List<Map<String, Object>> contents)
      throws UnreadableLinkException {
    if (contents == null || contents.isEmpty()) {
      throw new UnreadableLinkException("the server's answer has no contents");
    }
    if (contents.size() > MOST_CONTENTS) {
      throw new UnreadableLinkException(
          "the server's answer has "
              + contents.size()
              + " contents; at most "
              + MOST_CONTENTS
              + " are taken");
    }
    var given = new ArrayList<Map<String, Object>>();
    for (Map<String, Object> content : contents) {
      given.add(Map.of("type", "resource", "resource", resource(link, content)));
    }
    ToolResponseJson.Parsed parsed =
        ToolResponseJson.read(Map.of("content", given), Canonicalizer.AS_GIVEN);
    List<ContentBlock> read = parsed.response().content();
    if (read.size() < given.size()) {
      String problem = parsed.problems().get(0);
      throw new UnreadableLinkException(
          "in the server's answer, " + problem.substring(problem.indexOf(": ") + 2));
    }
    requireRoom(read);
    return read.stream().map(each -> described((ResourceBlock) each, link)).toList();
  }

  private static Map<String, Object> resource(LinkBlock link, Map<String, Object> content) {
    var resource = new LinkedHashMap<String, Object>();
    resource.put("uri", link.uri().value());
    content.forEach(
        (key, value) -> {
          if (value != null && FIELDS.contains(key)) {
            resource.put(key, value);
          }
        });
    return resource;
  }

  private void requireRoom(List<ContentBlock> read) throws UnreadableLinkException {
    long size = 0;
    for (ContentBlock each : read) {
      size += ((ResourceBlock) each).resource().content().size();
    }
    if (size > maxBytes - bytes) {
      throw new UnreadableLinkException(
          "it has "
              + SizeText.of(size)
              + ", and all links together may have "
              + SizeText.of(maxBytes));
    }
    bytes += size;
  }

  /** The resource as the link describes it. */
  private static ContentBlock described(ResourceBlock block, LinkBlock link) {
    Resource resource = block.resource();
    return ResourceBlock.of(
        resource.toBuilder()
            .mimeType(resource.mimeType() == null ? link.mimeType() : resource.mimeType())
            .name(link.name())
            .title(link.title())
            .description(link.description())
            .annotations(link.annotations())
            .build());
  }
}
