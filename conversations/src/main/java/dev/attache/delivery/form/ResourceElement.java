package dev.attache.delivery.form;

import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The element of a resource: {@code <resource uri="…" source="…" name="…" mimeType="…" note="…">}.
 *
 * <p>Inside stands the form made for models if there is one, else the text; of bytes one line with
 * type, size and digest. URIs are shown without their secrets.
 */
public final class ResourceElement {

  private ResourceElement() {}

  /**
   * Returns the element of a snapshot.
   *
   * @throws IOException if its content cannot be read
   */
  public static PromptElement of(Snapshot snapshot) throws IOException {
    String formatted = snapshot.resource().formatted();
    return of(
        snapshot.resource(),
        snapshot.source(),
        snapshot.notes(),
        false,
        formatted == null ? shown(snapshot.resource()) : PromptPart.of(formatted));
  }

  /**
   * Returns the element of a snapshot whose form for models is kept beside it.
   *
   * @throws IOException if what is shown cannot be read
   */
  public static PromptElement of(Snapshot snapshot, @Nullable ResourceContent formatted)
      throws IOException {
    Resource resource = snapshot.resource();
    return of(resource, snapshot.source(), snapshot.notes(), true, shown(resource, formatted));
  }

  /**
   * Returns the element of a resource of which nothing else is known.
   *
   * @throws IOException if what is shown cannot be read
   */
  public static PromptElement of(Resource resource, @Nullable ResourceContent formatted)
      throws IOException {
    return of(resource, "", List.of(), true, shown(resource, formatted));
  }

  private static PromptElement of(
      Resource resource, String source, List<String> notes, boolean isOfTurn, PromptPart shown)
      throws IOException {
    boolean isReferable = isOfTurn && resource.content().isText();
    boolean isShared = source.indexOf(':') >= 0; // two servers may use one URI for different things
    return PromptElement.named("resource")
        .attribute("uri", resource.uri().redacted())
        .attribute("source", isShared ? Redaction.redactAllIn(source) : null)
        .attribute("name", redacted(resource.name()))
        .attribute("mimeType", resource.mimeType())
        .attribute(
            "digest", isReferable ? "sha256:" + resource.content().digest().shortForm() : null)
        .attribute("note", notes.isEmpty() ? null : redacted(String.join("; ", notes)))
        .around(shown);
  }

  private static PromptPart shown(Resource resource, @Nullable ResourceContent formatted) {
    return formatted == null ? shown(resource) : PromptPart.of(formatted);
  }

  private static PromptPart shown(Resource resource) {
    return resource.content().isText()
        ? PromptPart.of(resource.content())
        : PromptPart.of(placeholder(resource));
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

  private static @Nullable String redacted(@Nullable String value) {
    return value == null ? null : Redaction.redactAllIn(value);
  }
}
