package dev.attache.cli;

/** The version of this build. */
final class Version {

  private Version() {}

  /** The version alone, as servers are told it. */
  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }

  /** The program, its version and the Java that runs it, on one line. */
  static String line() {
    String version = Version.class.getPackage().getImplementationVersion();
    return CommandLines.NAME
        + " "
        + (version == null ? "(not packaged)" : version)
        + " (Java "
        + System.getProperty("java.version")
        + ")";
  }
}
