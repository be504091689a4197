package dev.attache.resource.testkit.model;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that prints the digests of requests, for a comparison with those of this JVM. It is
 * started with another language, time zone and encoding, and each JVM has its own order of {@code
 * Map.of}.
 */
final class RequestDigests {

  private static final int MINUTES = 5;

  private RequestDigests() {}

  /** Prints the digests of a contract, whose class is the first argument, one a line. */
  public static void main(String[] arguments) throws Exception {
    Constructor<?> constructor = Class.forName(arguments[0]).getDeclaredConstructor();
    constructor.setAccessible(true);
    var contract = (ModelProviderContract) constructor.newInstance();
    for (String digest : contract.digests()) {
      System.out.println(digest);
    }
  }

  /** Returns what another JVM prints. */
  static List<String> ofAnotherJvm(Class<?> contract) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Asia/Kathmandu"));
    command.addAll(List.of("-Dfile.encoding=ISO-8859-1", "-cp", classPath()));
    command.addAll(List.of(RequestDigests.class.getName(), contract.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var reader = process.inputReader()) {
      List<String> lines = reader.lines().toList();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException("the other JVM did not print the digests of " + contract.getName());
      }
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Surefire keeps the real one here. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
