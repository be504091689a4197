package dev.attache.resource.tool;

import dev.attache.resource.tool.DisplayHints.View;
import dev.attache.resource.tool.SemanticResult.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reader of semantic results, which ignores what is not as it must be and says so. Used once.
 *
 * <p>An object is taken for one if it has a {@code kind} and besides it {@code data}, {@code
 * display} or {@code summary}, or the fields of one of the older flat forms: JSON of other programs
 * has kinds as well.
 */
final class SemanticResultReader {

  private static final Set<String> OWN_FIELDS =
      Set.of("kind", "data", "summary", "mimeType", "display");

  /** The kinds that had their fields beside them once, and a field that tells them from others. */
  private static final Map<String, String> FLAT =
      Map.of("text", "content", "diff", "modified", "file_content", "content");

  private static final String FLAT_LIST = "file_list";
  private static final String JSON = "json";
  private static final String STRUCTURED = "structured";

  /** What can follow a fence, and nothing that ends it. */
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z0-9+#._-]{1,40}");

  private final String pointer;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param pointer where the object stands
   */
  SemanticResultReader(String pointer) {
    this.pointer = pointer;
  }

  static Reading find(Map<String, Object> answer) {
    if (answer.get("_meta") instanceof Map<?, ?> meta
        && meta.get(SemanticResult.VIEW) instanceof Map<?, ?> view) {
      return new SemanticResultReader("/_meta/dev.attache~1view").read(object(view));
    }
    if (answer.get("structuredContent") instanceof Map<?, ?> structured) {
      Reading reading = new SemanticResultReader("/structuredContent").read(object(structured));
      if (reading.result() != null) {
        return reading;
      }
    }
    return new SemanticResultReader("").read(answer);
  }

  @SuppressWarnings("unchecked") // the keys of JSON objects are texts
  private static Map<String, Object> object(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  Reading read(Map<String, Object> object) {
    if (!isResult(object) || !(object.get("kind") instanceof String kind)) {
      return Reading.NOTHING;
    }
    if (!SemanticResult.isKind(kind)) {
      say(
          "/kind",
          "must be lower-case words joined by _ and ., such as git.status, of at most "
              + SemanticResult.MAX_KIND
              + " characters; the result is taken as a text");
      return new Reading(null, problems);
    }
    var result =
        new SemanticResult(
            kind.equals(JSON) ? STRUCTURED : kind,
            object.containsKey("data") ? object.get("data") : flat(object),
            text(object, "summary"),
            text(object, "mimeType"),
            hints(object.get("display")));
    return new Reading(result, problems);
  }

  private static boolean isResult(Map<String, Object> object) {
    return object.get("kind") instanceof String kind
        && !(object.get("content") instanceof List)
        && (object.containsKey("data")
            || object.get("summary") instanceof String
            || object.get("display") instanceof Map
            || isFlat(kind, object));
  }

  private static boolean isFlat(String kind, Map<String, Object> object) {
    String mark = FLAT.get(kind);
    return (mark != null && object.get(mark) instanceof String)
        || (kind.equals(FLAT_LIST) && object.get("entries") instanceof List)
        || (kind.equals(JSON) && object.size() > 1);
  }

  /** The fields of the older form, which are the data of the newer one; null if there are none. */
  private static @Nullable Object flat(Map<String, Object> object) {
    var data = new LinkedHashMap<>(object);
    data.keySet().removeAll(OWN_FIELDS);
    return data.isEmpty() ? null : data;
  }

  private DisplayHints hints(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> display)) {
      if (value != null) {
        say("/display", "must be an object; ignored");
      }
      return DisplayHints.NONE;
    }
    return new DisplayHints(
        view(display.get("preferredView")),
        language(display.get("language")),
        isCollapsed(display.get("collapsed")),
        maxHeight(display.get("maxHeight")),
        priority(display.get("priority")));
  }

  private @Nullable View view(@Nullable Object value) {
    for (View view : View.values()) {
      if (view.toString().equals(value)) {
        return view;
      }
    }
    if (value != null) {
      say("/display/preferredView", "must be one of " + names() + "; ignored");
    }
    return null;
  }

  private static String names() {
    var names = new ArrayList<String>();
    for (View view : View.values()) {
      names.add(view.toString());
    }
    return String.join(", ", names);
  }

  private @Nullable String language(@Nullable Object value) {
    if (value instanceof String language && LANGUAGE.matcher(language).matches()) {
      return language;
    }
    if (value != null) {
      say("/display/language", "must be a name such as java or c++; ignored");
    }
    return null;
  }

  private boolean isCollapsed(@Nullable Object value) {
    if (value != null && !(value instanceof Boolean)) {
      say("/display/collapsed", "must be true or false; ignored");
    }
    return Boolean.TRUE.equals(value);
  }

  private @Nullable Integer maxHeight(@Nullable Object value) {
    if (value instanceof Number number) {
      double height = number.doubleValue();
      if (height >= 1 && height == Math.rint(height)) {
        return (int) Math.min(height, Integer.MAX_VALUE);
      }
    }
    if (value != null) {
      say("/display/maxHeight", "must be a whole number above 0; ignored");
    }
    return null;
  }

  private @Nullable Double priority(@Nullable Object value) {
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    if (value != null) {
      say("/display/priority", "must be a number; ignored");
    }
    return null;
  }

  /** A text that says something; null for one of blanks. */
  private @Nullable String text(Map<String, Object> object, String field) {
    Object value = object.get(field);
    if (value instanceof String text) {
      return text.isBlank() ? null : text;
    }
    if (value != null) {
      say("/" + field, "must be a string; ignored");
    }
    return null;
  }

  private void say(String field, String rule) {
    problems.add(pointer + field + ": " + rule);
  }
}
