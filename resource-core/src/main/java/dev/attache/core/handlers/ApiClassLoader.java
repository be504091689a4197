package dev.attache.core.handlers;

import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** What every jar of others sees before its own classes: the JDK, and the API with its SPI. */
final class ApiClassLoader extends ClassLoader {

  /** The loader of the API, and of much that is nobody's business. */
  static final ClassLoader PROGRAM = ResourceHandler.class.getClassLoader();

  static final ApiClassLoader INSTANCE = new ApiClassLoader();

  private static final String CLASSES = "dev.attache.resource.";
  private static final String RESOURCES = "dev/attache/resource/";

  static {
    registerAsParallelCapable();
  }

  private ApiClassLoader() {
    super("attache-api", ClassLoader.getPlatformClassLoader());
  }

  /** Whether a class is always the program's own, even if a jar has one of the same name. */
  static boolean hasClass(String name) {
    return name.startsWith(CLASSES);
  }

  /** Whether a resource is always the program's own. */
  static boolean hasResource(String name) {
    return name.startsWith(RESOURCES);
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
