package dev.attache.resource.secrets;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

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
  private static final String GENERATED = "dev.attache.resource.secrets.GeneratedNames";

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

  @SuppressWarnings("unchecked") // as SensitiveNamesGenerator writes it
  private static UnaryOperator<@Nullable String> table() {
    try {
      return (UnaryOperator<@Nullable String>)
          Class.forName(GENERATED)
              .asSubclass(UnaryOperator.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(GENERATED + " is missing: process-classes generates it", e);
    }
  }
}
