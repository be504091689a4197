package dev.attache.history;

import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.WorkspacePath;
import dev.attache.history.TextForm.Layout;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.types.TypeDecision;
import dev.attache.types.TypeDetector;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a model is shown a resource: decided when it is delivered, and kept, so that
 * the same history gives the same bytes whatever is set later and wherever it is read. Immutable.
 *
 * @param naming what names it
 * @param isTyped whether its MIME type is told
 * @param text what stands around its text
 * @param tool the tool that returned the resource, or {@code mcp:} and the server of a refresh, as
 *     the model is told; null if the resource was read here, and in old histories
 */
public record ResourceForm(Naming naming, boolean isTyped, TextForm text, @Nullable String tool) {

  /** The form of histories that say nothing of it, and of what tools of others answer. */
  public static final ResourceForm NAMED = new ResourceForm(Naming.URI_AND_NAME, true);

  private static final String TYPED = "typed";
  private static final String MARKDOWN = "markdown";
  private static final String NUMBERED = "numbered";
  private static final String SERVER = "mcp:";

  /** The type of a text of which nothing more is known, which need not be told. */
  private static final String PLAIN = "text/plain";

  /** What names a resource. */
  public enum Naming {
    /** The path relative to the workspace, which is its name. */
    PATH("path"),

    /** The URI; and the name, unless the URI ends with it. */
    URI("uri"),

    /** The URI and, if there is one, the name. */
    URI_AND_NAME("named");

    private final String word;

    Naming(String word) {
      this.word = word;
    }

    private static @Nullable Naming ofWord(String word) {
      for (Naming each : values()) {
        if (each.word.equals(word)) {
          return each;
        }
      }
      return null;
    }
  }

  /**
   * In Markdown, the layout of resources means nothing, and forms that differ in it are one.
   *
   * @param naming what names it
   * @param isTyped whether its MIME type is told
   * @param text what stands around its text
   * @param tool the tool that says that this is the resource; characters that a word cannot have
   *     become {@code _}
   */
  public ResourceForm {
    tool = tool == null ? null : tool.replaceAll("[^!-~]", "_");
    text = text.isMarkdown() ? text.resources(ResourceLayout.ELEMENT) : text;
  }

  /**
   * A form of what was read here.
   *
   * @param naming what names it
   * @param isTyped whether its MIME type is told
   * @param text what stands around its text
   */
  public ResourceForm(Naming naming, boolean isTyped, TextForm text) {
    this(naming, isTyped, text, null);
  }

  /**
   * A form of which the text is as usual.
   *
   * @param naming what names it
   * @param isTyped whether its MIME type is told
   */
  public ResourceForm(Naming naming, boolean isTyped) {
    this(naming, isTyped, TextForm.PLAIN);
  }

  /**
   * {@return the usual form of what was read}
   *
   * @param snapshot what was read, by any handler
   */
  public static ResourceForm of(Snapshot snapshot) {
    Resource resource = snapshot.resource();
    String mimeType = resource.mimeType();
    if (WorkspacePath.of(snapshot) != null) {
      return ofPath(mimeType, snapshot.type().byName());
    }
    return ofUri(resource.uri(), resource.name(), mimeType, snapshot.type());
  }

  /**
   * {@return the form of a file of the workspace, whose path tells its type as a rule}
   *
   * @param mimeType the type of its content; null if it is not known
   * @param byName the type that the path tells; null if it tells none
   */
  public static ResourceForm ofPath(@Nullable String mimeType, @Nullable String byName) {
    return new ResourceForm(Naming.PATH, isTyped(mimeType, byName));
  }

  /**
   * {@return the form of what is named by its URI}
   *
   * @param uri its canonical URI, whose path may tell the type
   * @param name what its handler calls it, which tells the type in place of the URI; null if it has
   *     no name
   * @param mimeType the type of its content; null if it is not known
   * @param type how that was decided; null if nobody can tell
   */
  public static ResourceForm ofUri(
      ResourceUri uri,
      @Nullable String name,
      @Nullable String mimeType,
      @Nullable TypeDecision type) {
    boolean isTold = // a handler may go by a name that nobody is shown
        mimeType == null
            || mimeType.equals(PLAIN)
            || mimeType.equals(TypeDetector.standard().byName(name == null ? uri.value() : name));
    String byName = type == null ? null : type.byName();
    return new ResourceForm(Naming.URI, !isTold || isTyped(mimeType, byName));
  }

