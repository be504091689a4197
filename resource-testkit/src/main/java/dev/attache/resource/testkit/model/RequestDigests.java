package dev.attache.resource.testkit.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that prints the digests of requests, for a comparison with those of this JVM. It is
 * started with another language, time zone and encoding, and each JVM has its own order of {@code
 * Map.of}.
 */
final class RequestDigests {

  private static final int MINUTES = 5;

  private RequestDigests() {}

  /** Prints the digests of contracts, whose classes are the arguments: each after its class. */
  public static void main(String[] contracts) throws Exception {
    for (String each : contracts) {
      Constructor<?> constructor = Class.forName(each).getDeclaredConstructor();
      constructor.setAccessible(true);
      var contract = (ModelProviderContract) constructor.newInstance();
      for (String digest : contract.digests()) {
        System.out.println(each + " " + digest);
      }
    }
  }

  /** Returns what another JVM prints for contracts, by the name of the class. */
  static Map<String, List<String>> ofAnotherJvm(List<? extends Class<?>> contracts)
      throws IOException, InterruptedException {
    List<String> names = contracts.stream().map(Class::getName).toList();
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(
        List.of("-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Asia/Kathmandu"));
    command.addAll(List.of("-Dfile.encoding=ISO-8859-1", "-cp", classPath()));
    command.add(RequestDigests.class.getName());
    command.addAll(names);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var reader = process.inputReader()) {
      Map<String, List<String>> digests =
          reader
              .lines()
              .map(line -> line.split(" ", 2))
              .collect(groupingBy(words -> words[0], mapping(words -> words[1], toList())));
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException("the other JVM did not print the digests of " + names);
      }
      return digests;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Surefire keeps the real one here. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
