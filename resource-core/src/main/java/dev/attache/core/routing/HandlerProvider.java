package dev.attache.core.routing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line of a provider-configuration file ({@link java.util.ServiceLoader}): a class that says it
 * is a handler, and the jar or folder of the file that says so.
 *
 * <p>The files are read here rather than by {@code ServiceLoader}, because that one cannot say
 * which provider, of which jar, an error belongs to: a missing superclass is a bare {@code
 * NoClassDefFoundError} that names neither. Immutable and thread-safe.
 */
public final class HandlerProvider {

  private static final String SERVICE = ServicesFile.PATH;

  private static final String FIX = "remove it from the class path, or fix it";

  private final String className;
  private final String place;
  private final ClassLoader loader;

  /**
   * @param className the class, as a services file has it
   * @param place the jar or folder whose services file names it, for people
   * @param loader what finds the class
   */
  HandlerProvider(String className, String place, ClassLoader loader) {
    this.className = className;
    this.place = place;
    this.loader = loader;
  }

  /** Finds all providers, each class once; files that cannot be read become problems. */
  static List<HandlerProvider> find(ClassLoader loader, List<HandlerProblem> problems) {
    Map<String, HandlerProvider> providers = new LinkedHashMap<>();
    try {
      for (URL services : Collections.list(loader.getResources(SERVICE))) {
        String place = origin(services);
        for (String className : read(services, problems)) {
          providers.putIfAbsent(className, new HandlerProvider(className, place, loader));
        }
      }
    } catch (IOException e) {
      problems.add(
          new HandlerProblem("", classPath(SERVICE), "the class path cannot be read: " + e, FIX));
    }
    return new ArrayList<>(providers.values());
  }

  RegisteredHandler load() throws HandlerLoadException {
    ResourceHandler handler;
    try {
      handler = make(ResourceHandler.class, className, loader);
    } catch (Exception | Error e) { // a stranger's code: it must cost the others nothing
      throw problem(LoadFailure.of(e), e);
    }
    try {
      return RegisteredHandler.of(handler, classPath(codeSource(handler.getClass())));
    } catch (Exception | Error e) { // which may throw what it does not declare
      throw problem(LoadFailure.ofSchemes(e), e);
    }
  }

  /**
   * Loads a class and makes the service that it is to be, and throws whatever comes of it.
   *
   * @param <T> the service
   * @param service the interface that the class has to implement
   * @param className its binary name, as a services file has it
   * @param loader what finds the class; its code runs
   * @return a new object, of a public constructor without parameters
   * @throws ReflectiveOperationException if there is no such class, it is none of that service, or
   *     it cannot be made
   */
  public static <T> T make(Class<T> service, String className, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName(className, true, loader);
    if (!service.isAssignableFrom(type)) {
      throw new OtherTypeException();
    }
    return service.cast(type.getConstructor().newInstance());
  }

  /** Says that a class is not what it is registered as. */
  static final class OtherTypeException extends ReflectiveOperationException {
    private static final long serialVersionUID = 1;
  }

  private HandlerLoadException problem(LoadFailure failure, Throwable cause) {
    return new HandlerLoadException(
        new HandlerProblem(className, classPath(place), failure.reason(), failure.fix()), cause);
  }

  private static HandlerOrigin classPath(String place) {
    return new HandlerOrigin(HandlerOrigin.Kind.CLASS_PATH, place, null);
  }

  /** The jar or folder that a class was loaded from, for people. */
  static String codeSource(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? "the JDK"
        : origin(source.getLocation());
  }

  /** The jar or folder that a URL points into, as a path where it is one. */
  private static String origin(URL url) {
    String spelled = url.toString();
    int entry = spelled.indexOf("!/");
    String file = entry < 0 ? spelled : spelled.substring(0, entry);
    file = file.startsWith("jar:") ? file.substring("jar:".length()) : file;
    file = file.endsWith(SERVICE) ? file.substring(0, file.length() - SERVICE.length()) : file;
    try {
      return Path.of(new URI(file)).toString();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return file;
    }
  }

  private static List<String> read(URL services, List<HandlerProblem> problems) {
    var names = new ArrayList<String>();
    try {
      URLConnection connection = services.openConnection();
      connection.setUseCaches(false); // a cached jar would stay open, and stale
      try (var reader =
          new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          int comment = line.indexOf('#');
          String name = (comment < 0 ? line : line.substring(0, comment)).strip();
          if (!name.isEmpty()) {
            names.add(name);
          }
        }
      }
    } catch (IOException e) {
      problems.add(
          new HandlerProblem(
              "", classPath(origin(services)), "its services file cannot be read: " + e, FIX));
    }
    return names;
  }
}
