package dev.attache.server.attached;

import dev.attache.conversation.tools.UnknownArguments;
import dev.attache.delivery.page.WantedLines;
import dev.attache.resource.ContentDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code refresh_resource} for clients of MCP, beside its {@code uri}. Immutable.
 *
 * @param known the digest of the version that the model has; null if it names none
 * @param lines the lines to return; null for all
 * @param isForced true to return the content in any case
 */
record RefreshArguments(@Nullable Known known, @Nullable WantedLines lines, boolean isForced) {

  /** The arguments of a call without any. */
  static final RefreshArguments NONE = new RefreshArguments(null, null, false);

  private static final String URI = "uri";
  private static final String KNOWN = "known";
  private static final String LINES = "lines";
  private static final String FORCE = "force";

  /** The description of the tool, for models. */
  static final String DESCRIPTION =
      "Returns the current content of an attached resource below a line with its digest, long ones"
          + " by pages. With the digest that you have as known, returns one line if nothing has"
          + " changed, or a diff.";

  /**
   * A digest from the line above a content.
   *
   * @param hex the digits, at least 12; empty if the model wrote something else
   */
  record Known(String hex) {

    private static final Pattern WRITTEN = Pattern.compile("(?:sha256:)?([0-9a-f]{12,64})");

    static Known of(String written) {
      Matcher matcher = WRITTEN.matcher(written.strip().toLowerCase(Locale.ROOT));
      return new Known(matcher.matches() ? matcher.group(1) : "");
    }

    boolean isOf(ContentDigest digest) {
      return !hex.isEmpty() && digest.hex().startsWith(hex);
    }

    /** The first 12 digits, the key of kept texts. */
    String shortForm() {
      return hex.isEmpty() ? hex : hex.substring(0, 12);
    }
  }

  /** The JSON Schema of all arguments. */
  static Map<String, Object> inputSchema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(URI, text("Path or URI of the resource"));
    properties.put(KNOWN, text("Digest of what you have, such as sha256:9acc50fd076f"));
    properties.put(LINES, text("Lines, such as 3000-3100"));
    Map<String, Object> force = new LinkedHashMap<>();
    force.put("type", "boolean");
    force.put("description", "Return the content in any case");
    properties.put(FORCE, force);
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of(URI));
    schema.put("additionalProperties", false);
    return schema;
  }

  /** Returns the JSON Schema of a text. */
  static Map<String, Object> text(String description) {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("type", "string");
    text.put("description", description);
    return text;
  }

  /** Returns what is wrong with arguments other than {@code uri}; null if nothing is. */
  static @Nullable String problem(Map<String, Object> arguments) {
    Object known = arguments.get(KNOWN);
    if (known != null && !(known instanceof String)) {
      return "The argument known must be a string: the digest of what you have, such as"
          + " sha256:9acc50fd076f.";
    }
    Object lines = arguments.get(LINES);
    boolean isRange = lines instanceof String || lines instanceof Integer; // a line alone
    if (lines != null && !(isRange && WantedLines.parse(String.valueOf(lines)) != null)) {
      return "The argument lines must be a range of lines, such as 3000-3100 or 3000-.";
    }
    return UnknownArguments.problem(arguments, List.of(URI, KNOWN, LINES, FORCE));
  }

  /** Takes arguments that have no {@link #problem}. */
  static RefreshArguments of(Map<String, Object> arguments) {
    Object known = arguments.get(KNOWN);
    Object lines = arguments.get(LINES);
    return new RefreshArguments(
        known == null ? null : Known.of(String.valueOf(known)),
        lines == null ? null : WantedLines.parse(String.valueOf(lines)),
        Boolean.TRUE.equals(arguments.get(FORCE)));
  }

  /** Returns the arguments without those that only select from what is read. */
  static Map<String, Object> toRead(Map<String, Object> arguments) {
    Map<String, Object> read = new LinkedHashMap<>(arguments);
    read.remove(KNOWN);
    read.remove(LINES);
    return read;
  }

  /** Returns the same arguments with other lines. */
  RefreshArguments of(WantedLines named) {
    return new RefreshArguments(known, named, isForced);
  }
}
