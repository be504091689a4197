package dev.attache.mcp.config;

import dev.attache.mcp.McpServer.Program;
import dev.attache.support.process.SearchPath;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What of a user's program the workspace decides: where it runs, what it is, its file of variables.
 * Arguments and variables that name the workspace hand it to the program, and that is ordinary; but
 * a {@code PATH} decides what is run.
 *
 * <p>One who names a file of the workspace for this run means what it names by itself, relatively.
 */
record WorkspaceDependence(Checkout checkout, DefinitionBase base) {

  /**
   * Whether the workspace decides where a program runs, or what it is.
   *
   * @param cwd the directory as it is written; empty if it is not
   */
  boolean of(String cwd, Program program) {
    boolean isDirectoryMeant = cwd.isEmpty() ? isOfFile() : isMeant(cwd, program.directory());
    if (checkout.decides(program.directory()) && !isDirectoryMeant) {
      return true;
    }
    return isCommandDecided(isDirectoryMeant, program) || isPathDecided(program);
  }

  private boolean isCommandDecided(boolean isDirectoryMeant, Program program) {
    String command = program.command();
    if (!command.contains("/")) {
      return false; // and is looked up in the PATH
    }
    Path file = program.directory().resolve(command);
    return checkout.decides(file) && !(isDirectoryMeant && isMeant(command, file));
  }

  private boolean isPathDecided(Program program) {
    String path = program.environment().get("PATH");
    return path != null
        && SearchPath.of(path).entries().stream()
            .anyMatch(entry -> checkout.decides(program.directory().resolve(entry)));
  }

  /**
   * Whether the workspace decides what stands in a file of variables.
   *
   * @param text the path as it is written
   */
  boolean of(String text, @Nullable Path environmentFile) {
    return environmentFile != null
        && checkout.decides(environmentFile)
        && !isMeant(text, environmentFile);
  }

  /** Whether a file of the workspace that the user named says a path, relative to itself. */
  private boolean isMeant(String text, Path path) {
    boolean isRelative = !path.getFileSystem().getPath(text).isAbsolute();
    return isRelative && base.kind() == DefinitionBase.Kind.NAMED_FILE && isOfFile();
  }

  /** Whether the file itself is in the workspace, so that who decides the one decides the other. */
  private boolean isOfFile() {
    return base.kind() != DefinitionBase.Kind.NONE && checkout.decides(base.directory());
  }
}
