package dev.attache.cli.handlers;

import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.RegisteredHandler;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * The names of a handler that is to be written.
 *
 * @param name of its project and its jar
 * @param scheme that it will own
 * @param packageName of its classes; also the group of its project
 */
public record NewHandler(String name, String scheme, String packageName) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*");
  private static final Pattern PACKAGE = Pattern.compile("[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)+");

  /** What the command's own handlers have; besides, {@code mcp+SERVER}. */
  private static final Set<String> OWN_SCHEMES = Set.of("cmd", "file", "http", "https", "mcp");

  /** Names that a file system or a class file has room for, with what is added to them. */
  private static final int MAX_LENGTH = 64;

  private static final String HANDLER = "Handler";

  /**
   * Checks what was given.
   *
   * @param packageName null for one that is made of the name
   */
  public static NewHandler of(String name, String scheme, @Nullable String packageName)
      throws UsageException {
    if (!NAME.matcher(name).matches() || name.length() > MAX_LENGTH) {
      throw new UsageException(
          "NAME ("
              + name
              + ") must begin with a letter and have letters, digits and single hyphens only, "
              + MAX_LENGTH
              + " at most, as in weather-notes");
    }
    checkScheme(scheme);
    if (packageName != null) {
      checkPackage(packageName);
    }
    return new NewHandler(name, scheme, packageName == null ? packageOf(name) : packageName);
  }

  private static void checkScheme(String scheme) throws UsageException {
    if (!RegisteredHandler.isScheme(scheme) || scheme.length() > MAX_LENGTH) {
      throw new UsageException(
          "--scheme ("
              + scheme
              + ") must be a letter and then letters, digits, +, - or ., all in lower case, 2 to "
              + MAX_LENGTH
              + " in all, as in weather");
    }
    if (OWN_SCHEMES.contains(scheme) || scheme.startsWith("mcp+")) {
      throw new UsageException("--scheme (" + scheme + ") is one of attache's own; choose another");
    }
  }

  private static void checkPackage(String packageName) throws UsageException {
    if (!PACKAGE.matcher(packageName).matches()
        || !SourceVersion.isName(packageName, SourceVersion.RELEASE_17)
        || packageName.length() > 2 * MAX_LENGTH) {
      throw new UsageException(
          "--package ("
              + packageName
              + ") must be the name of a Java package, with a dot, as in org.example.weather");
    }
    for (String reserved : List.of("java.", "javax.", "dev.attache.")) {
      if ((packageName + ".").startsWith(reserved)) {
        throw new UsageException(
            "--package ("
                + packageName
                + ") must not begin with "
                + reserved
                + ", whose classes are never loaded from a handler jar");
      }
    }
  }

  /** Below the domain that stands for no one; a reserved word gets an underscore, as JLS 6.1. */
  private static String packageOf(String name) {
    String last = name.replace("-", "").toLowerCase(Locale.ROOT);
    boolean isReserved = SourceVersion.isKeyword(last, SourceVersion.RELEASE_17);
    return "org.example." + last + (isReserved ? "_" : "");
  }

  /** The simple name of the handler's class: {@code WeatherNotesHandler} of weather-notes. */
  public String className() {
    var joined = new StringBuilder();
    for (String word : name.split("-", -1)) {
      joined.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    String base = joined.toString();
    if (base.endsWith(HANDLER) && base.length() > HANDLER.length()) {
      base = base.substring(0, base.length() - HANDLER.length());
    }
    // The class would hide the interface that it implements.
    return (base.equals("Resource") ? "ResourceScheme" : base) + HANDLER;
  }

  /** The folder of the package, with slashes. */
  String packagePath() {
    return packageName.replace('.', '/');
  }

  /** Where the class is that is to be edited. */
  String source() {
    return "src/main/java/" + packagePath() + "/" + className() + ".java";
  }
}
