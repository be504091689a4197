package dev.attache.core.convert;

import java.util.Set;

/**
 * A converter as its jar lists it.
 *
 * @param name what it is called
 * @param version of what it writes
 * @param mimeTypes the types that it takes
 */
public record ConverterEntry(String name, String version, Set<String> mimeTypes) {

  /**
   * Keeps a copy of the types.
   *
   * @param name what it is called
   * @param version of what it writes
   * @param mimeTypes the types that it takes
   */
  public ConverterEntry {
    mimeTypes = Set.copyOf(mimeTypes);
  }

  /** The name and the version, as people are told them: {@code pdf 3.0.5}. */
  @Override
  public String toString() {
    return name + " " + version;
  }
}
