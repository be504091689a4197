package dev.attache.resource.secrets;

import java.util.function.Supplier;

/**
 * The names of files that often hold secrets: environment files, private keys, credentials.
 *
 * <p>A handler leaves out what a directory, a pattern or an archive led it to ({@link
 * dev.attache.resource.spi.SkipReason#SENSITIVE}), reads what the user named exactly, and refuses
 * it to anybody else. Files that are told by their content alone, such as PEM files, are none of
 * these: the engine looks for keys in every text.
 */
public final class SensitiveNames {

  /** The class that the build generates from {@code sensitive-names.txt}. */
  static final String GENERATED = "dev.attache.resource.secrets.GeneratedNames";

  private static final NamePatterns PATTERNS = NamePatterns.of(table());

  private SensitiveNames() {}

  /**
   * {@return whether a file often contains secrets}
   *
   * @param directory the path of the directory that it lies in, with slashes; of it the last few
   *     names count
   * @param name its own name
   */
  public static boolean match(String directory, String name) {
    return PATTERNS.match(directory, name);
  }

  /** Returns the lines of the table. */
  static String table() {
    try {
      return (String)
          Class.forName(GENERATED)
              .asSubclass(Supplier.class)
              .getDeclaredConstructor()
              .newInstance()
              .get();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(GENERATED + " is missing: process-classes generates it", e);
    }
  }
}
