package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A shell of somebody who follows a page: {@code attache} is the distribution, {@code HOME} a
 * directory of its own, and Maven the one of the {@code PATH} with a local repository of its own.
 *
 * <p>In what a page shows, {@code …} stands for anything within a line, and a line of it alone for
 * any lines.
 */
public final class PageShell {

  /** How the home directory is shown on pages. */
  private static final String SHOWN_HOME = "/home/me";

  private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final String ANYTHING = "…";
  private static final long MINUTES = 10;

  private final Path root;
  private final Path home;
  private final List<String> mavenOptions;
  private Path directory;

  private PageShell(Path root, List<String> mavenOptions) throws IOException {
    this.root = root;
    this.home = Files.createDirectory(root.resolve("home"));
    this.mavenOptions = mavenOptions;
    this.directory = home;
  }

  /** A shell in an empty home directory below a directory of a test. */
  static PageShell in(Path directory) throws IOException {
    return new PageShell(directory.toRealPath(), List.of());
  }

  /** The same, where Maven can be run. */
  public static PageShell in(Path directory, LocalRepository repository) throws IOException {
    return new PageShell(directory.toRealPath(), mavenOptions(repository));
  }

  /** Skips the test if there is no Maven. */
  public static void assumeMaven() {
    boolean isThere =
        Stream.of(System.getenv("PATH").split(":", -1))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "mvn")));
    assumeTrue(isThere, "there is no mvn in the PATH");
  }

  public Path home() {
    return home;
  }

  /** Where the last command has left the shell. */
  public Path directory() {
    return directory;
  }

  /** Does what a page shows: writes the files that it lists, and runs its commands. */
  public void follow(List<PageListing> listings) throws Exception {
    for (PageListing listing : listings) {
      if (listing.language().equals("console")) {
        runAll(listing.lines());
      } else if (listing.above().startsWith("Edit ")) {
        replaceMethod(directory.resolve(listing.file()), listing.lines());
      } else if (listing.above().startsWith("Add this to ")) {
        insert(directory.resolve(listing.file()), listing);
      } else if (!listing.file().isEmpty() && !listing.above().contains(" part of ")) {
        Path file = directory.resolve(listing.file());
        Files.createDirectories(file.getParent());
        Files.writeString(file, listing.text());
      }
    }
  }

  private void runAll(List<String> lines) throws Exception {
    for (int i = 0; i < lines.size(); i++) {
      String command = lines.get(i);
      assertThat(command).startsWith("$ ");
      var shown = new ArrayList<String>();
      while (i + 1 < lines.size() && !lines.get(i + 1).startsWith("$ ")) {
        shown.add(lines.get(++i));
      }
      String printed = run(command.substring(2));
      assertThat(printed).as("what %s prints", command).matches(pattern(shown));
    }
  }

  private static Pattern pattern(List<String> shown) {
    String pattern =
        shown.stream()
            .map(
                line ->
                    line.equals(ANYTHING)
                        ? "(?:.*\n)*"
                        : Stream.of(line.split(ANYTHING, -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*"))
                            + "\n")
            .collect(Collectors.joining());
    return Pattern.compile(pattern);
  }

  /** Puts a method where one of the same first line is. */
  private static void replaceMethod(Path file, List<String> method) throws IOException {
    List<String> lines = Files.readAllLines(file);
    int start = lines.indexOf(method.get(0));
    assertThat(start).as("%s has the line %s", file, method.get(0)).isNotNegative();
    int end = start + lines.subList(start, lines.size()).indexOf("  }");
    var edited = new ArrayList<>(lines.subList(0, start));
    edited.addAll(method);
    edited.addAll(lines.subList(end + 1, lines.size()));
    Files.write(file, edited);
  }

  /** Puts lines at the end of the element that is named first above them. */
  private static void insert(Path file, PageListing listing) throws IOException {
    String element = listing.above().replaceFirst(".*?`<(.*?)>`.*", "</$1>");
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n', text.lastIndexOf(element)) + 1;
    assertThat(end).as("%s has %s", file, element).isPositive();
    Files.writeString(file, text.substring(0, end) + listing.text() + text.substring(end));
  }

  /** Runs a command, and returns what it has printed, of both kinds. */
  public String run(String command) throws Exception {
    Path output = root.resolve("output");
    Path place = root.resolve("place");
    String script = command + "\nstatus=$?\npwd -P > '" + place + "'\nexit $status";
    var builder = new ProcessBuilder(Launch.hearing(List.of("sh", "-c", script)));
    builder.directory(directory.toFile());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("MAVEN_"));
    environment.put("PATH", Launch.installed().getParent() + ":" + System.getenv("PATH"));
    environment.put("HOME", home.toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("MAVEN_OPTS", String.join(" ", mavenOptions));
    Process process = builder.start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + command);
    }
    directory = Path.of(Files.readString(place).strip());
    return ESCAPES
        .matcher(Files.readString(output))
        .replaceAll("")
        .replace(home.toString(), SHOWN_HOME);
  }

  /** What lets a build that is small be quick, and Maven keep to itself what it finds. */
  private static List<String> mavenOptions(LocalRepository repository) {
    var options = new ArrayList<String>();
    options.add("-Dmaven.repo.local=" + repository.directory());
    options.add("-Xshare:auto");
    options.add("-XX:+UseSerialGC");
    options.add("-XX:TieredStopAtLevel=1");
    options.add("-DargLine=-XX:TieredStopAtLevel=1"); // for the process that runs the tests
    if (Runtime.version().feature() >= 24) { // which warns of what Maven's own libraries do
      options.add("--sun-misc-unsafe-memory-access=allow");
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    return options;
  }
}
