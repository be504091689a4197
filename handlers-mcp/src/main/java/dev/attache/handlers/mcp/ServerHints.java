package dev.attache.handlers.mcp;

import dev.attache.mcp.ServerText;
import dev.attache.resource.Annotations;
import dev.attache.resource.Role;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server's hints about a resource, wherever it put them: each from the first place that has a
 * usable one. What is wrong is noted and left out.
 */
final class ServerHints {

  private final List<Map<?, ?>> places;
  private final Consumer<String> notes;

  private ServerHints(List<Map<?, ?>> places, Consumer<String> notes) {
    this.places = places;
    this.notes = notes;
  }

  /** Returns the hints in a content and, where it has none, in the entry of the list. */
  static Annotations of(
      Map<String, Object> content, Map<String, Object> entry, Consumer<String> notes) {
    var hints =
        new ServerHints(List.of(annotations(content), content, annotations(entry), entry), notes);
    return new Annotations(hints.audience(), hints.priority(), hints.lastModified());
  }

  private static Map<?, ?> annotations(Map<String, Object> fields) {
    return fields.get("annotations") instanceof Map<?, ?> annotations ? annotations : Map.of();
  }

  private Set<Role> audience() {
    for (Map<?, ?> place : places) {
      Object value = place.get("audience");
      if (value instanceof List<?> names) {
        Set<Role> roles = roles(names);
        if (!roles.isEmpty()) {
          return roles;
        }
      } else if (value instanceof String name) {
        return roles(List.of(name));
      } else if (value != null) {
        ignored("audience", value);
      }
    }
    return Set.of();
  }

  private Set<Role> roles(List<?> names) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (Object name : names) {
      Optional<Role> role = name instanceof String text ? Role.parse(text) : Optional.empty();
      role.ifPresentOrElse(roles::add, () -> ignored("audience", name));
    }
    return roles;
  }

  private @Nullable Double priority() {
    for (Map<?, ?> place : places) {
      Object value = place.get("priority");
      if (value instanceof Number number
          && number.doubleValue() >= 0
          && number.doubleValue() <= 1) {
        return number.doubleValue();
      }
      if (value != null) {
        ignored("priority", value);
      }
    }
    return null;
  }

  private @Nullable Instant lastModified() {
    for (Map<?, ?> place : places) {
      Object value = place.get("lastModified");
      Instant instant = value instanceof String text ? instant(text.strip()) : null;
      if (instant != null) {
        return instant;
      }
      if (value != null) {
        ignored("lastModified", value);
      }
    }
    return null;
  }

  /** ISO 8601, as far as servers use it; what has no offset is taken as UTC. */
  private @Nullable Instant instant(String text) {
    try {
      if (text.indexOf('T') < 0) {
        return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
      }
      boolean hasOffset = text.endsWith("Z") || text.lastIndexOf('+') > 0 || hasMinusOffset(text);
      return hasOffset
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static boolean hasMinusOffset(String text) {
    return text.lastIndexOf('-') > text.indexOf('T');
  }

  private void ignored(String name, @Nullable Object value) {
    String shown = ServerText.line(String.valueOf(value));
    notes.accept("the server's " + name + " is invalid and ignored: " + shortened(shown));
  }

  private static String shortened(String shown) {
    return shown.length() <= 60 ? shown : shown.substring(0, shown.offsetByCodePoints(0, 40)) + "…";
  }
}
