package dev.attache.delivery.form;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.DeliveredResource;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.types.FenceLanguages;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A resource as a model is shown it: an element {@code <resource path="src/App.java">}, a line that
 * names it and a fence, both at once, or a section of Markdown with a heading and a fence.
 *
 * <p>Inside stands the form made for models if there is one, else the text, with numbers before its
 * lines if that was asked for; of bytes one line with type, size and digest. A file of the
 * workspace has its path, all else its URI, without secrets. The name stands there unless the URI
 * ends with it, and the MIME type unless the name tells it.
 *
 * <p>What was made for models, and the line of bytes, stand in an element where no Markdown was
 * asked for: nothing else would tell where they end.
 */
public final class ShownResource {

  private static final String HTML = "text/html";

  private ShownResource() {}

  /**
   * {@return a snapshot in a form}
   *
   * @param snapshot what was read
   * @param form how it is named and laid out
   * @throws IOException if its content cannot be read
   */
  public static PromptPart of(Snapshot snapshot, ResourceForm form) throws IOException {
    Resource resource = snapshot.resource();
    String formatted = resource.formatted();
    ResourceHead head =
        ResourceHead.of(resource, form).source(snapshot.source()).notes(snapshot.notes());
    return of(head, resource, formatted == null ? null : PromptPart.of(formatted), form);
  }

  /**
   * {@return a resource as it was delivered}
   *
   * @param each what was delivered, shown with all its content
   * @param form how it is named and laid out
   * @throws IOException if what is shown cannot be read
   */
  public static PromptPart of(DeliveredResource each, ResourceForm form) throws IOException {
    Resource resource = each.resource();
    ResourceContent formatted = each.formatted();
    return of(
        ResourceHead.of(each, form),
        resource,
        formatted == null ? null : PromptPart.of(formatted),
        form);
  }

  /**
   * Returns a diff that stands in the place of a resource.
   *
   * @param line what it is a diff of
   * @throws IOException if the diff cannot be read
   */
  static PromptPart diff(
      DeliveredResource each, @Nullable String line, ResourceContent hunks, ResourceForm form)
      throws IOException {
    PromptPart diff = PromptPart.of(hunks);
    TextForm around = form.text();
    boolean isFence = around.isMarkdown() || around.resources() == ResourceLayout.FENCE;
    return PromptPart.lines(
        List.of(
            PromptPart.line(String.valueOf(line)),
            isFence
                ? MarkdownFence.closed(diff, "diff")
                : ResourceHead.named(each, form).element("resource-diff", diff)));
  }

  /**
   * {@return a text of ours that is no resource, under a title}
   *
   * @param title what the text is, on one line
   * @param text the text
   * @param form how it is laid out
   * @throws IOException never, as nothing is read
   */
  public static PromptPart titled(String title, PromptPart text, TextForm form) throws IOException {
    if (!form.isMarkdown()) {
      return form.resources() == ResourceLayout.FENCE
          ? PromptPart.lines(List.of(PromptPart.of(title), MarkdownFence.closed(text, "")))
          : PromptElement.named("resource").attribute("name", title).around(enclosed(text, form));
    }
    return PromptPart.lines(
        List.of(
            PromptPart.of(
                "## " + title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1) + "\n"),
            MarkdownFence.around(text, ""),
            PromptPart.of("")));
  }

  private static PromptPart of(
      ResourceHead head, Resource resource, @Nullable PromptPart formatted, ResourceForm form)
      throws IOException {
    TextForm around = form.text();
    if (formatted == null && !resource.content().isText()) {
      PromptPart line = PromptPart.of(placeholder(resource));
      return around.isMarkdown() ? head.section(line) : head.element(line);
    }
    PromptPart text = formatted == null ? text(resource, around.isNumbered()) : formatted;
    String language = language(resource, formatted != null);
    if (around.isMarkdown()) {
      return head.section(MarkdownFence.around(text, language));
    } else if (formatted != null || around.resources() == ResourceLayout.ELEMENT) {
      return head.element(text);
    }
    PromptPart fence = MarkdownFence.closed(text, language);
    return around.resources() == ResourceLayout.FENCE
        ? head.fence(LineNumbers.selected(resource.uri()), fence)
        : head.element(fence);
  }

  /** Returns what stands in an element around a text of ours. */
  private static PromptPart enclosed(PromptPart text, TextForm form) throws IOException {
    return form.resources() == ResourceLayout.ELEMENT_FENCE ? MarkdownFence.closed(text, "") : text;
  }

  /** The form made of a page or of bytes is Markdown; what others are made of is not known here. */
  private static String language(Resource resource, boolean isFormatted) {
    String mimeType = resource.mimeType();
    if (isFormatted) {
      boolean isMarkdown = HTML.equals(mimeType) || !resource.content().isText();
      return isMarkdown ? "markdown" : "";
    }
    return mimeType == null ? "" : FenceLanguages.of(mimeType);
  }

  private static PromptPart text(Resource resource, boolean isNumbered) {
    PromptPart text = PromptPart.of(resource.content());
    return isNumbered ? LineNumbers.of(text, resource.uri()) : text;
  }

  /** What stands for bytes: their type, size and digest. */
  static String placeholder(Resource resource) {
    ResourceContent content = resource.content();
    return "["
        + (resource.mimeType() == null ? "bytes" : resource.mimeType())
        + ", "
        + content.size()
        + " bytes, "
        + content.digest()
        + ", not shown because it is not text]";
  }
}
