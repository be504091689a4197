package dev.attache.types.tika;

import dev.attache.types.TypeRules;
import java.io.IOException;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * The types that somebody has taught Tika: those of {@code custom-mimetypes.xml} on the class path
 * or in the system property {@code tika.custom-mimetypes}, and what detectors of the class path
 * find. Where there are neither, no class of Tika is loaded. Thread-safe.
 */
public final class TikaTypeRules implements TypeRules {

  static final String PROPERTY = "tika.custom-mimetypes";
  static final String CUSTOM = "custom-mimetypes.xml";
  private static final String DETECTORS = "META-INF/services/org.apache.tika.detect.Detector";

  private final @Nullable TikaDetection detection;
  private final @Nullable String problem;

  /** Made by the {@link java.util.ServiceLoader}. */
  public TikaTypeRules() {
    this(TikaTypeRules.class.getClassLoader());
  }

  TikaTypeRules(ClassLoader loader) {
    TikaDetection made = null;
    String why = null;
    try {
      made = isTaught(loader) ? TikaDetection.of(loader) : null;
    } catch (IOException | RuntimeException e) {
      why = "the types that Tika was taught are not used: " + e.getMessage();
    }
    detection = made;
    problem = why;
  }

  /** Whether there is anything that Tika knows by others. */
  private static boolean isTaught(ClassLoader loader) throws IOException {
    if (System.getProperty(PROPERTY) != null || loader.getResource(CUSTOM) != null) {
      return true;
    }
    Enumeration<?> detectors = loader.getResources(DETECTORS);
    return detectors.hasMoreElements();
  }

  @Override
  public @Nullable String typeOf(@Nullable String fileName, byte[] prefix, int length) {
    return detection == null ? null : detection.typeOf(fileName, prefix, length);
  }

  /** Whether nobody has taught Tika anything. */
  @Override
  public boolean isEmpty() {
    return detection == null;
  }

  @Override
  public @Nullable String problem() {
    return problem;
  }
}
