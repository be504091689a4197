package dev.attache.cli.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A rule for whether a model may call a tool by itself. What the user calls runs in any case. */
public enum ToolPermission {
  /** The user is asked each time; a no where nobody can be asked. */
  ASK,
  /** It may. */
  ALLOW,
  /** It may not. */
  DENY;

  /** The setting for it in the table of a tool. */
  static final String KEY = "permission";

  static final List<String> WORDS = List.of("ask", "allow", "deny");
  static final String WORDS_IN_WORDS = "\"ask\", \"allow\" or \"deny\"";

  static ToolPermission of(@Nullable Object word) {
    return word instanceof String text ? valueOf(text.toUpperCase(Locale.ROOT)) : ASK;
  }

  /** The word for it in configurations. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
