package dev.attache.resource.testkit.convert;

import dev.attache.resource.convert.ConversionSource;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A document in memory, as converters are given it.
 *
 * @param bytes its bytes, not copied
 * @param mimeType its type, without parameters
 * @param name the name of its file, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SampleDocument(byte[] bytes, String mimeType, @Nullable String name)
    implements ConversionSource {

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public long size() {
    return bytes.length;
  }

  /** Returns other bytes of the same type and name. */
  SampleDocument with(byte[] other) {
    return new SampleDocument(other, mimeType, name);
  }

  /** Returns the same bytes under another name. */
  SampleDocument named(@Nullable String other) {
    return new SampleDocument(bytes, mimeType, other);
  }
}
