package dev.attache.jars;

import dev.attache.core.routing.HandlerLoadException;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.LoadFailure;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A jar, or a folder of jars, that others ship and from which handlers can be loaded: what can be
 * known of it without running any of its code.
 *
 * <p>Its digest is its identity, by which it is trusted: of a jar the SHA-256 of its bytes; of a
 * folder that of the lines that {@code sha256sum *.jar} prints, in the byte order of the names.
 * Immutable and thread-safe.
 */
public final class HandlerJar {

  private final Path path;
  private final HandlerOrigin origin;
  private final ContentDigest digest;
  private final List<HashedFile> files;
  private final JarManifest manifest;
  private final JarServices services;

  HandlerJar(
      Path path,
      HandlerOrigin origin,
      ContentDigest digest,
      List<HashedFile> files,
      JarManifest manifest,
      JarServices services) {
    this.path = path;
    this.origin = origin;
    this.digest = digest;
    this.files = List.copyOf(files);
    this.manifest = manifest;
    this.services = services;
  }

  /**
   * Reads a jar or a folder, and runs nothing of it.
   *
   * @param path a file that ends in {@code .jar}, or a folder with such files
   * @param kind how it comes to be used; noted in its {@link #origin}
   * @return what is known of it, its digest first of all
   * @throws HandlerJarException if there is no such thing, it cannot be read, it is no jar, or too
   *     large; with what to do
   */
  public static HandlerJar read(Path path, HandlerOrigin.Kind kind) throws HandlerJarException {
    return new JarReading(path, kind).read();
  }

