package dev.attache.core.handlers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
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
import org.jspecify.annotations.Nullable;

/**
 * One line of a provider-configuration file ({@link java.util.ServiceLoader}): a class that says it
 * is a handler, and the file that says so.
 *
 * <p>The files are read here rather than by {@code ServiceLoader}, because that one cannot say
 * which provider, of which jar, an error belongs to: a missing superclass is a bare {@code
 * NoClassDefFoundError} that names neither.
 */
final class HandlerProvider {

  private static final String SERVICE = "META-INF/services/" + ResourceHandler.class.getName();

  private static final String FIX = "take it off the class path, or mend it";

  private final String className;
  private final URL services;
  private final ClassLoader loader;

  private HandlerProvider(String className, URL services, ClassLoader loader) {
    this.className = className;
    this.services = services;
    this.loader = loader;
  }

  /** Finds all providers, each class once; files that cannot be read become problems. */
  static List<HandlerProvider> find(ClassLoader loader, List<HandlerProblem> problems) {
    Map<String, HandlerProvider> providers = new LinkedHashMap<>();
    try {
      for (URL services : Collections.list(loader.getResources(SERVICE))) {
        for (String className : read(services, problems)) {
          providers.putIfAbsent(className, new HandlerProvider(className, services, loader));
        }
      }
    } catch (IOException e) {
      problems.add(
          new HandlerProblem("", classPath(SERVICE), "the class path cannot be read: " + e, FIX));
    }
    return new ArrayList<>(providers.values());
  }

  RegisteredHandler load() throws HandlerLoadException {
    try {
      Class<?> type = Class.forName(className, true, loader);
      if (!ResourceHandler.class.isAssignableFrom(type)) {
        throw problem("it does not implement " + ResourceHandler.class.getName(), null);
      }
      var handler = (ResourceHandler) type.getConstructor().newInstance();
      return RegisteredHandler.of(handler, classPath(codeSource(type)));
    } catch (ClassNotFoundException e) {
      throw problem("the class is missing", e);
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw problem(
          "it needs to be a public class with a public constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw problem("its constructor failed: " + e.getCause(), e);
    } catch (ExceptionInInitializerError e) {
      throw problem("its static initializer failed: " + e.getCause(), e);
    } catch (LinkageError e) {
      throw problem("it does not link: " + e, e);
    } catch (RuntimeException | Error e) { // a stranger's code: it must cost the others nothing
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      throw problem("its schemes are not usable: " + reason, e);
    }
  }

  private HandlerLoadException problem(String reason, @Nullable Throwable cause) {
    return new HandlerLoadException(
        new HandlerProblem(className, classPath(origin(services)), reason, FIX), cause);
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
