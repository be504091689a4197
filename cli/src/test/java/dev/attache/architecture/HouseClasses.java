package dev.attache.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/**
 * The classes of all modules, which are read once for all tests: that takes seconds and a quarter
 * of the memory of a JVM of tests, which gets it back if it has to.
 */
final class HouseClasses {

  private static @Nullable SoftReference<JavaClasses> last;

  private HouseClasses() {}

  /** All but tests, and but what is for our own tests and never deployed. */
  static synchronized JavaClasses all() {
    JavaClasses classes = last == null ? null : last.get();
    if (classes == null) {
      classes =
          new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .withImportOption(location -> !location.contains("/dev/attache/test/"))
              .importPackages("dev.attache");
      last = new SoftReference<>(classes);
    }
    return classes;
  }
}
