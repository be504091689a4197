package dev.attache.jars;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import org.jspecify.annotations.Nullable;

/**
 * The class loader of one handler jar and of the jars beside it.
 *
 * <p>It sees, in this order: the JDK; the API of this program; what the jars have; and the
 * libraries that the API itself is built on, each as a whole, unless the jars have it too. Nothing
 * else of the program is there, and no other handler.
 *
 * <p>It is no {@link java.net.URLClassLoader}, because that one also opens what the {@code
 * Class-Path} of a manifest or an index of jars points at, anywhere, which nobody has trusted.
 */
final class JarClassLoader extends SecureClassLoader implements Closeable {

  private static final String JACKSON = "com/fasterxml/jackson/";

  /** The libraries of the API: of each the folders of its classes. */
  private static final List<List<String>> LIBRARIES =
      List.of(
          List.of(JACKSON + "annotation/", JACKSON + "core/", JACKSON + "databind/"),
          List.of("org/jspecify/"));

  static {
    registerAsParallelCapable();
  }

  private final List<OpenJar> jars;
  private final Map<List<String>, Boolean> ownLibraries = new LinkedHashMap<>();

  private JarClassLoader(String name, List<OpenJar> jars) {
    super(name, ApiClassLoader.INSTANCE);
    this.jars = jars;
  }

  static JarClassLoader open(String name, List<Path> files) throws IOException {
    var jars = new ArrayList<OpenJar>();
    try {
      for (Path file : files) {
        jars.add(OpenJar.open(file));
      }
      return new JarClassLoader(name, List.copyOf(jars));
    } catch (IOException | RuntimeException e) {
      for (OpenJar jar : jars) {
        jar.close();
      }
      throw e;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String path = name.replace('.', '/') + ".class";
    if (isOfProgram(path)) {
      return ApiClassLoader.PROGRAM.loadClass(name);
    }
    if (!ApiClassLoader.hasResource(path)) {
      for (OpenJar jar : jars) {
        JarEntry entry = jar.entry(path);
        if (entry != null) {
          return define(name, jar, entry);
        }
      }
    }
    throw new ClassNotFoundException(name);
  }

  private Class<?> define(String name, OpenJar jar, JarEntry entry) throws ClassNotFoundException {
    byte[] bytes;
    try (InputStream in = jar.open(entry)) {
      bytes = in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
    definePackage(name.substring(0, Math.max(0, name.lastIndexOf('.'))), jar);
    var source = new CodeSource(jar.url(), entry.getCodeSigners()); // known after it was read
    return defineClass(name, bytes, 0, bytes.length, source);
  }

  private void definePackage(String name, OpenJar jar) {
    if (getDefinedPackage(name) == null) {
      try {
        definePackage(
            name,
            jar.attribute(Attributes.Name.SPECIFICATION_TITLE),
            jar.attribute(Attributes.Name.SPECIFICATION_VERSION),
            jar.attribute(Attributes.Name.SPECIFICATION_VENDOR),
            jar.attribute(Attributes.Name.IMPLEMENTATION_TITLE),
            jar.attribute(Attributes.Name.IMPLEMENTATION_VERSION),
            jar.attribute(Attributes.Name.IMPLEMENTATION_VENDOR),
            null);
      } catch (IllegalArgumentException e) {
        // Another thread was first.
      }
    }
  }

  @Override
  protected @Nullable URL findResource(String name) {
    if (isOfProgram(name)) {
      return ApiClassLoader.PROGRAM.getResource(name);
    }
    List<URL> own = ownResources(name);
    return own.isEmpty() ? null : own.get(0);
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return isOfProgram(name)
        ? ApiClassLoader.PROGRAM.getResources(name)
        : Collections.enumeration(ownResources(name));
  }

  /** Without opening a jar once more, which would stay open and get out of date. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    InputStream known = ApiClassLoader.INSTANCE.getResourceAsStream(name);
    if (known != null || ApiClassLoader.hasResource(name)) {
      return known;
    }
    if (isOfProgram(name)) {
      return ApiClassLoader.PROGRAM.getResourceAsStream(name);
    }
    for (OpenJar jar : jars) {
      JarEntry entry = jar.entry(name);
      if (entry != null) {
        try {
          return jar.open(entry);
        } catch (IOException e) {
          return null; // as the contract has it
        }
      }
    }
    return null;
  }

  private List<URL> ownResources(String name) {
    var found = new ArrayList<URL>();
    if (!ApiClassLoader.hasResource(name)) {
      for (OpenJar jar : jars) {
        JarEntry entry = jar.entry(name);
        if (entry != null) {
          found.add(jar.url(entry));
        }
      }
    }
    return found;
  }

  /** Whether it is of a library of the API's that the jars do not have. */
  private boolean isOfProgram(String path) {
    for (List<String> library : LIBRARIES) {
      for (String folder : library) {
        if (path.startsWith(folder)) {
          return !isOwn(library);
        }
      }
    }
    return false;
  }

  private boolean isOwn(List<String> library) {
    synchronized (ownLibraries) {
      return ownLibraries.computeIfAbsent(
          library, folders -> folders.stream().anyMatch(this::hasClassesBelow));
    }
  }

  private boolean hasClassesBelow(String folder) {
    return jars.stream().anyMatch(jar -> jar.hasClassesBelow(folder));
  }

  @Override
  public void close() throws IOException {
    for (OpenJar jar : jars) {
      jar.close();
    }
  }
}
