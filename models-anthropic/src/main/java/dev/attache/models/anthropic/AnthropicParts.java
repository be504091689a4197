package dev.attache.models.anthropic;

import dev.attache.model.Ladder;
import dev.attache.model.MediaTypes;
import dev.attache.model.ModelProfile;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.models.anthropic.AnthropicBlock.Document;
import dev.attache.models.anthropic.AnthropicBlock.Image;
import dev.attache.models.anthropic.AnthropicBlock.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that the parts of a message come to. Blank texts are left out, since the API refuses
 * them.
 */
final class AnthropicParts {

  /** Where a part stands, which decides what it can be. */
  private enum Position {
    /** In a message of the user, where an image can be a document and so have a title. */
    MESSAGE,
    /** In the result of a tool, where a line names an image that is a resource. */
    RESULT,
    /** Where nothing but texts is taken: in a failed result, and in a message of the model. */
    TEXTS
  }

  private final ModelProfile profile;
  private final Ladder ladder;

  AnthropicParts(ModelProfile profile, Ladder ladder) {
    this.profile = profile;
    this.ladder = ladder;
  }

  /** Returns the blocks of a message; results of tools first, then what has no room in them. */
  List<AnthropicBlock> of(RenderedMessage message) throws IOException {
    var blocks = new ArrayList<AnthropicBlock>();
    var moved = new ArrayList<Deliverable>();
    Position position = message.role() == Role.ASSISTANT ? Position.TEXTS : Position.MESSAGE;
    for (RenderedPart part : message.parts()) {
      if (part instanceof RenderedPart.ToolResult result) {
        blocks.add(result(result, moved));
      } else {
        add(part, position, blocks);
      }
    }
    for (Deliverable each : moved) {
      deliver(each, Position.MESSAGE, blocks);
    }
    while (position == Position.TEXTS && !blocks.isEmpty() && isThought(blocks)) {
      blocks.remove(blocks.size() - 1);
    }
    return blocks;
  }

  /** Tests whether the last block is a thought, which may not end a message of the model. */
  private static boolean isThought(List<AnthropicBlock> blocks) {
    return blocks.get(blocks.size() - 1) instanceof AnthropicBlock.AsItCame each
        && each.isThought();
  }

  private AnthropicBlock result(RenderedPart.ToolResult result, List<Deliverable> moved)
      throws IOException {
    var content = new ArrayList<AnthropicBlock>();
    for (RenderedPart inner : result.content()) {
      if (inner instanceof Deliverable each && isMoved(each, result.isError())) {
        content.add(Text.of(Ladder.moved(each)));
        moved.add(each);
      } else {
        add(inner, result.isError() ? Position.TEXTS : Position.RESULT, content);
      }
    }
    if (result.isError() && content.isEmpty()) { // an error has to say something
      content.add(Text.of("(The tool failed without a message.)"));
    }
    return new AnthropicBlock.ToolAnswer(result.id(), result.isError(), content);
  }

  /** "All content must be type `text` if `is_error` is true". */
  private boolean isMoved(Deliverable part, boolean isError) {
    Rung rung = ladder.rung(part);
    return rung.isMoved() || (isError && rung.isBlock());
  }

  private void add(RenderedPart part, Position position, List<AnthropicBlock> to)
      throws IOException {
    if (part instanceof Deliverable each) {
      deliver(each, position, to);
    } else if (part instanceof RenderedPart.Text text) {
      addText(text.text(), to);
    } else if (part instanceof RenderedPart.Reference reference) {
      addText(RenderedText.of(ladder.line(reference)), to);
    } else if (part instanceof RenderedPart.Notice notice) {
      addText(RenderedText.of(notice.line()), to);
    } else if (part instanceof RenderedPart.ToolCall call) {
      to.add(new AnthropicBlock.ToolUse(call.id(), call.name(), ToolUseInput.of(call.arguments())));
    } else if (part instanceof RenderedPart.Opaque opaque && opaque.api().equals(profile.wire())) {
      to.add(new AnthropicBlock.AsItCame(opaque.raw()));
    }
  }

