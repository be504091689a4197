package dev.attache.support.process;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The directories that programs are looked up in: the absolute entries of a {@code PATH}.
 *
 * <p>A relative or empty entry means the directory that a command runs in, which is the workspace
 * and may hold a {@code git} of its own. Immutable.
 *
 * @param entries the absolute entries, in order
 * @param passedOver the others, in order
 */
public record SearchPath(List<String> entries, List<String> passedOver) {

  /** Where programs are looked up if nobody says where. */
  public static final SearchPath DEFAULT =
      new SearchPath(List.of("/usr/local/bin", "/usr/bin", "/bin"), List.of());

  /**
   * Takes copies of both lists.
   *
   * @param entries the absolute entries, in order
   * @param passedOver the others, in order
   */
  public SearchPath {
    entries = List.copyOf(entries);
    passedOver = List.copyOf(passedOver);
  }

  /**
   * {@return the entries of a {@code PATH}; those of the default if none of them is absolute}
   *
   * @param path the value of the variable; empty if it is not set
   */
  public static SearchPath of(String path) {
    var absolute = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      (new File(entry).isAbsolute() ? absolute : others).add(entry);
    }
    if (path.isEmpty()) {
      return DEFAULT;
    }
    return new SearchPath(absolute.isEmpty() ? DEFAULT.entries : absolute, others);
  }

  /** {@return the text of this as a {@code PATH}} */
  public String text() {
    return String.join(File.pathSeparator, entries);
  }
}
