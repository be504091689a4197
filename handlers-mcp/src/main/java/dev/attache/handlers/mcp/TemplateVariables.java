package dev.attache.handlers.mcp;

import dev.attache.mcp.ServerText;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The values that templates of URIs are expanded with, and which of them were used. To be used by
 * one thread.
 */
final class TemplateVariables {

  private static final String KEY = "variables";

  private static final String TOO_LONG =
      "is a template of more than " + UriTemplate.LONGEST + " characters, which is the most";

  private final Map<String, Object> values;
  private final Set<String> used = new LinkedHashSet<>();

  private TemplateVariables(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * Returns the variables of the configuration.
   *
   * @throws ResourceException of kind {@code FAILED} if there is something else in their place
   */
  static TemplateVariables of(Map<String, Object> configuration) throws ResourceException {
    Object given = configuration.getOrDefault(KEY, Map.of());
    var values = new LinkedHashMap<String, Object>();
    if (!(given instanceof Map<?, ?> table)) {
      throw wrong(KEY, "must be a table");
    }
    for (Map.Entry<?, ?> variable : table.entrySet()) {
      if (!isText(variable.getValue())) {
        throw wrong(KEY + '.' + variable.getKey(), "must be a string or a list of strings");
      }
      values.put(String.valueOf(variable.getKey()), variable.getValue());
    }
    return new TemplateVariables(values);
  }

  private static boolean isText(Object value) {
    return value instanceof String
        || (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance));
  }

  private static ResourceException wrong(String key, String rule) {
    return ResourceException.of(
        Kind.FAILED, null, "invalid configuration [mcp]: " + key + " " + rule);
  }

  /**
   * Returns what the URI of an exclusion makes, or nothing if it is no template or lacks values.
   *
   * @param reference what an exception is about
   */
  Optional<String> expandIfSet(String uri, String reference) throws ResourceException {
    Optional<UriTemplate> template = UriTemplate.parse(uri);
    return template.isEmpty() || !template.get().unset(values).isEmpty()
        ? Optional.empty() // whoever includes it is told
        : Optional.of(expand(uri, reference));
  }

  /**
   * Returns what a URI makes: itself, if it is no template.
   *
   * @param reference what an exception is about
   * @throws ResourceException of kind {@code INVALID_URI} if a variable has no value, or the
   *     template is too long
   */
  String expand(String uri, String reference) throws ResourceException {
    Optional<UriTemplate> template = UriTemplate.parse(uri);
    if (template.isEmpty()) {
      return uri;
    }
    used.addAll(template.get().names());
    if (template.get().isTooLong()) {
      throw ResourceException.of(Kind.INVALID_URI, reference, TOO_LONG);
    }
    List<String> unset = template.get().unset(values);
    if (!unset.isEmpty()) {
      throw ResourceException.of(Kind.INVALID_URI, reference, message(unset));
    }
    try {
      return template.get().expand(values);
    } catch (IllegalArgumentException e) {
      throw ResourceException.of(
          Kind.INVALID_URI, reference, "the template cannot be expanded: " + e.getMessage(), e);
    }
  }

  /** Returns a line about those that nobody has used, or nothing if there are none. */
  Optional<String> unusedNote() {
    String unused =
        values.keySet().stream()
            .filter(name -> !used.contains(name))
            .map(ServerText::line)
            .collect(Collectors.joining(", "));
    return unused.isEmpty()
        ? Optional.empty()
        : Optional.of("no template uses the value that is given for " + unused);
  }

  private static String message(List<String> unset) {
    String options =
        unset.stream().map(name -> "--var " + name + "=value").collect(Collectors.joining(" "));
    String names = String.join(", ", unset);
    return unset.size() == 1
        ? "is a template whose variable " + names + " has no value: give it with " + options
        : "is a template whose variables " + names + " have no values: give them with " + options;
  }
}
