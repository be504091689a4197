package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedPart;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The parts of messages for what was delivered, each with its place in the history. */
final class ModelParts {

  private ModelParts() {}

  /** Returns a resource in full, or the line in its place. */
  static RenderedPart of(DeliveredResource each, DeliveryPlace place, RequestView view)
      throws IOException {
    Shown shown = view.shown(place, each);
    if (shown.diff() != null) {
      return new RenderedPart.Text(
          place(place), ShownResource.diff(each, shown.line(), shown.diff(), view.form(each)));
    } else if (shown.line() != null) {
      return new RenderedPart.Reference(
          place(place), shown.line(), shown.target() == null ? null : place(shown.target()));
    }
    Resource resource = each.resource();
    ResourceForm form = view.form(each);
    return new RenderedPart.Resource(
        place(place),
        resource.uri().redacted(),
        each.label(),
        title(each),
        resource.mimeType(),
        resource.content(),
        formatted(each, form),
        resource.content().digest(),
        ShownResource.of(each, form),
        about(each, form),
        each.formatted() == null ? null : note(each, form));
  }

  /** Returns its title, or else its name; null if that is the label. */
  private static @Nullable String title(DeliveredResource each) {
    Resource resource = each.resource();
    String title = resource.title() == null ? resource.name() : resource.title();
    return title == null || title.isBlank() || title.equals(each.label())
        ? null
        : Sanitizer.sanitizeLine(Redaction.redactAllIn(title));
  }

  /** Returns what a model is given in place of the content, which may be that with line numbers. */
  private static @Nullable PromptPart formatted(DeliveredResource each, ResourceForm form) {
    ResourceContent formatted = each.formatted();
    if (formatted != null) {
      return PromptPart.of(formatted);
    }
    Resource resource = each.resource();
    return resource.content().isText() && form.text().isNumbered()
        ? LineNumbers.of(PromptPart.of(resource.content()), resource.uri())
        : null;
  }

  private static @Nullable String about(DeliveredResource each, ResourceForm form) {
    ResourceHead head = ResourceHead.of(each, form);
    var about = new StringJoiner("; ").setEmptyValue("");
    if (head.source() != null) {
      about.add("source: " + head.source());
    }
    if (head.note() != null && each.formatted() == null) { // else it is of the form made for models
      about.add("note: " + head.note());
    }
    return about.length() == 0 ? null : Sanitizer.sanitizeLine(about.toString());
  }

  private static @Nullable String note(DeliveredResource each, ResourceForm form) {
    String note = ResourceHead.of(each, form).note();
    return note == null ? null : Sanitizer.sanitizeLine(note);
  }

  /** Returns the blocks of a result. */
  static List<RenderedPart> of(ToolResult result, RequestView view) throws IOException {
    List<ContentBlock> blocks = result.response().given();
    var parts = new ArrayList<RenderedPart>();
    if (result.response().isError() && result.response().error().isTransient()) {
      parts.add(
          new RenderedPart.Text(
              new PartPlace(result.turn(), result.id(), -1),
              PromptPart.line("[another try may succeed]")));
    }
    for (int i = 0; i < blocks.size(); i++) {
      DeliveryPlace place = DeliveryPlace.ofResult(result.turn(), result.id(), i);
      String hidden = ForUserOnly.line(result, blocks.get(i), view);
      parts.add(
          hidden == null
              ? block(blocks.get(i), place, view)
              : new RenderedPart.Text(place(place), PromptPart.line(hidden)));
    }
    return parts;
  }

  private static RenderedPart block(ContentBlock block, DeliveryPlace place, RequestView view)
      throws IOException {
    if (block instanceof DeliveredBlock resource) {
      return of(resource, place, view);
    }
    PromptPart text = PromptParts.block(block, place, view);
    return block instanceof MediaBlock media
            && view.leftOut(place) == null
            && view.isReadable(media.data())
        ? new RenderedPart.Media(place(place), media.mimeType(), media.data(), text)
        : new RenderedPart.Text(place(place), text);
  }

  private static PartPlace place(DeliveryPlace place) {
    return new PartPlace(place.turn(), place.call(), place.index());
  }
}
