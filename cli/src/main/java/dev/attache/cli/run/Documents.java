package dev.attache.cli.run;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.convert.PdfForm;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.support.places.UserPlaces;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What makes Markdown of the documents of one run, as the user has it: the converters are the jars
 * that lie beside that of the command, in {@code documents}, those of its class path, and those of
 * handlers.
 */
public final class Documents {

  private static final String DIRECTORY = "documents";
  private static final String CACHE = "conversions";

  private Documents() {}

  /**
   * Makes it.
   *
   * @param form that of PDF
   * @param jars those of handlers that convert documents
   */
  static DocumentConverter converter(
      RunOptions options, Map<String, String> environment, PdfForm form, List<Path> jars) {
    DocumentConverter.Builder builder =
        DocumentConverter.builder()
            .addClassPath(Documents.class.getClassLoader())
            .cache(cache(options.arguments(), environment))
            .options(wanted(options))
            .pdf(form);
    for (Path jar : jars) {
      builder.addConverters(jar);
    }
    Path directory = directory();
    if (directory != null) {
      builder.addDirectory(directory);
      builder.archive(archive(directory));
    }
    Integer jobs = jobs(options);
    return (jobs == null ? builder : builder.workers(jobs)).build();
  }

  /** With the time that was typed for an item, which is processor time for a document. */
  private static ConversionOptions wanted(RunOptions options) {
    Arguments arguments = options.arguments();
    Duration typed = timeout(options);
    ConversionLimits usual = ConversionLimits.DEFAULT;
    return new ConversionOptions(
        typed == null ? usual : usual.withTime(typed),
        null,
        arguments.has("--formulas"),
        arguments.has("--ignore-restrictions"));
  }

  private static @Nullable Duration timeout(RunOptions options) {
    try {
      return options.limits().timeout();
    } catch (UsageException e) {
      return null; // it was refused when the resolver was made
    }
  }

  /** The archive that the launcher makes; it fits one build of Java, whose name it has. */
  private static Path archive(Path directory) {
    String version = System.getProperty("java.runtime.version", "");
    return directory.resolveSibling(DIRECTORY + "-" + version.replace('/', '_') + ".jsa");
  }

  /** The form that was typed. */
  static PdfForm pdf(Arguments arguments) throws UsageException {
    String typed = arguments.value("--pdf", "document");
    return switch (typed) {
      case "document" -> PdfForm.DOCUMENT;
      case "text" -> PdfForm.TEXT;
      case "pages" -> PdfForm.PAGES;
      default -> throw new UsageException("--pdf (" + typed + ") must be document, text or pages");
    };
  }

  private static @Nullable Path cache(Arguments arguments, Map<String, String> environment) {
    Path place = arguments.has("--no-cache") ? null : UserPlaces.cache(environment);
    return place == null ? null : place.resolve(CACHE);
  }

  private static @Nullable Integer jobs(RunOptions options) {
    try {
      return options.limits().jobs();
    } catch (UsageException e) {
      return null; // it was refused when the resolver was made
    }
  }

  /** Where the converters lie; null if the command is in no jar. */
  private static @Nullable Path directory() {
    CodeSource source = Documents.class.getProtectionDomain().getCodeSource();
    try {
      Path jar = source == null ? null : Path.of(source.getLocation().toURI());
      return jar == null || !jar.toString().endsWith(".jar") ? null : jar.resolveSibling(DIRECTORY);
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