  private static void addText(RenderedText text, List<AnthropicBlock> to) throws IOException {
    if (VisibleText.isIn(text)) {
      to.add(new Text(text));
    }
  }

  private void deliver(Deliverable part, Position position, List<AnthropicBlock> to)
      throws IOException {
    Rung rung = ladder.rung(part);
    switch (rung.as()) {
      case TEXT -> to.add(text(part, position));
      case PLACEHOLDER -> to.add(Text.of(Ladder.placeholder(part, String.valueOf(rung.note()))));
      case AUDIO ->
          to.add(
              Text.of(Ladder.placeholder(part, rung.type() + ": not taken by " + profile.name())));
      case IMAGE -> addImage(part, rung, position, to);
      case DOCUMENT -> addDocument(part, rung, position, to);
    }
  }

  /** A text is a document; one that is blank, which might be refused, has its head around it. */
  private AnthropicBlock text(Deliverable part, Position position) throws IOException {
    RenderedText formatted = part.formatted();
    RenderedText data = formatted != null ? formatted : RenderedText.of(part.content());
    boolean isVisible = VisibleText.isIn(data);
    if (part instanceof RenderedPart.Resource resource) {
      return isVisible && isDocument(position)
          ? new Document(title(resource), context(resource, resource.made()), Document.text(data))
          : new Text(resource.shown());
    }
    return new Text(isVisible ? data : part.shown());
  }

  private void addImage(Deliverable part, Rung rung, Position position, List<AnthropicBlock> to) {
    var image = new Image(rung.type(), rung.bytes());
    if (position == Position.TEXTS) {
      to.add(new Text(part.shown()));
    } else if (part instanceof RenderedPart.Resource resource
        && position == Position.MESSAGE
        && isDocument(position)) {
      to.add(new Document(title(resource), context(resource, rung.note()), Document.image(image)));
    } else {
      if (part.uri() != null || position == Position.MESSAGE || rung.note() != null) {
        to.add(Text.of(Ladder.named(part, rung, null)));
      }
      to.add(image);
    }
  }

  private void addDocument(
      Deliverable part, Rung rung, Position position, List<AnthropicBlock> to) {
    Document.Source source = Document.bytes(rung.type(), rung.bytes());
    if (position == Position.TEXTS) {
      to.add(new Text(part.shown()));
    } else if (part instanceof RenderedPart.Resource resource) {
      to.add(new Document(title(resource), context(resource, rung.note()), source));
    } else {
      to.add(new Document(null, Ladder.named(part, rung, null), source));
    }
  }

  /** Tests whether texts and images are documents there, which is so only where any are taken. */
  private boolean isDocument(Position position) {
    MediaTypes types = position == Position.RESULT ? profile.toolResult() : profile.message();
    return position != Position.TEXTS && profile.has("documents") && !types.documents().isEmpty();
  }

  /**
   * The title or else the label, as long as a title may be; null if there is nothing to be seen.
   */
  private @Nullable String title(RenderedPart.Resource resource) {
    String label = resource.title() == null ? resource.label() : resource.title();
    int limit = profile.limits().titleChars();
    if (label.isBlank()) {
      return null;
    } else if (label.length() <= limit) {
      return label;
    }
    int end = Math.max(1, limit - 1);
    return label.substring(0, Character.isHighSurrogate(label.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  /** What the model has to know to name the resource in a call, and to tell its versions apart. */
  private static String context(RenderedPart.Resource resource, @Nullable String note) {
    boolean isPath = !resource.label().equals(resource.uri());
    return (isPath ? "path: " : "uri: ")
        + resource.label()
        + (resource.mimeType() == null ? "" : "; mimeType: " + resource.mimeType())
        + "; sha256: "
        + resource.digest().shortForm()
        + "; turn: "
        + resource.place().turn()
        + (resource.about() == null ? "" : "; " + resource.about())
        + (note == null ? "" : "; note: " + note);
  }
}
