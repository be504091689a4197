package dev.attache.cli.forms;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form that the user asks for by options. Immutable.
 *
 * @param name {@code prompt}, {@code markdown}, {@code json} or {@code table}; null if none is
 *     named
 * @param isNumbered whether lines are to have numbers
 * @param resources the form of resources in a prompt; null if none is named
 */
public record FormChoice(
    @Nullable String name, boolean isNumbered, @Nullable ResourceLayout resources) {

  /** No choice: what is usual, or set. */
  public static final FormChoice NONE = new FormChoice(null, false, null);

  public static final String PROMPT = "prompt";
  public static final String MARKDOWN = "markdown";
  public static final String JSON = "json";
  public static final String TABLE = "table";

  /** Adds the options to a command that can print a table. */
  public static void addWithTableTo(Options options) {
    addTo(
        options,
        List.of("prompt", "markdown", JSON, "table"),
        "Output format: prompt (default), markdown, json or table.");
  }

  /** Adds the options to a command that prints what a model is given. */
  public static void addTo(Options options) {
    addTo(
        options,
        List.of("prompt", "markdown", JSON),
        "Output format: prompt (default), markdown or json.");
  }

  private static void addTo(Options options, List<String> names, String description) {
    options
        .choice("FORMAT", names, description, "--format", "-f")
        .flag("Number the lines of each text.", "--line-numbers");
    ResourcesOption.addTo(options);
  }

  /**
   * Reads the options.
   *
   * @param isJson whether {@code --json} was given, which is the same as its form
   */
  public static FormChoice of(Arguments arguments, boolean isJson, boolean hasTable)
      throws UsageException {
    String typed = arguments.value("--format");
    String name = typed == null && isJson ? JSON : typed;
    boolean isNumbered = arguments.has("--line-numbers");
    List<String> names =
        hasTable ? List.of(PROMPT, MARKDOWN, JSON, TABLE) : List.of(PROMPT, MARKDOWN, JSON);
    if (name != null && !names.contains(name)) {
      throw new UsageException(
          "--format ("
              + name
              + ") must be "
              + String.join(", ", names.subList(0, names.size() - 1))
              + " or "
              + names.get(names.size() - 1));
    }
    if (isNumbered && (JSON.equals(name) || TABLE.equals(name))) {
      throw new UsageException("--line-numbers needs --format prompt or markdown");
    }
    ResourceLayout resources = ResourcesOption.of(arguments);
    if (resources != null && name != null && !name.equals(PROMPT)) {
      throw new UsageException("--resources needs --format prompt");
    }
    return new FormChoice(resources == null ? name : PROMPT, isNumbered, resources);
  }

  /** Returns this choice, where what is not named is as in another one. */
  public FormChoice or(FormChoice set) {
    return new FormChoice(
        name == null ? set.name : name,
        isNumbered || set.isNumbered,
        resources == null ? set.resources : resources);
  }

  /** Whether it is that for programs. */
  public boolean isJson() {
    return JSON.equals(name);
  }

  /** Whether it is that for people. */
  public boolean isTable() {
    return TABLE.equals(name);
  }

  /** Whether a form of texts was asked for. */
  public boolean isOfTexts() {
    return isNumbered || PROMPT.equals(name) || MARKDOWN.equals(name);
  }

  /** Returns the form of texts, where what is not asked for is as it is set. */
  public TextForm text(TextForm set) {
    Layout layout =
        MARKDOWN.equals(name)
            ? Layout.MARKDOWN
            : PROMPT.equals(name) ? Layout.ELEMENT : set.layout();
    return new TextForm(
        layout, resources == null ? set.resources() : resources, isNumbered || set.isNumbered());
  }
}