  /**
   * {@return the jars and folders of jars in a folder of handlers, in the byte order of their
   * names; none if there is no such folder} Hidden entries and other files are passed over.
   *
   * @param folder the folder, which need not be there
   * @throws IOException if it cannot be listed
   */
  public static List<Path> list(Path folder) throws IOException {
    var found = new ArrayList<Path>();
    try (Stream<Path> listing = Files.list(folder)) {
      for (Path entry : JarReading.entries(listing)) {
        if (Files.isDirectory(entry) ? hasJars(entry) : JarReading.isJarName(entry)) {
          found.add(entry);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return List.copyOf(found);
  }

  private static boolean hasJars(Path folder) {
    try {
      return !JarReading.jarsIn(folder).isEmpty();
    } catch (IOException e) {
      return true; // what is wrong with it shows when it is read
    }
  }

  /**
   * {@return how many bytes {@link #read} would read; of a folder, those of its jars}
   *
   * @param path a jar, or a folder with such files
   * @throws IOException if it is not there, or may not be listed
   */
  public static long size(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return Files.size(path);
    }
    long size = 0;
    for (Path jar : JarReading.jarsIn(path)) {
      size += Files.size(jar);
    }
    return size;
  }

  /**
   * {@return the same jar, as a copy of its files in a directory of the user's own that nobody but
   * the user can write: what was trusted is what is loaded, whatever becomes of the file} Uses the
   * copy that is there already, if it has the bytes that the digest is of: they are read each time.
   *
   * @param directory where all copies are kept; made for the user only if it is missing
   * @throws HandlerJarException if it cannot be copied, or is not any more what was read
   */
  public HandlerJar keptIn(Path directory) throws HandlerJarException {
    List<HashedFile> copies = new KeptCopies(directory).keep(this);
    return new HandlerJar(path, origin, digest, copies, manifest, services);
  }

  /**
   * Removes the copy of the jar of this digest that {@link #keptIn} made; does nothing if there is
   * none. Who has loaded it already goes on working.
   *
   * @param directory where all copies are kept
   * @param digest the identity of the jar
   * @throws IOException if it cannot be removed
   */
  public static void forget(Path directory, ContentDigest digest) throws IOException {
    new KeptCopies(directory).remove(digest);
  }

  /** {@return the jar or folder that was read, absolute} */
  public Path path() {
    return path;
  }

  /** {@return its kind, path and digest} */
  public HandlerOrigin origin() {
    return origin;
  }

  /** {@return the identity by which it is trusted} */
  public ContentDigest digest() {
    return digest;
  }

  /** {@return what its manifest says: of a folder, that of the jar that names handlers} */
  public JarManifest manifest() {
    return manifest;
  }

  /** {@return the names of the classes that say they are handlers} */
  public List<String> providers() {
    return services.handlers();
  }

  /** {@return the names of the classes that say they are renderers of results} */
  public List<String> renderers() {
    return services.renderers();
  }

  /** {@return the names of the classes that say they are providers of models} */
  public List<String> models() {
    return services.models();
  }

  /** {@return the names of the classes that say they connect to models of its providers} */
  public List<String> connectors() {
    return services.connectors();
  }

  /** {@return the names of the classes that say they are converters of documents} */
  public List<String> converters() {
    return services.converters();
  }

  /** {@return the jars that it is made of, or their copies} */
  public List<Path> jars() {
    return files.stream().map(HashedFile::file).toList();
  }

  /** {@return whether it says that it has anything for models} */
  public boolean hasModels() {
    return !models().isEmpty() || !connectors().isEmpty();
  }

  /** {@return the names of all classes that it offers, for people} */
  public List<String> classes() {
    return services.all();
  }

  /** The names of all classes that it offers, by what they are. */
  JarServices services() {
    return services;
  }

  /** The problem that it has with one of its classes, or all of them if the name is empty. */
  HandlerProblem problem(String className, String reason, String fix) {
    return new HandlerProblem(className, origin, reason, fix);
  }

  HandlerLoadException failure(String className, LoadFailure failure, @Nullable Throwable cause) {
    return new HandlerLoadException(problem(className, failure.reason(), failure.fix()), cause);
  }

  /** What is loaded: the files that were read, or their copies. */
  List<HashedFile> files() {
    return files;
  }

  /** The path. */
  @Override
  public String toString() {
    return origin.place();
  }

  /**
   * {@return a registry of the handlers of these jars too, each loaded when it is first asked for:
   * from its copy, whose bytes are compared with its digest then} Only a jar whose manifest does
   * not say which schemes its one handler has is loaded at once.
   *
   * @param jars trusted jars; those without handlers are passed over
   * @param copies where all copies are kept
   * @param registry the handlers that were there before, which win where schemes collide
   */
  public static HandlerRegistry loadWhenAsked(
      List<HandlerJar> jars, Path copies, HandlerRegistry registry) {
    HandlerRegistry all = registry;
    for (HandlerJar jar : withHandlers(jars)) {
      all =
          DeferredHandler.suits(jar)
              ? all.with(DeferredHandler.of(jar, copies))
              : loadKept(List.of(jar), copies, all);
    }
    return all;
  }

  /**
   * Does the same at once for all of them.
   *
   * @param jars trusted jars; those without handlers are passed over
   * @param copies where all copies are kept
   * @param registry the handlers that were there before, which win where schemes collide
   * @return a registry of the handlers of these jars too, as {@link #load} makes it
   */
  public static HandlerRegistry loadKept(
      List<HandlerJar> jars, Path copies, HandlerRegistry registry) {
    HandlerRegistry all = registry;
    for (HandlerJar jar : withHandlers(jars)) {
      try {
        all = load(List.of(jar.keptIn(copies)), all);
      } catch (HandlerJarException e) {
        all = all.withProblems(List.of(e.problem()));
      }
    }
    return all;
  }

  /**
   * {@return a registry of the handlers of these jars too, each jar loaded by a class loader of its
   * own} What is wrong with one, or claims a scheme that is taken, is one of its {@linkplain
   * HandlerRegistry#problems problems} and costs the others nothing. Runs code of the jars: the
   * caller has asked whether they are trusted.
   *
   * @param jars trusted jars; those without handlers are passed over
   * @param registry the handlers that were there before, which win where schemes collide
   */
  public static HandlerRegistry load(List<HandlerJar> jars, HandlerRegistry registry) {
    HandlerRegistry all = registry;
    for (HandlerJar jar : withHandlers(jars)) {
      ServiceLoading.Result<RegisteredHandler> result =
          new JarLoading(jar, JarLoading.TIME_LIMIT).run();
      HandlerRegistry before = all;
      all = all.withProblems(result.problems());
      for (RegisteredHandler handler : result.loaded()) {
        all = all.with(handler);
      }
      if (all.handlers().size() == before.handlers().size()) {
        result.discard();
      }
    }
    return all;
  }

  /** Those that have handlers; all else in a jar is loaded when somebody needs it. */
  private static List<HandlerJar> withHandlers(List<HandlerJar> jars) {
    return jars.stream().filter(each -> !each.providers().isEmpty()).toList();
  }
}
