package dev.attache.core.tool;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The check of values against JSON Schemas, for which an application brings a library. */
@FunctionalInterface
public interface SchemaRule {

  /**
   * Returns what is wrong with a value, a phrase each: {@code must be one of main, develop}, or
   * with a pointer before it, {@code /name is missing}; empty if nothing is.
   */
  List<String> problems(Map<String, Object> schema, @Nullable Object value);
}
