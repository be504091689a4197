package dev.attache.cli.handlers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SpiVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of a new handler's Maven project, which builds and passes its test as it is. */
public final class HandlerProject {

  /** Where the folder of the project is that holds Attaché's own artifacts. */
  static final String REPOSITORY = "repository/";

  private static final String TEMPLATES = "/dev/attache/cli/project/";
  private static final Pattern PLACEHOLDER = Pattern.compile("@([A-Z]+)@");

  private final NewHandler handler;
  private final String release;
  private final @Nullable AuthorRepository repository;

  /**
   * A project for a version of Attaché.
   *
   * @param release the version, without what says that it is none yet
   * @param repository what Maven Central does not have; null for a released version
   */
  public HandlerProject(NewHandler handler, String release, @Nullable AuthorRepository repository) {
    this.handler = handler;
    this.release = release;
    this.repository = repository;
  }

  /** The files by their paths, with slashes, in the order in which people look at them. */
  public Map<String, byte[]> files() {
    String test =
        "src/test/java/" + handler.packagePath() + "/" + handler.className() + "Test.java";
    String services = "src/main/resources/META-INF/services/" + ResourceHandler.class.getName();
    var files = new LinkedHashMap<String, byte[]>();
    files.put(handler.source(), filled("Handler.java"));
    files.put(test, filled("HandlerTest.java"));
    files.put(services, utf8(handler.packageName() + "." + handler.className() + "\n"));
    files.put("pom.xml", filled("pom.xml"));
    files.put("README.md", filled("README.md"));
    files.put(".gitignore", filled("gitignore"));
    if (repository != null) {
      repository.files().forEach((path, bytes) -> files.put(REPOSITORY + path, bytes));
    }
    return files;
  }

  /** The version of Attaché that the project is built against. */
  String version() {
    return repository == null ? release : repository.version();
  }

  /** Whether it has what it is built against in a folder of its own. */
  boolean hasRepository() {
    return repository != null;
  }

  private byte[] filled(String template) {
    return utf8(fill(read(template)));
  }

  private String fill(String template) {
    String ending = template.startsWith("<?xml") ? ".xml" : ".md";
    Matcher matcher = PLACEHOLDER.matcher(template);
    return matcher.replaceAll(found -> Matcher.quoteReplacement(value(found.group(1), ending)));
  }

  private String value(String placeholder, String ending) {
    return switch (placeholder) {
      case "NAME" -> handler.name();
      case "SCHEME" -> handler.scheme();
      case "PACKAGE" -> handler.packageName();
      case "PATH" -> handler.packagePath();
      case "CLASS" -> handler.className();
      case "VERSION" -> version();
      case "RELEASE" -> release;
      case "SPI" -> Integer.toString(SpiVersion.CURRENT);
      case "REPOSITORIES" -> repository == null ? "" : fill(read("repositories" + ending));
      default -> throw new AssertionError(placeholder); // the templates are ours
    };
  }

  private static String read(String template) {
    try (InputStream in =
        Objects.requireNonNull(
            HandlerProject.class.getResourceAsStream(TEMPLATES + template), template)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
