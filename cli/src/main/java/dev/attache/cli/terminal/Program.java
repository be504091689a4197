package dev.attache.cli.terminal;

import org.jspecify.annotations.Nullable;

/** The program as users know it: its name, and the version of this build. */
public final class Program {

  public static final String NAME = "attache";

  /** The file that users start; set by the launcher. */
  private static final String LAUNCHER = "attache.launcher";

  private Program() {}

  /** Returns the file that starts the program, or its name if Java was started in another way. */
  public static String launcher() {
    return System.getProperty(LAUNCHER, NAME);
  }

  /** Whether the launcher started this Java. */
  public static boolean isLaunched() {
    return System.getProperty(LAUNCHER) != null;
  }

  /** Returns the version alone; null if this build is not packaged. */
  public static @Nullable String version() {
    return Program.class.getPackage().getImplementationVersion();
  }

  /** Returns the version as servers and clients are told it. */
  public static String versionNumber() {
    String version = version();
    return version == null ? "0" : version;
  }

  /** Returns the program, its version and the Java that runs it, on one line. */
  public static String line() {
    String version = version();
    return NAME
        + " "
        + (version == null ? "(not packaged)" : version)
        + " (Java "
        + System.getProperty("java.version")
        + ")";
  }
}
