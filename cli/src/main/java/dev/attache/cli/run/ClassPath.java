package dev.attache.cli.run;

import dev.attache.cli.terminal.Program;
import dev.attache.core.routing.DuplicateSchemeException;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.types.TypeDetector;
import java.io.File;
import java.util.List;

/**
 * The class path of the command. As the launcher starts it, that is its own jar and nothing else:
 * what the jar brings is known, and a start does not open the jar to look for it.
 */
public final class ClassPath {

  /** The handlers of the command's own jar. */
  static final List<String> HANDLERS =
      List.of(
          "dev.attache.handlers.file.FileHandler",
          "dev.attache.handlers.http.HttpHandler",
          "dev.attache.handlers.cmd.CommandHandler",
          "dev.attache.handlers.git.RepositoryHandler",
          "dev.attache.handlers.mcp.McpHandler");

  /** What names a file of types for Tika, the only way in which the command's user can teach it. */
  private static final String TAUGHT = "tika.custom-mimetypes";

  private ClassPath() {}

  /**
   * {@return the handlers of the class path}
   *
   * @throws DuplicateSchemeException if two of them claim one scheme
   */
  public static HandlerRegistry handlers() {
    ClassLoader loader = ClassPath.class.getClassLoader();
    return isOwnJar()
        ? HandlerRegistry.load(loader, HANDLERS, elements())
        : HandlerRegistry.load(loader);
  }

  /** {@return the rules for MIME types, with those that somebody has taught Tika} */
  static TypeDetector types() {
    return isOwnJar() && System.getProperty(TAUGHT) == null
        ? TypeDetector.with()
        : TypeDetector.standard();
  }

  /** A jar that others have made, of ours and of handlers of theirs, is started by others. */
  private static boolean isOwnJar() {
    return Program.isLaunched() && elements().indexOf(File.pathSeparatorChar) < 0;
  }

  private static String elements() {
    return System.getProperty("java.class.path", "");
  }
}
