package dev.attache.delivery.form;

import dev.attache.delivery.ReferenceTargets;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.SourceNames;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The line that a model reads in place of a block that a tool made for the user only (MCP, {@code
 * audience}). What the user attached is for the model, too, whatever its source says of it; so a
 * refresh gives it.
 */
final class ForUserOnly {

  private ForUserOnly() {}

  /** Returns the line; null if the block is for the model, too. */
  static @Nullable String line(ToolResult result, ContentBlock block, RequestView view)
      throws IOException {
    ResourceContent stored = OtherBlockView.stored(block);
    boolean isShown =
        SourceNames.isRefresh(SourceNames.ofTool(result.name()))
            || (stored != null && !view.isReadable(stored));
    String what = isShown ? null : what(block);
    return what == null ? null : Sanitizer.sanitizeLine("[for the user only: " + what + "]");
  }

  private static @Nullable String what(ContentBlock block) throws IOException {
    if (block instanceof TextBlock text) {
      return ReferenceTargets.isForUserOnly(text.annotations())
          ? (text.mimeType() == null ? "text" : text.mimeType()) + ", " + size(text.text().size())
          : null;
    } else if (block instanceof DeliveredBlock each) {
      Resource resource = each.resource();
      return ReferenceTargets.isForUserOnly(resource.annotations())
          ? each.label() + ", " + size(resource.content().size())
          : null;
    }
    return OtherBlockView.isForUserOnly(block) ? block.type() : null;
  }

  private static String size(long bytes) {
    return bytes + (bytes == 1 ? " byte" : " bytes");
  }
}
