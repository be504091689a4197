package dev.attache.resource.secrets;

/** The table of names for tests elsewhere, which try it without one of its lines. */
public final class NameTable {

  private final NamePatterns patterns;

  private NameTable(String lines) {
    this.patterns = NamePatterns.of(lines);
  }

  public static NameTable of(String lines) {
    return new NameTable(lines);
  }

  /** The lines of the table that is used. */
  public static String lines() {
    return SensitiveNames.table();
  }

  public boolean match(String directory, String name) {
    return patterns.match(directory, name);
  }
}
