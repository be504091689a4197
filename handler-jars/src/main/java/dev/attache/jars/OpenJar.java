package dev.attache.jars;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A jar that classes are loaded from, with the entries for this version of Java. Thread-safe. */
final class OpenJar implements Closeable {

  private final JarFile jar;
  private final URL url;
  private final @Nullable Attributes attributes;

  private OpenJar(JarFile jar, URL url, @Nullable Attributes attributes) {
    this.jar = jar;
    this.url = url;
    this.attributes = attributes;
  }

  static OpenJar open(Path file) throws IOException {
    var jar = new JarFile(file.toFile(), true, ZipFile.OPEN_READ, JarFile.runtimeVersion());
    try {
      Manifest manifest = jar.getManifest();
      return new OpenJar(jar, url(file), manifest == null ? null : manifest.getMainAttributes());
    } catch (IOException | RuntimeException e) {
      jar.close();
      throw e;
    }
  }

  /** The mark between the jar and the entry, in a URL, is looked for from the left. */
  private static URL url(Path file) throws MalformedURLException {
    return new URL(file.toUri().toASCIIString().replace("!", "%21"));
  }

  /** Where it lies. */
  URL url() {
    return url;
  }

  /** An attribute of its manifest; null if there is none. */
  @Nullable String attribute(Attributes.Name name) {
    return attributes == null ? null : attributes.getValue(name);
  }

  @Nullable JarEntry entry(String name) {
    return jar.getJarEntry(name);
  }

  InputStream open(JarEntry entry) throws IOException {
    return jar.getInputStream(entry);
  }

  /** Returns the URL of an entry, which anybody can open. */
  URL url(JarEntry entry) {
    try {
      String name = new URI(null, null, "/" + entry.getRealName(), null).toASCIIString();
      return new URL("jar:" + url + "!" + name);
    } catch (URISyntaxException | MalformedURLException e) {
      throw new AssertionError(e); // the constructor quotes what is illegal, and the JDK has jar:
    }
  }

  /** Whether it has a class in a folder or below. */
  boolean hasClassesBelow(String folder) {
    return jar.stream()
        .map(JarEntry::getName)
        .anyMatch(name -> name.startsWith(folder) && name.endsWith(".class"));
  }

  @Override
  public void close() throws IOException {
    jar.close();
  }
}
