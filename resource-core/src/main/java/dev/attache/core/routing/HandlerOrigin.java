package dev.attache.core.routing;

import dev.attache.resource.ContentDigest;
import org.jspecify.annotations.Nullable;

/**
 * The place that a handler comes from. Immutable.
 *
 * @param kind how it came to be used
 * @param place the jar, folder or configuration file, for people
 * @param digest that of the jar or folder as {@code HandlerJar.digest}; null where none is taken
 */
public record HandlerOrigin(Kind kind, String place, @Nullable ContentDigest digest) {

  /** How a handler came to be used. */
  public enum Kind {
    /** It lies on the class path of the program, which is trusted as the program is. */
    CLASS_PATH("class path"),
    /** An application made it itself. */
    APPLICATION("application"),
    /** The user named its jar for this run. */
    NAMED("named"),
    /** It lies in the user's folder of handlers. */
    USER("user"),
    /** It lies in the workspace's folder of handlers, and so may come from anybody. */
    WORKSPACE("workspace"),
    /** The user's configuration defines it as a program. */
    CONFIGURED("configuration");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** {@return the word for it in lists and JSON} */
    public String label() {
      return label;
    }
  }

  @Override
  public String toString() {
    return place;
  }
}
