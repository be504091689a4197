package dev.attache.core.handlers;

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
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A handler jar in the making: compiled from source, with a services file, as somebody ships it.
 */
final class BuiltJar {

  static final String SERVICE = "META-INF/services/" + ResourceHandler.class.getName();

  private final Path directory;
  private final Path classes;
  private final List<String> services = new ArrayList<>();

  BuiltJar(Path directory) throws IOException {
    this.directory = directory;
    this.classes = Files.createTempDirectory(directory, "classes");
  }

  /** Adds a handler of one scheme and its line in the services file. */
  BuiltJar handler(String name, String scheme) throws Exception {
    return handler(name, "", "return java.util.Set.of(\"" + scheme + "\");");
  }

  /** Adds a handler with more members and a body of {@code schemes()}, and its line. */
  BuiltJar handler(String name, String members, String schemes) throws Exception {
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

  /** Adds a line to the services file. */
  BuiltJar line(String line) {
    services.add(line);
    return this;
  }

  /** Compiles one class of the package {@code ext}. */
  BuiltJar source(String name, String source) throws Exception {
    Path file = Files.writeString(directory.resolve(name + ".java"), source);
    var output = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, UTF_8)) {
      List<String> options =
          List.of("-proc:none", "-d", classes.toString(), "-cp", classes + ":" + apiPath());
      boolean compiled =
          compiler
              .getTask(output, files, null, options, null, files.getJavaFileObjects(file))
              .call();
      if (!compiled) {
        throw new AssertionError(output.toString());
      }
    }
    return this;
  }

  private static Path apiPath() throws URISyntaxException {
    return Path.of(
        ResourceHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  Path classFile(String name) {
    return classes.resolve("ext/" + name + ".class");
  }

  /** Writes the folder of classes, and returns it. */
  Path folder() throws IOException {
    Path file = classes.resolve(SERVICE);
    Files.createDirectories(file.getParent());
    Files.write(file, services);
    return classes;
  }

  /** Writes the jar, and returns it. */
  Path write(String name) throws IOException {
    folder();
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "7.1");
    Path jar = directory.resolve(name);
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  /** A loader of these jars and folders, which sees the API. */
  static URLClassLoader loader(Path... jars) throws IOException {
    var urls = new ArrayList<URL>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ResourceHandler.class.getClassLoader());
  }
}
