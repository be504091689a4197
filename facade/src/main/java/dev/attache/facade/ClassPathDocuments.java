package dev.attache.facade;

import dev.attache.core.convert.DocumentConverter;
import dev.attache.support.places.UserPlaces;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What makes Markdown of documents, with the converters that the class path has; made for the first
 * document. Its processes end when they have had nothing to do for a while, and with the program,
 * so that nobody has to close it. Thread-safe.
 */
final class ClassPathDocuments implements Supplier<DocumentConverter> {

  /** Conversions are kept where the command keeps them. */
  private static final String CACHE = "conversions";

  private @Nullable DocumentConverter converter;

  @Override
  public synchronized DocumentConverter get() {
    if (converter == null) {
      Path caches = UserPlaces.cache(System.getenv());
      converter =
          DocumentConverter.builder()
              .addClassPath(ClassPathDocuments.class.getClassLoader())
              .cache(caches == null ? null : caches.resolve(CACHE))
              .build();
    }
    return converter;
  }
}
