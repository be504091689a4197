package dev.attache.resource.secrets;

/** The table of names for tests elsewhere, which try it without one of its lines. */
public final class NameTable {

  private final NamePatterns patterns;

  private NameTable(String lines) {
    this.patterns = NamePatterns.of(NamePatterns.groups(lines)::get);
  }

  public static NameTable of(String lines) {
    return new NameTable(lines);
  }

  public boolean match(String directory, String name) {
    return patterns.match(directory, name);
  }
}
