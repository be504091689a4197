package dev.attache.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The form that the user wants a result in.
 *
 * @param name {@code prompt}, {@code json} or {@code table}
 * @param withContent whether JSON has texts and blobs
 */
record ResultForm(String name, boolean withContent) {

  private static final String JSON = "json";
  private static final String TABLE = "table";
  private static final List<String> NAMES = List.of("prompt", JSON, TABLE);

  static ResultForm of(Arguments arguments, boolean isJson) throws UsageException {
    String name = arguments.value("--format", isJson ? JSON : "prompt");
    boolean noContent = arguments.has("--no-content");
    if (!NAMES.contains(name)) {
      throw new UsageException("--format (" + name + ") must be prompt, json or table");
    }
    if (noContent && !name.equals(JSON)) {
      throw new UsageException("--no-content needs --format json");
    }
    return new ResultForm(name, !noContent);
  }

  /** Whether the content is needed once it has been looked at. */
  boolean keepsContent() {
    return !name.equals(TABLE) && withContent;
  }

  Format format(OutputStream out, Console console) throws IOException {
    return switch (name) {
      case JSON -> new JsonFormat(out, withContent);
      case TABLE -> new TableFormat(out, console);
      default -> new PromptFormat(out);
    };
  }
}
