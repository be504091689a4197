package dev.attache.store;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The taking away of permissions, where the user has only those that are given. */
public final class Permissions {

  private Permissions() {}

  /** Something to do meanwhile. */
  @FunctionalInterface
  public interface Step {
    void run() throws Exception;
  }

  /**
   * Does something while a file or directory cannot be used; skips the test for who always can:
   * root with the capabilities that it has as a rule.
   */
  public static void withdrawn(Path path, Step step) throws Exception {
    Set<PosixFilePermission> before = Files.getPosixFilePermissions(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
    try {
      assumeFalse(Files.isReadable(path), "whoever runs this may read everything");
      step.run();
    } finally {
      Files.setPosixFilePermissions(path, before);
    }
  }
}
