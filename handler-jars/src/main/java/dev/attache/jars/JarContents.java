package dev.attache.jars;

import static dev.attache.core.routing.HandlerProblem.ASK_ITS_AUTHOR;
import static dev.attache.core.routing.HandlerProblem.GET_IT_AGAIN;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.core.routing.ServicesFile;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SpiVersion;
import dev.attache.resource.tool.ResultRenderer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The files in which one jar says what it is.
 *
 * @param manifest what its manifest says
 * @param services what its services files name
 */
record JarContents(JarManifest manifest, JarServices services) {

  private static final int MAX_MANIFEST = 1 << 20;

  /** How many characters may list schemes, which are shown before anybody trusts the jar. */
  private static final int MAX_SCHEMES = 1 << 12;

  /** Says what is wrong with a jar, in words that follow what it is called. */
  static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1;

    private final String fix;

    UnusableException(String message, String fix, @Nullable Throwable cause) {
      super(message, cause);
      this.fix = fix;
    }

    String fix() {
      return fix;
    }
  }

  /** Reads a regular file. */
  static JarContents read(Path file) throws IOException, UnusableException {
    try (ZipFile zip = new ZipFile(file.toFile())) { // a JarFile would read manifests of any size
      var services =
          new JarServices(
              names(zip, ResourceHandler.class),
              names(zip, ResultRenderer.class),
              names(zip, ModelProvider.class),
              names(zip, ModelConnector.class),
              names(zip, ContentConverter.class));
      return new JarContents(manifest(entry(zip, JarFile.MANIFEST_NAME, MAX_MANIFEST)), services);
    } catch (ZipException e) {
      throw new UnusableException(
          "is not a complete jar: " + ForeignText.of(String.valueOf(e.getMessage())),
          GET_IT_AGAIN,
          e);
    }
  }

  /** The classes that a services file names; none if there is no such file. */
  private static List<String> names(ZipFile zip, Class<?> service)
      throws IOException, UnusableException {
    String path = ServicesFile.path(service);
    byte[] services = entry(zip, path, ServicesFile.MAX_SIZE);
    try {
      return services == null ? List.of() : ServicesFile.parse(services);
    } catch (ServicesFile.UnusableException e) {
      throw new UnusableException("has a " + path + " that " + e.getMessage(), ASK_ITS_AUTHOR, e);
    }
  }

  private static byte @Nullable [] entry(ZipFile zip, String name, int limit)
      throws IOException, UnusableException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null || entry.isDirectory()) {
      return null;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(limit + 1); // whatever size the entry claims
      if (bytes.length > limit) {
        throw new UnusableException(
            "has a " + name + " of more than " + limit + " bytes", ASK_ITS_AUTHOR, null);
      }
      return bytes;
    }
  }

  private static JarManifest manifest(byte @Nullable [] bytes) throws UnusableException {
    if (bytes == null) {
      return new JarManifest(null, null, null, null, List.of());
    }
    Attributes main;
    try {
      main = new Manifest(new ByteArrayInputStream(bytes)).getMainAttributes();
    } catch (IOException e) {
      throw new UnusableException(
          "has a manifest that cannot be read: " + ForeignText.of(String.valueOf(e.getMessage())),
          ASK_ITS_AUTHOR,
          e);
    }
    return new JarManifest(
        value(main, "Implementation-Title"),
        value(main, "Implementation-Version"),
        value(main, "Implementation-Vendor"),
        value(main, SpiVersion.ATTRIBUTE),
        schemes(main.getValue(JarManifest.SCHEMES)));
  }

  private static @Nullable String value(Attributes main, String name) {
    String value = main.getValue(name);
    String line = value == null ? "" : ForeignText.of(value);
    return line.isEmpty() ? null : line;
  }

  private static List<String> schemes(@Nullable String listed) throws UnusableException {
    if (listed == null) {
      return List.of();
    }
    if (listed.length() > MAX_SCHEMES) {
      throw new UnusableException(
          "has a manifest whose "
              + JarManifest.SCHEMES
              + " has more than "
              + MAX_SCHEMES
              + " characters",
          ASK_ITS_AUTHOR,
          null);
    }
    var schemes = new TreeSet<String>();
    for (String word : listed.toLowerCase(Locale.ROOT).split("[\\s,]+", -1)) {
      if (!word.isEmpty() && !RegisteredHandler.isScheme(word)) {
        throw new UnusableException(
            "has a manifest whose "
                + JarManifest.SCHEMES
                + " has an invalid scheme: "
                + ForeignText.of(word),
            ASK_ITS_AUTHOR,
            null);
      }
      if (!word.isEmpty()) {
        schemes.add(word);
      }
    }
    return List.copyOf(schemes);
  }
}
