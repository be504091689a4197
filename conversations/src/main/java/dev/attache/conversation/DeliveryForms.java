package dev.attache.conversation;

import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.WorkspacePath;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.history.TextForm;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.types.TypeDetector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which a conversation shows a model what it is given next. A resource keeps the name
 * that it was attached by, and no two have one path, as after the workspace has been moved.
 * Immutable.
 */
public final class DeliveryForms {

  private final Map<ResourceUri, Attachment> known;
  private final Map<String, ResourceUri> paths;
  private final TextForm text;

  private DeliveryForms(
      Map<ResourceUri, Attachment> known, Map<String, ResourceUri> paths, TextForm text) {
    this.known = known;
    this.paths = paths;
    this.text = text;
  }

  /** Returns the same forms with another form of texts. */
  DeliveryForms in(TextForm value) {
    return new DeliveryForms(known, paths, value);
  }

  static DeliveryForms of(List<AttachmentState> attached, TextForm text) {
    var forms = new DeliveryForms(new HashMap<>(), new HashMap<>(), text);
    for (AttachmentState state : attached) {
      Attachment attachment = state.attachment();
      Resource resource = attachment.resource();
      forms.known.put(resource.uri(), attachment);
      if (isPath(attachment)) {
        forms.paths.put(attachment.label(), resource.uri());
      }
    }
    return forms;
  }

  /**
   * {@return the form of what is given next}
   *
   * @param snapshot what is about to be attached, or answered
   */
  public ResourceForm of(Snapshot snapshot) {
    ResourceForm form = ResourceForm.of(snapshot).in(text);
    if (form.naming() != Naming.PATH) {
      return form;
    }
    Resource resource = snapshot.resource();
    return isPath(resource.uri(), form.label(resource)) ? form : form.naming(Naming.URI);
  }

  private boolean isPath(ResourceUri uri, String path) {
    Attachment before = known.get(uri);
    return before == null ? paths.getOrDefault(path, uri).equals(uri) : isPath(before);
  }

  /**
   * {@return what a tool answers, in which the files of a workspace that it does not name itself
   * are named by their paths}
   *
   * @param workspace the directory, as an absolute path
   * @param response the answer of a tool, whose files may lie anywhere
   */
  public static ToolResponse inWorkspace(String workspace, ToolResponse response) {
    return mapped(response, block -> inWorkspace(workspace, block));
  }

  private static DeliveredBlock inWorkspace(String workspace, DeliveredBlock block) {
    String path = WorkspacePath.below(workspace, block.resource().uri());
    return path == null ? block : named(block, path, TypeDetector.standard().byName(path));
  }

  /** Returns what a tool answers, in which an attached file has the name that it is attached by. */
  ToolResponse in(ToolResponse response) {
    return mapped(response, block -> named(block).in(text));
  }

  /**
   * {@return what a tool answers, in which each resource says that the tool says so}
   *
   * @param tool what the model calls the tool
   * @param response an answer with resources that were not read here
   */
  static ToolResponse saidBy(String tool, ToolResponse response) {
    return mapped(response, block -> block.in(block.form().saidBy(tool)));
  }

  private DeliveredBlock named(DeliveredBlock block) {
    Attachment attached = known.get(block.resource().uri());
    if (attached != null && isPath(attached)) {
      return named(block, attached.label(), attached.snapshot().type().byName());
    }
    boolean isPath = block.form().naming() == Naming.PATH;
    return isPath && !isPath(block.resource().uri(), block.label())
        ? block.in(block.form().naming(Naming.URI))
        : block;
  }

  /** Unless it has a form, or the tool calls it otherwise. */
  private static DeliveredBlock named(DeliveredBlock block, String path, @Nullable String byName) {
    Resource resource = block.resource();
    boolean isFree = resource.name() == null || resource.name().equals(path);
    return isFree && block.form().equals(ResourceForm.NAMED)
        ? new DeliveredBlock(
            resource.toBuilder().name(path).build(),
            block.formatted(),
            block.delivery(),
            ResourceForm.ofPath(resource.mimeType(), byName))
        : block;
  }

  private static ToolResponse mapped(ToolResponse response, UnaryOperator<DeliveredBlock> mapping) {
    return response.mapped(
        block ->
            block instanceof ContentBlock.ResourceBlock each
                ? mapping.apply(DeliveredBlock.of(each))
                : block);
  }

  private static boolean isPath(Attachment attachment) {
    return attachment.form().naming() == Naming.PATH;
  }
}
