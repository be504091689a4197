package dev.attache.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import dev.attache.support.json.PlainJson;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The commands of servers that tests have written. Tests start them some two hundred times, so they
 * have a class path of their own and an archive of their classes, which halve what a start costs.
 */
final class ServerProgram {

  /** The property with the path of the class-data archive, for programs that tests start. */
  private static final String PLACE = "attache.servers";

  private static final String REQUEST =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      """;

  private static final Path DIRECTORY = directory();

  private ServerProgram() {}

  /**
   * {@return the command of a server}
   *
   * @param main a class that needs no other library than the one for JSON
   */
  static List<String> of(Class<?> main, String... arguments) {
    return command("-XX:SharedArchiveFile=", main, arguments);
  }

  /** The option by which a program that is started knows where the archive is. */
  static String place() {
    return "-D" + PLACE + "=" + DIRECTORY;
  }

  private static List<String> command(String archive, Class<?> main, String... arguments) {
    var command = new ArrayList<>(Hostile.java());
    command.add(archive + DIRECTORY.resolve("classes.jsa"));
    command.addAll(List.of("-cp", path(), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Path directory() {
    String known = System.getProperty(PLACE);
    try {
      return known == null
          ? Files.createTempDirectory(Path.of("target").toAbsolutePath(), "servers")
          : Path.of(known);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static {
    if (System.getProperty(PLACE) == null) {
      try {
        train(command("-XX:ArchiveClassesAtExit=", HostileServer.class));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void train(List<String> command) throws IOException {
    Process server =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream in = server.getOutputStream()) {
      in.write(REQUEST.getBytes(UTF_8));
    }
    server.onExit().join();
  }

  /** Jars alone, as archives know no directories. */
  private static String path() {
    var jars = new ArrayList<Path>();
    for (Class<?> type : List.of(HostileServer.class, PlainJson.class, JsonFactory.class)) {
      Path place = place(type);
      jars.add(Files.isDirectory(place) ? jar(place, type.getSimpleName() + ".jar") : place);
    }
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError("where classes are from is a URI", e);
    }
  }

  private static Path jar(Path classes, String name) {
    Path jar = DIRECTORY.resolve(name);
    if (!Files.exists(jar)) {
      try (Stream<Path> files = Files.walk(classes);
          var out = new ZipOutputStream(Files.newOutputStream(jar))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
          Files.copy(file, out);
          out.closeEntry();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return jar;
  }
}
