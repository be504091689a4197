package dev.attache.conversation.tools;

import dev.attache.delivery.page.PageLimit;
import dev.attache.delivery.page.PagedText;
import dev.attache.delivery.page.WantedLines;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one resource, a page at a time, below a line that names them. No reference is ever
 * made to such a page.
 */
final class ResourceLines {

  private ResourceLines() {}

  /** Returns the lines of the only text in a response; a failure is returned unchanged. */
  static ToolResponse of(ToolResponse response, String named, WantedLines asked) {
    if (response.isError()) {
      return response;
    }
    List<ResourceBlock> resources =
        response.content().stream()
            .filter(ResourceBlock.class::isInstance)
            .map(ResourceBlock.class::cast)
            .toList();
    if (resources.size() != 1) {
      return invalid(
          ToolProblem.shown(named)
              + " has "
              + resources.size()
              + " resources; lines are of one. Call without lines.");
    }
    return page(DeliveredBlock.of(resources.get(0)), asked);
  }

  /**
   * Returns the lines of the output of a tool that was cut; null if there is none of that name.
   *
   * @param named the URI or path, as in the output
   */
  static @Nullable ToolResponse ofOutput(ConversationLog log, String named, WantedLines asked)
      throws StoreException {
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof ToolResult result) {
          for (ContentBlock block : result.response().content()) {
            if (block instanceof DeliveredBlock each && each.isCut() && isNamed(each, named)) {
              return page(each, asked);
            }
          }
        }
      }
      return null;
    }
  }

  private static boolean isNamed(DeliveredBlock block, String named) {
    String uri = block.resource().uri().value();
    return named.equals(uri) || named.equals(block.label()) || named.equals(Redaction.redact(uri));
  }

  private static ToolResponse page(DeliveredBlock block, WantedLines asked) {
    boolean isWhole = block.formatted() == null || block.isCut();
    ResourceContent content = isWhole ? block.resource().content() : block.formatted();
    String label = Sanitizer.sanitizeLine(block.label());
    if (content == null || !content.isText()) {
      return invalid(label + " is not text, and has no lines. Call without lines.");
    }
    try {
      PagedText text = PagedText.of(content);
      PagedText.Page page = text.page(asked, PageLimit.DEFAULT);
      return page == null
          ? invalid(text.beyond(asked, label))
          : ToolResponse.of(TextBlock.of(page.shown(label)));
    } catch (IOException e) {
      return ToolProblem.of("failed", label + " cannot be read: " + e.getMessage()).response();
    }
  }

  private static ToolResponse invalid(String text) {
    return ToolProblem.of("invalid-arguments", text).response();
  }
}
