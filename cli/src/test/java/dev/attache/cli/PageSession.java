package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.util.diff.DiffUtils;

/**
 * A shell in a workspace that types the commands of a page of the documentation: each line of a
 * {@code console} listing that begins with a dollar. What is printed has to stand below it. One
 * session types one page after the other, each in a workspace and a home of its own.
 *
 * <p>{@code -Dattache.golden=write} writes what is printed into the page; look at what changes.
 */
final class PageSession implements AutoCloseable {

  private static final String SHOWN_WORKSPACE = "/tmp/demo";
  private static final String SHOWN_HOME = "/home/me";
  private static final String SHOWN_SERVER = "127.0.0.1:8000";

  /** What pages start besides the tools of every system, and how plans show where it is. */
  private static final List<String> PROGRAMS = List.of("git", "make", "jq");

  /** What is another in each run: times, and what depends on the length of a path. */
  private static final Pattern VARYING =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?Z?)?|(?<=\\n"
              + "saved {9})[^\\n"
              + "]*|(?<=, )[0-9.]+ K?i?B(?= freed)|(?<=requests?, )[0-9]+ s|[0-9]+ (?:ms|s)(?= ago| and was (?:ended|stopped))");

  private final Path root;
  private final Path workspace;
  private final Path home;
  private final Path output;
  private final Standby standby;
  private final Map<String, String> shown = new LinkedHashMap<>();
  private final List<String> left = new ArrayList<>();

  private PageSession(Path root) throws IOException {
    this.root = root;
    this.workspace = Files.createDirectory(root.resolve("demo"));
    this.home = Files.createDirectory(root.resolve("me"));
    Files.createDirectory(root.resolve("bin"));
    this.output = Files.createFile(root.resolve("output"));
    this.standby = Standby.start(Files.createDirectory(root.resolve("standby")), shell(), output);
  }

  /** Skips the test if a program that the page names is not here. */
  static void assumePrograms(String page) {
    for (String program : PROGRAMS) {
      assumeTrue(
          !page.contains(program + " ") || Files.exists(found(program)), "there is no " + program);
    }
  }

  private static Path found(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(Path.of("/usr/bin", program));
  }

  /** A session below an empty directory. */
  static PageSession in(Path directory) throws IOException {
    return new PageSession(directory.toRealPath());
  }

  /**
   * Begins a page in an empty workspace.
   *
   * @param isStarted whether each command starts the distribution; if not, only those do for which
   *     it matters ({@link Standby})
   */
  PageSession begin(boolean isStarted) throws IOException {
    for (String each : List.of("demo", "me", "bin")) {
      empty(root.resolve(each));
    }
    left.clear();
    shown.clear();
    shown.put(workspace.toString(), SHOWN_WORKSPACE);
    shown.put(home.toString(), SHOWN_HOME);
    for (String program : PROGRAMS) {
      shown.put(found(program).toString(), "/usr/bin/" + program);
    }
    Path attache = isStarted ? Launch.installed() : standby.program();
    Files.createSymbolicLink(root.resolve("bin/attache"), attache);
    return settings("[http]\nallow = ['127.0.0.1']\n");
  }

  /** Deletes what is in a directory, which itself is where a JVM is. */
  private static void empty(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.skip(1).sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Lets the user have these settings. */
  PageSession settings(String toml) throws IOException {
    Path settings = Files.createDirectories(home.resolve(".config/attache"));
    Files.writeString(settings.resolve("config.toml"), toml);
    return this;
  }

  /** Lets a server be shown as one that a reader could start. */
  PageSession server(int port) {
    shown.put("127.0.0.1:" + port, SHOWN_SERVER);
    return this;
  }

  PageSession file(String name, String text) throws IOException {
    return file(name, text.getBytes(UTF_8));
  }

  PageSession file(String name, byte[] bytes) throws IOException {
    Path file = workspace.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return this;
  }

  /** Leaves commands that begin so as the page has them: they need what is not here. */
  PageSession leave(String command) {
    left.add(command);
    return this;
  }

  /** Puts a program into the path. */
  PageSession program(String name, String text) throws IOException {
    Path program = Files.writeString(root.resolve("bin").resolve(name), text);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return this;
  }

  Path workspace() {
    return workspace;
  }

  /**
   * Types the commands of a page, and asserts that they print what the page shows.
   *
   * @param but the heading of a section whose commands are not typed
   */
  void assertShows(Path page, String but) throws Exception {
    String expected = Files.readString(page);
    String printed = run(expected, but);
    if ("write".equals(System.getProperty("attache.golden"))) {
      Files.writeString(page, printed);
      expected = printed;
    }
    assertThat(differences(stable(expected), stable(printed))).as("%s", page).isEmpty();
    assertThat(printed).doesNotContain("Exception in thread");
  }

  private static List<String> differences(String expected, String printed) {
    return DiffUtils.diff(expected.lines().toList(), printed.lines().toList()).getDeltas().stream()
        .map(Object::toString)
        .toList();
  }

  private static String stable(String text) {
    return VARYING.matcher(text).replaceAll("…");
  }

  /** Returns the page with what its commands print. */
  private String run(String page, String but) throws Exception {
    var printed = new StringBuilder();
    boolean isConsole = false;
    boolean isTyped = true;
    String fence = "";
    boolean isLeft = false;
    for (String line : page.lines().toList()) {
      if (line.startsWith("## ")) {
        isTyped = !line.equals(but);
      }
      if (fence.isEmpty() ? line.startsWith("```") : line.equals(fence)) {
        fence = fence.isEmpty() ? line.replaceFirst("[^`].*", "") : "";
        isConsole = isTyped && line.matches("`+console");
      } else if (isConsole && line.startsWith("$ ")) {
        isLeft = left.stream().anyMatch(line.substring(2)::startsWith);
      } else if (isConsole && !isLeft) {
        continue; // what was printed when the page was written
      }
      printed.append(line).append('\n');
      if (isConsole && !isLeft && line.startsWith("$ ")) {
        printed.append(shown(type(actual(line.substring(2)))));
      }
    }
    return printed.toString();
  }

  private String actual(String command) {
    String actual = command;
    for (Map.Entry<String, String> each : shown.entrySet()) {
      actual = actual.replace(each.getValue(), each.getKey());
    }
    return actual;
  }

  private String shown(String output) {
    String text = output;
    for (Map.Entry<String, String> each : shown.entrySet()) {
      text = text.replace(each.getKey(), each.getValue());
    }
    return text.replace(root.toString(), "/tmp");
  }

  /** Types a command, and returns what it has printed, of both kinds. */
  String type(String command) throws Exception {
    Files.writeString(output, "");
    var builder = shell().command(Launch.hearing(List.of("sh", "-c", command)));
    builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(output.toFile()));
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    Process process = builder.start();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + command);
    }
    return Files.readString(output, UTF_8);
  }

  private ProcessBuilder shell() {
    var builder = new ProcessBuilder().directory(workspace.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("GIT_"));
    environment.put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("HOME", home.toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("ATTACHE_QUIET_START", "1");
    for (String who : new String[] {"author", "committer"}) {
      String variable = "GIT_" + who.toUpperCase(Locale.ROOT);
      environment.put(variable + "_NAME", "Ann");
      environment.put(variable + "_EMAIL", "ann@example.org");
      environment.put(variable + "_DATE", "2026-11-20T20:00:00+0000");
    }
    return builder;
  }

  @Override
  public void close() {
    standby.close();
  }
}
