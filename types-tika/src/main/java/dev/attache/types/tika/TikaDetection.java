package dev.attache.types.tika;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tika.config.ServiceLoader;
import org.apache.tika.detect.DefaultDetector;
import org.apache.tika.detect.Detector;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;
import org.apache.tika.mime.MimeTypesFactory;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of Tika as it was taught with Tika as it comes: where both say the same, that is
 * none of what somebody added. Thread-safe.
 */
final class TikaDetection {

  private static final String CORE = "tika-mimetypes.xml";

  private final MimeTypes usual;
  private final Detector taught;

  private TikaDetection(MimeTypes usual, Detector taught) {
    this.usual = usual;
    this.taught = taught;
  }

  /**
   * Reads what Tika was taught.
   *
   * @throws IOException if it cannot be read, naming it
   */
  static TikaDetection of(ClassLoader loader) throws IOException {
    String file = System.getProperty(TikaTypeRules.PROPERTY);
    if (file != null && !Files.isReadable(Path.of(file))) {
      throw new IOException(TikaTypeRules.PROPERTY + " (" + file + ") is not a readable file");
    }
    MimeTypes usual;
    try (InputStream core = MimeTypes.class.getResourceAsStream(CORE)) {
      usual = MimeTypesFactory.create(core);
    } catch (MimeTypeException e) {
      throw new IOException(CORE + " of Tika: " + e.getMessage(), e);
    }
    try {
      MimeTypes custom = MimeTypesFactory.create(CORE, TikaTypeRules.CUSTOM, loader);
      return new TikaDetection(usual, new DefaultDetector(custom, new ServiceLoader(loader)));
    } catch (MimeTypeException e) {
      throw new IOException("custom-mimetypes.xml: " + cause(e), e);
    }
  }

  private static String cause(MimeTypeException e) {
    Throwable cause = e.getCause();
    return String.valueOf((cause == null ? e : cause).getMessage());
  }

  /** The type that Tika has learned of for this content; null if it has not. */
  @Nullable String typeOf(@Nullable String fileName, byte[] prefix, int length) {
    MediaType now = detect(taught, fileName, prefix, length);
    return now == null
            || now.equals(MediaType.OCTET_STREAM)
            || now.equals(detect(usual, fileName, prefix, length))
        ? null
        : now.toString();
  }

  private static @Nullable MediaType detect(
      Detector detector, @Nullable String fileName, byte[] prefix, int length) {
    var metadata = new Metadata();
    if (fileName != null) {
      metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, fileName);
    }
    try {
      return detector.detect(new ByteArrayInputStream(prefix, 0, length), metadata);
    } catch (IOException e) {
      return null; // the beginning of the content is in memory, so this is the detector's own
    }
  }
}
