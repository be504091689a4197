package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The Maven of the {@code PATH} in the JVM of the tests, and with it the tests of a project: a
 * second build there takes a third of what it takes in JVMs of its own, which load and compile
 * everything anew.
 */
final class InnerMaven {

  /** What Maven 3 is started with. */
  private static final String CLI = "org.apache.maven.cli.MavenCli";

  private static final Optional<InnerMaven> OF_THE_PATH = find();

  private final ClassLoader realm;
  private final Object world;

  private InnerMaven(ClassLoader realm, Object world) {
    this.realm = realm;
    this.world = world;
  }

  /** The Maven of the path; empty if that is not one whose files are where they are published. */
  static Optional<InnerMaven> ofThePath() {
    return OF_THE_PATH;
  }

  private static Optional<InnerMaven> find() {
    try {
      for (String each : System.getenv("PATH").split(":", -1)) {
        Path program = Path.of(each, "mvn");
        if (Files.isExecutable(program)) {
          return load(program.toRealPath().resolve("../..").normalize());
        }
      }
      return Optional.empty();
    } catch (IOException | ReflectiveOperationException e) {
      throw new AssertionError("Maven cannot be loaded", e);
    }
  }

  /** Loads it as its launcher does. */
  private static Optional<InnerMaven> load(Path home)
      throws IOException, ReflectiveOperationException {
    Path configuration = home.resolve("bin/m2.conf");
    if (!Files.exists(configuration) || !Files.readString(configuration).contains(CLI)) {
      return Optional.empty();
    }
    System.setProperty("maven.home", home.toString());
    var loader = new URLClassLoader(boot(home), ClassLoader.getPlatformClassLoader());
    Class<?> type = loader.loadClass("org.codehaus.plexus.classworlds.launcher.Launcher");
    Object launcher = type.getConstructor().newInstance();
    type.getMethod("setSystemClassLoader", ClassLoader.class).invoke(launcher, loader);
    try (InputStream in = Files.newInputStream(configuration)) {
      type.getMethod("configure", InputStream.class).invoke(launcher, in);
    }
    return Optional.of(
        new InnerMaven(
            (ClassLoader) type.getMethod("getMainRealm").invoke(launcher),
            type.getMethod("getWorld").invoke(launcher)));
  }

  private static URL[] boot(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("boot"))) {
      Path jar = files.filter(file -> file.toString().endsWith(".jar")).findFirst().orElseThrow();
      return new URL[] {jar.toUri().toURL()};
    }
  }

  /** Runs it in a directory, and returns what it has printed. */
  String run(Path directory, List<String> words) throws ReflectiveOperationException {
    Class<?> cli = realm.loadClass(CLI);
    Object maven = cli.getConstructor(world.getClass()).newInstance(world);
    var properties = (Properties) System.getProperties().clone();
    PrintStream out = System.out;
    PrintStream err = System.err;
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    var printed = new ByteArrayOutputStream();
    try (var stream = new PrintStream(printed, true, UTF_8)) {
      System.setProperty("maven.multiModuleProjectDirectory", directory.toString());
      Thread.currentThread().setContextClassLoader(realm);
      cli.getMethod("doMain", String[].class, String.class, PrintStream.class, PrintStream.class)
          .invoke(maven, words.toArray(String[]::new), directory.toString(), stream, stream);
    } finally {
      Thread.currentThread().setContextClassLoader(loader);
      System.setErr(err);
      System.setOut(out);
      System.setProperties(properties);
    }
    return printed.toString(UTF_8);
  }
}
