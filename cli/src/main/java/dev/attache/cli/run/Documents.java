package dev.attache.cli.run;

import dev.attache.cli.options.Arguments;
import dev.attache.core.convert.DocumentConverter;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.support.places.UserPlaces;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What makes Markdown of the documents of one run: nothing before the first document comes. The
 * converters are the jars that lie beside that of the command, in {@code documents}, and those of
 * its class path. Thread-safe.
 */
final class Documents implements Supplier<DocumentConverter>, AutoCloseable {

  private static final String DIRECTORY = "documents";
  private static final String CACHE = "conversions";

  private final Arguments arguments;
  private final Map<String, String> environment;
  private final @Nullable Integer jobs;
  private @Nullable DocumentConverter converter;

  /**
   * @param jobs how many are converted at once; null if the user says nothing
   */
  Documents(Arguments arguments, Map<String, String> environment, @Nullable Integer jobs) {
    this.arguments = arguments;
    this.environment = environment;
    this.jobs = jobs;
  }

  @Override
  public synchronized DocumentConverter get() {
    if (converter == null) {
      converter = make();
    }
    return converter;
  }

  private DocumentConverter make() {
    DocumentConverter.Builder builder =
        DocumentConverter.builder()
            .addClassPath(Documents.class.getClassLoader())
            .cache(cache())
            .options(options());
    Path directory = directory();
    if (directory != null) {
      builder.addDirectory(directory);
      builder.archive(directory.resolve(DIRECTORY + ".jsa"));
    }
    if (jobs != null) {
      builder.workers(jobs);
    }
    return builder.build();
  }

  private ConversionOptions options() {
    ConversionOptions usual = ConversionOptions.DEFAULT;
    return new ConversionOptions(
        usual.limits(), null, arguments.has("--formulas"), arguments.has("--ignore-restrictions"));
  }

  private @Nullable Path cache() {
    Path place = arguments.has("--no-cache") ? null : UserPlaces.cache(environment);
    return place == null ? null : place.resolve(CACHE);
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

  /** Ends what was started. */
  @Override
  public synchronized void close() {
    if (converter != null) {
      converter.close();
    }
  }
}
