package dev.attache.delivery.form;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.DeliveredResource;
import dev.attache.history.ResourceForm;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.LineRange;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The head of a resource in a prompt, as an element, a fence or a section of Markdown has it.
 * Immutable, and without secrets.
 *
 * @param isPath whether the label is a path of the workspace, and not a URI
 * @param label what names it
 * @param source the server that it is of, where several may use one URI, or the tool that says that
 *     it is the resource
 * @param name its name, unless the label tells it
 * @param mimeType its type, unless the name tells it
 * @param digest the short digest of its text, in a conversation
 * @param note what was converted, cut or uncertain
 */
record ResourceHead(
    boolean isPath,
    String label,
    @Nullable String source,
    @Nullable String name,
    @Nullable String mimeType,
    @Nullable String digest,
    @Nullable String note) {

  static ResourceHead of(Resource resource, ResourceForm form) {
    String name = resource.name();
    boolean isPath = form.naming() == Naming.PATH && name != null;
    boolean isNamed = form.naming() == Naming.URI_AND_NAME;
    String label = form.label(resource);
    String title = redacted(name);
    boolean isTold = title == null || isPath || (!isNamed && label.endsWith(title));
    String mimeType = form.isTyped() ? resource.mimeType() : null;
    return new ResourceHead(isPath, label, tool(form), isTold ? null : title, mimeType, null, null);
  }

  private static @Nullable String tool(ResourceForm form) {
    return redacted(form.source());
  }

  /** Returns a head with only the name of a resource and the tool that returned it. */
  static ResourceHead named(DeliveredResource each, ResourceForm form) {
    boolean isPath = form.naming() == Naming.PATH && each.resource().name() != null;
    String label = form.label(each.resource());
    return new ResourceHead(isPath, label, tool(form), null, null, null, null);
  }

  /** Returns the head of a resource as it was delivered. */
  static ResourceHead of(DeliveredResource each, ResourceForm form) {
    Resource resource = each.resource();
    ResourceHead head = of(resource, form).digest(resource.content());
    if (each instanceof Attachment attachment) {
      Snapshot snapshot = attachment.snapshot();
      return head.source(snapshot.source()).notes(snapshot.notes());
    }
    return head;
  }

  /** Returns the same head with the server, if the source is one. */
  ResourceHead source(String value) {
    String server = value.indexOf(':') < 0 ? null : redacted(value);
    return new ResourceHead(isPath, label, server, name, mimeType, digest, note);
  }

  /** Returns the same head with the digest of a content, if that is text. */
  ResourceHead digest(ResourceContent content) {
    String value = content.isText() ? "sha256:" + content.digest().shortForm() : null;
    return new ResourceHead(isPath, label, source, name, mimeType, value, note);
  }

  ResourceHead notes(List<String> notes) {
    String value = notes.isEmpty() ? null : redacted(String.join("; ", notes));
    return new ResourceHead(isPath, label, source, name, mimeType, digest, value);
  }

  /** Returns the element around what is shown. */
  PromptElement element(PromptPart shown) throws IOException {
    return element("resource", shown);
  }

  /** Returns an element of another kind. */
  PromptElement element(String tag, PromptPart shown) throws IOException {
    return PromptElement.named(tag)
        .attribute(isPath ? "path" : "uri", label)
        .attribute("source", source)
        .attribute("name", name)
        .attribute("mimeType", mimeType)
        .attribute("digest", digest)
        .attribute("note", note)
        .around(shown);
  }

  /**
   * Returns a fence after a line such as {@code src/App.java, lines 10-20 (text/plain)}. What the
   * element says besides, and the model would miss, is on a line after it.
   *
   * @param lines those that were selected of a file; null for all
   */
  PromptPart fence(@Nullable LineRange lines, PromptPart fence) {
    String line = selected(lines) + (mimeType == null ? "" : " (" + plain(mimeType) + ")");
    var more = new StringJoiner("; ", "[", "]").setEmptyValue("");
    add(more, "", source);
    add(more, "note: ", note);
    return more.length() == 0
        ? PromptPart.lines(List.of(PromptPart.of(line), fence))
        : PromptPart.lines(
            List.of(PromptPart.of(line), fence, PromptPart.of(plain(more.toString()))));
  }

  /** Returns the label, which ends with the lines that it selects, in words. */
  private String selected(@Nullable LineRange lines) {
    String fragment = lines == null ? "" : "#" + lines;
    return lines == null || !label.endsWith(fragment)
        ? unmarked(label)
        : unmarked(label.substring(0, label.length() - fragment.length()))
            + (", lines " + lines.first() + "-" + lines.last());
  }

  /** Returns a name at the beginning of a line, as code if it would be a fence or indented code. */
  private static String unmarked(String name) {
    String line = plain(name);
    return line.startsWith("`") || line.startsWith("~") || line.startsWith(" ")
        ? MarkdownFence.code(line)
        : line;
  }

  /** Returns a text on one line in which no tag begins, as in an attribute. */
  private static String plain(String text) {
    return Sanitizer.sanitizeLine(text).replace("<", "&lt;");
  }

  /**
   * Returns the section of Markdown with what is shown: a heading, a line of what else is known,
   * and an empty line at the end.
   */
  PromptPart section(PromptPart shown) {
    var more = new StringJoiner("; ");
    add(more, "", source);
    add(more, "name: ", name);
    add(more, "", mimeType);
    add(more, "", digest);
    add(more, "note: ", note);
    String heading = "## " + MarkdownFence.code(Sanitizer.sanitizeLine(label)) + "\n";
    String line = more.length() == 0 ? "" : Sanitizer.sanitizeLine(more.toString()) + "\n";
    return PromptPart.lines(List.of(PromptPart.of(heading + line), shown, PromptPart.of("")));
  }

  private static void add(StringJoiner more, String before, @Nullable String value) {
    if (value != null) {
      more.add(before + value);
    }
  }

  private static @Nullable String redacted(@Nullable String value) {
    return value == null ? null : Redaction.redactAllIn(value);
  }
}
