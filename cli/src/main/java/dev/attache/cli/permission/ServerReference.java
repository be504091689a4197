package dev.attache.cli.permission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * References to what servers of MCP offer, {@code mcp+SERVER+URI}, as far as the command has to
 * understand them: without the class that does, which is loaded for nobody who has no such.
 */
public final class ServerReference {

  private static final String SCHEME = "mcp";

  private ServerReference() {}

  /** Whether a reference, or one that takes something away, is spelled as one to a server. */
  public static boolean isAbout(String reference) {
    return isServer(reference.startsWith("!") ? reference.substring(1) : reference);
  }

  /** Whether one of some references is spelled so. */
  public static boolean isAboutAny(List<String> references) {
    for (String each : references) {
      if (isAbout(each)) {
        return true;
      }
    }
    return false;
  }

  /** The same for one that takes nothing away. */
  public static boolean isServer(String reference) {
    return reference.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && reference.length() > SCHEME.length()
        && "+:".indexOf(reference.charAt(SCHEME.length())) >= 0;
  }

  /**
   * The name or alias of the server, in {@code mcp:SERVER+URI} as well, which is how an address is
   * spelled that could be no URI otherwise; null if the reference names none.
   */
  public static @Nullable String name(String reference) {
    int start = SCHEME.length() + 1;
    boolean isForeign = reference.startsWith("//", start); // mcp://host/ is somebody else's idea
    int end = isServer(reference) && !isForeign ? reference.indexOf('+', start) : -1;
    return end <= start ? null : reference.substring(start, end);
  }

  /** What names a server and all that it offers. */
  public static String of(String alias) {
    return SCHEME + "+" + alias + "+";
  }
}
