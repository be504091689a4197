package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.tool.ResultRenderer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A jar of a handler by somebody else in the making: compiled from source, as it is shipped. */
public final class ForeignJar {

  private static final String SERVICES = "META-INF/services/" + ResourceHandler.class.getName();

  private static final String MODELS = "META-INF/services/" + ModelProvider.class.getName();

  private static final String CONNECTORS = "META-INF/services/" + ModelConnector.class.getName();

  private static final String CONVERTERS = "META-INF/services/" + ContentConverter.class.getName();

  private static final String RENDERERS = "META-INF/services/" + ResultRenderer.class.getName();

  /** The classes of sources that were compiled, as most are those of several tests. */
  private static final Map<String, Map<String, byte[]>> COMPILED = new HashMap<>();

  private final Path classes;
  private final Map<String, String> manifest = new LinkedHashMap<>();
  private String services = "";
  private String renderers = "";
  private String models = "";
  private String connectors = "";
  private String converters = "";
  private String list = "";

  private ForeignJar(Path directory) {
    try {
      this.classes = Files.createTempDirectory(directory, "classes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A handler of a scheme that says a word of each of its URIs. */
  public static ForeignJar of(Path directory, String name, String scheme, String word) {
    return new ForeignJar(directory)
        .says("Attache-Schemes", scheme)
        .handler(name, scheme, "return \"" + word + " \" + uri.value();", "");
  }

  /** A jar with nothing in it. */
  public static ForeignJar empty(Path directory) {
    return new ForeignJar(directory);
  }

  /** Adds a handler, and names it. */
  public ForeignJar handler(String name, String scheme, String body, String supertype) {
    return names("ext." + name)
        .source(
            name,
            """
            package ext;
            import dev.attache.resource.*;
            import dev.attache.resource.spi.*;
            public class %s %s implements ResourceHandler {
              public java.util.Set<String> schemes() { return java.util.Set.of("%s"); }
              private String text(ResourceUri uri) { %s }
              public java.util.List<Resource> resolve(ResourceUri uri, HandlerContext context) {
                return java.util.List.of(
                    Resource.builder(uri, ResourceContent.text(text(uri))).build());
              }
            }
            """
                .formatted(name, supertype, scheme, body));
  }

  /** Adds a renderer of results of a kind, and names it. */
  public ForeignJar renderer(String name, String kind, String body) {
    return namesRenderer("ext." + name)
        .source(
            name,
            """
            package ext;
            import dev.attache.resource.tool.*;
            import java.util.*;
            public class %s implements ResultRenderer {
              public Set<String> kinds() { return Set.of("%s"); }
              public List<String> render(SemanticResult result, int width) { %s }
            }
            """
                .formatted(name, kind, body));
  }

  /** Names a class as a renderer of results. */
  public ForeignJar namesRenderer(String line) {
    renderers += line + "\n";
    return this;
  }

  /**
   * Adds a provider of models, and names it.
   *
   * @param members its constructor, {@code name()} and {@code profiles()}
   * @param render the body of {@code render(ModelRequest request)}
   */
  public ForeignJar model(String name, String members, String render) {
    return namesModel("ext." + name)
        .source(
            name,
            """
            package ext;
            import dev.attache.model.*;
            import java.util.*;
            public class %s implements ModelProvider {
              %s
              public RequestBody render(ModelRequest request) throws java.io.IOException { %s }
            }
            """
                .formatted(name, members, render));
  }

  /**
   * Adds what connects to models of a provider, and names it.
   *
   * @param provider the expression of the name
   * @param open the body of {@code open(request, body, settings)}
   * @param count that of {@code countTokens(request, body, settings)}
   */
  public ForeignJar connector(String name, String provider, String open, String count) {
    String parameters = "(ModelRequest request, RequestBody body, ModelSettings settings)";
    return namesConnector("ext." + name)
        .source(
            name,
            """
            package ext;
            import dev.attache.model.*;
            import dev.attache.model.call.*;
            import java.util.*;
            public class %s implements ModelConnector {
              public String name() { return %s; }
              public ModelCall open%s throws ModelException { %s }
              public OptionalLong countTokens%s throws ModelException { %s }
              public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings) {
                return List.of();
              }
            }
            """
                .formatted(name, provider, parameters, open, parameters, count));
  }

  /** Adds a converter of documents of a type, names it, and lists it. */
  public ForeignJar converter(String name, int version, String mimeType, String markdown) {
    converters += "ext." + name + "\n";
    list += name.toLowerCase(Locale.ROOT) + " " + version + " " + mimeType + "\n";
    return source(
        name,
        """
        package ext;
        import dev.attache.resource.convert.*;
        import java.util.*;
        public class %s implements ContentConverter {
          public String name() { return "%s"; }
          public String version() { return "%s"; }
          public Set<String> mimeTypes() { return Set.of("%s"); }
          public Conversion convert(ConversionSource source, ConversionOptions options) {
            return Conversion.of("%s");
          }
        }
        """
            .formatted(name, name.toLowerCase(Locale.ROOT), version, mimeType, markdown));
  }

  /** Names a class as what connects to models. */
  public ForeignJar namesConnector(String line) {
    connectors += line + "\n";
    return this;
  }

  /** Names a class as a provider of models. */
  public ForeignJar namesModel(String line) {
    models += line + "\n";
    return this;
  }

  /** Names a class as a handler. */
  public ForeignJar names(String line) {
    services += line + "\n";
    return this;
  }

  /** Adds an attribute to the manifest. */
  public ForeignJar says(String attribute, String value) {
    manifest.put(attribute, value);
    return this;
  }

  /** Adds one class of the package {@code ext}, and what is nested in it. */
  public ForeignJar source(String name, String source) {
    try {
      Map<String, byte[]> compiled = COMPILED.get(source);
      if (compiled == null) {
        compiled = compile(name, source);
        COMPILED.put(source, compiled);
      }
      for (var each : compiled.entrySet()) {
        Path target = classes.resolve(each.getKey());
        Files.createDirectories(target.getParent());
        Files.write(target, each.getValue());
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles a class, and returns its files by their places. */
  private Map<String, byte[]> compile(String name, String source) throws IOException {
    Path directory = Files.createTempDirectory(classes.getParent(), "compiled");
    Path file = Files.writeString(directory.resolve(name + ".java"), source);
    var output = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, UTF_8)) {
      var options =
          List.of(
              "-proc:none",
              "-d",
              directory.toString(),
              "-cp",
              String.join(
                  ":", classes.toString(), api(ResourceHandler.class), api(ModelProvider.class)));
      var sources = files.getJavaFileObjects(file);
      if (!compiler.getTask(output, files, null, options, null, sources).call()) {
        throw new AssertionError(output.toString());
      }
    }
    var compiled = new LinkedHashMap<String, byte[]>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.filter(one -> one.toString().endsWith(".class")).sorted().toList()) {
        compiled.put(directory.relativize(each).toString(), Files.readAllBytes(each));
      }
    }
    return compiled;
  }

  /** The jar or the folder that a class of the program is in. */
  private static String api(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** Leaves a compiled class out. */
  public ForeignJar without(String name) {
    try {
      Files.delete(file(name));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a compiled class one for another version of Java. */
  public ForeignJar compiledFor(int java, String name) {
    try {
      byte[] bytes = Files.readAllBytes(file(name));
      bytes[7] = (byte) (java + 44);
      Files.write(file(name), bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(String name) {
    return classes.resolve("ext/" + name + ".class");
  }

  /** Writes the jar, and returns it. */
  public Path write(Path jar) {
    var head = new Manifest();
    head.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.forEach((name, value) -> head.getMainAttributes().putValue(name, value));
    try {
      Files.createDirectories(jar.getParent());
      try (var out = new JarOutputStream(Files.newOutputStream(jar), head)) {
        for (Path file : classFiles()) {
          add(out, classes.relativize(file).toString(), Files.readAllBytes(file));
        }
        if (!services.isEmpty()) {
          add(out, SERVICES, services.getBytes(UTF_8));
        }
        if (!converters.isEmpty()) {
          add(out, CONVERTERS, converters.getBytes(UTF_8));
          add(out, ContentConverter.LIST, list.getBytes(UTF_8));
        }
        if (!renderers.isEmpty()) {
          add(out, RENDERERS, renderers.getBytes(UTF_8));
        }
        if (!models.isEmpty()) {
          add(out, MODELS, models.getBytes(UTF_8));
        }
        if (!connectors.isEmpty()) {
          add(out, CONNECTORS, connectors.getBytes(UTF_8));
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> classFiles() throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return new ArrayList<>(files.filter(Files::isRegularFile).sorted().toList());
    }
  }

  private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }
}
