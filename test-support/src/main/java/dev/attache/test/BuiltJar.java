package dev.attache.test;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A handler jar in the making: compiled from source, with a services file, as somebody ships it.
 */
public final class BuiltJar {

  public static final String SERVICE = "META-INF/services/" + ResourceHandler.class.getName();

  /** What the first source of a jar, which can need no other of it, was compiled to. */
  private static final Map<String, Map<Path, byte[]>> COMPILED = new ConcurrentHashMap<>();

  /** One for all, as it takes longer to read what is there in the JDK than to compile a class. */
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, UTF_8);

  private final Path directory;
  private final Path classes;
  private final List<String> services = new ArrayList<>();
  private final Manifest manifest = new Manifest();

  public BuiltJar(Path directory) throws IOException {
    this.directory = directory;
    this.classes = Files.createTempDirectory(directory, "classes");
    attribute("Manifest-Version", "1.0").attribute("Implementation-Version", "7.1");
  }

  /** Adds a handler of one scheme and its line in the services file. */
  public BuiltJar handler(String name, String scheme) throws Exception {
    return handler(name, "", "return java.util.Set.of(\"" + scheme + "\");");
  }

  /** Adds a handler with more members and a body of {@code schemes()}, and its line. */
  public BuiltJar handler(String name, String members, String schemes) throws Exception {
    return line("ext." + name)
        .source(
            name,
            """
            package ext;
            public class %s implements dev.attache.resource.spi.ResourceHandler {
              %s
              public java.util.Set<String> schemes() { %s }
              public java.util.List<dev.attache.resource.Resource> resolve(
                  dev.attache.resource.ResourceUri uri,
                  dev.attache.resource.spi.HandlerContext context) {
                return java.util.List.of();
              }
            }
            """
                .formatted(name, members, schemes));
  }

  /** Adds a handler of one scheme that answers with the text of an expression, and its line. */
  public BuiltJar answering(String name, String scheme, String expression) throws Exception {
    return line("ext." + name)
        .source(
            name,
            """
            package ext;
            public class %s implements dev.attache.resource.spi.ResourceHandler {
              public java.util.Set<String> schemes() { return java.util.Set.of("%s"); }
              public java.util.List<dev.attache.resource.Resource> resolve(
                  dev.attache.resource.ResourceUri uri,
                  dev.attache.resource.spi.HandlerContext context) {
                try {
                  var content = dev.attache.resource.ResourceContent.text(text());
                  return java.util.List.of(
                      dev.attache.resource.Resource.builder(uri, content)
                          .mimeType("text/plain")
                          .build());
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
              static String sees(String name) {
                try {
                  Class.forName(name);
                  return "yes";
                } catch (ClassNotFoundException e) {
                  return "no";
                }
              }
              static String text() throws java.io.IOException { return %s; }
            }
            """
                .formatted(name, scheme, expression));
  }

  /** Adds a line to the services file. */
  public BuiltJar line(String line) {
    services.add(line);
    return this;
  }

  /** Adds an attribute to the manifest, or replaces it. */
  public BuiltJar attribute(String name, String value) {
    manifest.getMainAttributes().putValue(name, value);
    return this;
  }

  /** Adds a file that is no class. */
  public BuiltJar resource(String name, String text) throws IOException {
    Path file = classes.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  /** Compiles one class of whichever package its source says. */
  public BuiltJar source(String name, String source) throws Exception {
    boolean isFirst = filesOf(classes).isEmpty();
    Map<Path, byte[]> known = isFirst ? COMPILED.get(source) : null;
    if (known != null) {
      for (var file : known.entrySet()) {
        Path target = classes.resolve(file.getKey());
        Files.createDirectories(target.getParent());
        Files.write(target, file.getValue());
      }
      return this;
    }
    compile(name, source);
    if (isFirst) {
      var compiled = new LinkedHashMap<Path, byte[]>();
      for (Path file : filesOf(classes)) {
        compiled.put(classes.relativize(file), Files.readAllBytes(file));
      }
      COMPILED.put(source, compiled);
    }
    return this;
  }

  private void compile(String name, String source) throws Exception {
    Path file = Files.writeString(directory.resolve(name + ".java"), source);
    String path = classes + ":" + apiPath() + ":" + System.getProperty("java.class.path");
    var output = new StringWriter();
    List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", path);
    var sources = FILES.getJavaFileObjects(file);
    if (!COMPILER.getTask(output, FILES, null, options, null, sources).call()) {
      throw new AssertionError(output.toString());
    }
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static Path apiPath() throws URISyntaxException {
    return Path.of(
        ResourceHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** The folder of its classes. */
  public Path classes() {
    return classes;
  }

  public Path classFile(String name) {
    return classes.resolve("ext/" + name + ".class");
  }

  /** Writes the folder of classes, and returns it. */
  public Path folder() throws IOException {
    Path file = classes.resolve(SERVICE);
    Files.createDirectories(file.getParent());
    Files.write(file, services);
    return classes;
  }

  /** Writes the jar, and returns it. */
  public Path write(String name) throws IOException {
    if (!services.isEmpty()) {
      folder();
    }
    Path jar = directory.resolve(name);
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Path file : filesOf(classes)) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  /** A loader of these jars and folders, which sees the API. */
  public static URLClassLoader loader(Path... jars) throws IOException {
    var urls = new ArrayList<URL>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ResourceHandler.class.getClassLoader());
  }
}
