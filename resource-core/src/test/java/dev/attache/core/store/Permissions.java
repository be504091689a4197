package dev.attache.core.store;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The taking away of permissions, where the user has only those that are given. */
final class Permissions {

  private Permissions() {}

  /** Something to do meanwhile. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  /** Does something while a file or directory cannot be used; skips the test for who always can. */
  static void withdrawn(Path path, Step step) throws Exception {
    only(path, "---------", step);
  }

  /** Does something while a file or directory has only these permissions. */
  static void only(Path path, String spelled, Step step) throws Exception {
    assumeThat(System.getProperty("user.name"))
        .as("the superuser has all permissions")
        .isNotEqualTo("root");
    Set<PosixFilePermission> before = Files.getPosixFilePermissions(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(spelled));
    try {
      step.run();
    } finally {
      Files.setPosixFilePermissions(path, before);
    }
  }
}
