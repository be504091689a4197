package dev.attache.jars;

import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loader that every jar of others asks before it looks at its own classes: it knows the JDK,
 * the API with its SPI, that of models, and what supports handlers.
 */
final class ApiClassLoader extends ClassLoader {

  /** The loader of the API, and of much that is nobody's business. */
  static final ClassLoader PROGRAM = ResourceHandler.class.getClassLoader();

  static final ApiClassLoader INSTANCE = new ApiClassLoader();

  private static final List<String> PACKAGES =
      List.of("dev.attache.resource.", "dev.attache.support.", "dev.attache.model.");
  private static final List<String> FOLDERS =
      List.of("dev/attache/resource/", "dev/attache/support/", "dev/attache/model/");

  static {
    registerAsParallelCapable();
  }

  private ApiClassLoader() {
    super("attache-api", ClassLoader.getPlatformClassLoader());
  }

  /** Whether a class is always the program's own, even if a jar has one of the same name. */
  static boolean hasClass(String name) {
    return PACKAGES.stream().anyMatch(name::startsWith);
  }

  /** Whether a resource is always the program's own. */
  static boolean hasResource(String name) {
    return FOLDERS.stream().anyMatch(name::startsWith);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (hasClass(name)) {
      return PROGRAM.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    return hasResource(name) ? PROGRAM.getResource(name) : null;
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return hasResource(name) ? PROGRAM.getResources(name) : Collections.emptyEnumeration();
  }
}