  private static boolean isTyped(@Nullable String mimeType, @Nullable String byName) {
    return mimeType != null && !mimeType.equals(byName == null ? PLAIN : byName);
  }

  /**
   * Reads what {@link #words} wrote.
   *
   * @param words words with one space between them, that of the naming first
   * @return the form; empty if a word is unknown, or is there twice
   */
  public static Optional<ResourceForm> parse(String words) {
    Naming only = Naming.ofWord(words);
    if (only != null) { // as of nearly all, of which there may be thousands
      return Optional.of(new ResourceForm(only, false));
    }
    int end = words.lastIndexOf(' ');
    String tool = end < 0 ? null : SourceNames.tool(words.substring(end + 1));
    if (tool != null) {
      return tool.isEmpty()
          ? Optional.empty()
          : parse(words.substring(0, end))
              .filter(form -> form.tool == null)
              .map(form -> form.saidBy(tool));
    }
    List<String> all = List.of(words.split(" ", -1));
    Naming naming = Naming.ofWord(all.get(0));
    Set<String> rest = new HashSet<>(all.subList(1, all.size()));
    boolean isTwice = rest.size() != all.size() - 1;
    boolean isTyped = rest.remove(TYPED);
    boolean isNumbered = rest.remove(NUMBERED);
    TextForm text = rest.size() > 1 ? null : text(rest, isNumbered);
    return naming == null || isTwice || text == null
        ? Optional.empty()
        : Optional.of(new ResourceForm(naming, isTyped, text));
  }

  /**
   * Returns the form of texts that a word stands for, of which there is at most one.
   *
   * @return null if it stands for none
   */
  private static @Nullable TextForm text(Set<String> words, boolean isNumbered) {
    var usual = new TextForm(Layout.ELEMENT, isNumbered);
    for (String word : words) {
      if (word.equals(MARKDOWN)) {
        return new TextForm(Layout.MARKDOWN, isNumbered);
      }
      ResourceLayout resources = ResourceLayout.ofWord(word);
      return resources == null || resources == ResourceLayout.ELEMENT
          ? null
          : usual.resources(resources);
    }
    return usual;
  }

  /**
   * {@return the form as a history has it: {@code path}, {@code uri typed}, {@code path fence},
   * {@code path markdown numbered}, {@code path tool:grep}}
   */
  public String words() {
    return naming.word
        + (isTyped ? " " + TYPED : "")
        + (text.isMarkdown() ? " " + MARKDOWN : "")
        + (text.resources() == ResourceLayout.ELEMENT ? "" : " " + text.resources().word())
        + (text.isNumbered() ? " " + NUMBERED : "")
        + (tool == null ? "" : " " + SourceNames.ofTool(tool));
  }

  /**
   * {@return the same form with another naming}
   *
   * @param value what names the resource instead
   */
  public ResourceForm naming(Naming value) {
    return new ResourceForm(value, isTyped, text, tool);
  }

  /**
   * {@return the same form of what a tool says to be the resource}
   *
   * @param name what the model calls the tool
   */
  public ResourceForm saidBy(String name) {
    return new ResourceForm(naming, isTyped, text, name);
  }

  /**
   * {@return the same form with another form of the text}
   *
   * @param value what stands around the text instead
   */
  public ResourceForm in(TextForm value) {
    return new ResourceForm(naming, isTyped, value, tool);
  }

  /**
   * {@return the same form with the server that returned the resource}
   *
   * @param source the source, such as {@code mcp:docs}; others than servers change nothing
   */
  public ResourceForm from(String source) {
    return source.startsWith(SERVER) ? saidBy(source) : this;
  }

  /** {@return the source that the model is told; null if it is told none} */
  public @Nullable String source() {
    return tool == null || tool.startsWith(SERVER) ? tool : SourceNames.ofTool(tool);
  }

  /**
   * {@return the name by which the model knows a resource of this form, without secrets}
   *
   * @param resource one that is shown in this form, under its canonical URI
   */
  public String label(Resource resource) {
    String name = resource.name();
    return naming == Naming.PATH && name != null ? name : resource.uri().redacted();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceForm form
        && naming == form.naming
        && isTyped == form.isTyped
        && text.equals(form.text)
        && Objects.equals(tool, form.tool);
  }

  @Override
  public int hashCode() { // what a record has by itself is linked at run time, at each start
    return Objects.hash(naming, isTyped, text, tool);
  }
}
