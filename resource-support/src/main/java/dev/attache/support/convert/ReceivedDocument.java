package dev.attache.support.convert;

import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A document that has arrived whole, in a file of the worker's directory. */
record ReceivedDocument(Path file, long size, String mimeType, @Nullable String name)
    implements ConversionSource {

  @Override
  public InputStream open() throws IOException {
    return Files.newInputStream(file);
  }
}
