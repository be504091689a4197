package dev.attache.core.convert;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.support.convert.ConversionWorker;
import dev.attache.support.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a worker: the Java that runs this, with the converters as its class path,
 * an environment that says nothing but the character set, and bounded memory. Immutable.
 *
 * @param classPath the converters and what they need; what the worker itself needs is added
 * @param heapBytes the most that it may have on its heap
 * @param idle how long it waits for something to do
 * @param archive the class data of the class path, which starts it faster; null if there is none
 * @param temporary where its directory is made
 */
record WorkerCommand(
    List<Path> classPath, long heapBytes, Duration idle, @Nullable Path archive, Path temporary) {

  /** The network that anybody may have for himself: an empty one. */
  private static final List<Path> UNSHARE =
      List.of(Path.of("/usr/bin/unshare"), Path.of("/bin/unshare"));

  private static final String NAME = "java";

  WorkerCommand {
    classPath = List.copyOf(classPath);
  }

  /** Makes the directory of one that is to be started. */
  Path newDirectory() throws IOException {
    return Files.createTempDirectory(temporary, "attache-convert-").toRealPath();
  }

  /** Whether the system has what gives a process a network of its own. */
  static @Nullable Path unshare() {
    for (Path path : UNSHARE) {
      if (Files.isExecutable(path)) {
        return path;
      }
    }
    return null;
  }

  /**
   * Starts it.
   *
   * @param directory where it runs, and all that it may write to
   * @param unshare what gives it a network of its own; null to do without
   */
  ChildProcess start(Path directory, @Nullable Path unshare) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", NAME);
    var words = new ArrayList<String>();
    if (unshare != null) {
      words.addAll(List.of("-r", "-n", "--", java.toString()));
    }
    words.addAll(options(directory));
    words.addAll(
        List.of("-cp", path(), ConversionWorker.class.getName(), Long.toString(idle.toSeconds())));
    Path program = unshare == null ? java : unshare;
    return ChildProcess.start(
        new ChildProcess.Start(
            program.toString(),
            program,
            words,
            directory,
            Map.of("LC_ALL", "C.UTF-8"),
            Redirect.PIPE));
  }

  /** The same bytes have to give the same Markdown in every place and time zone. */
  private List<String> options(Path directory) {
    var options = new ArrayList<String>();
    options.add("-Xmx" + heapBytes);
    options.addAll(
        List.of(
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+DisplayVMOutputToStderr", // of which it tells on standard output otherwise
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+DisableAttachMechanism",
            "-XX:ErrorFile=" + directory.resolve("error.log"),
            "-Djava.io.tmpdir=" + directory,
            "-Duser.home=" + directory,
            "-Djava.awt.headless=true",
            "-Dfile.encoding=UTF-8",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Djava.net.useSystemProxies=false"));
    if (archive != null && Files.isReadable(archive)) {
      options.add("-Xshare:auto");
      options.add("-XX:SharedArchiveFile=" + archive);
    }
    return options;
  }

  private String path() {
    var all = new LinkedHashSet<Path>(classPath);
    for (Class<?> own : List.of(ConversionWorker.class, ContentConverter.class)) {
      Path place = placeOf(own);
      if (place != null) {
        all.add(place);
      }
    }
    return all.stream()
        .map(each -> each.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The jar or the directory that a class is from; null if nobody knows. */
  static @Nullable Path placeOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return source == null ? null : Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }
}
