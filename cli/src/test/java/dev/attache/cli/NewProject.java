package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.handlers.HandlersNewCommand;
import dev.attache.cli.options.OptionSpecs;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs of {@code attache handlers new} as that of a distribution with a version and a repository.
 */
public record NewProject(@Nullable String version, @Nullable Path repository) {

  public static final String VERSION = "0.9.0-SNAPSHOT";

  /** A distribution whose repository holds a few bytes for each artifact. */
  public static NewProject withRepository(Path directory) throws IOException {
    for (String artifact :
        List.of(
            "attache",
            "attache-resource-api",
            "attache-resource-support",
            "attache-model-api",
            "attache-resource-core",
            "attache-conversations",
            "attache-resource-testkit")) {
      Path folder = directory.resolve("dev/attache/" + artifact + "/" + VERSION);
      Files.createDirectories(folder);
      String name = artifact + "-" + VERSION;
      Files.writeString(
          folder.resolve(name + ".pom"),
          "<parent><version>" + VERSION + "</version></parent><version>1</version>");
      if (!artifact.equals("attache")) {
        Files.writeString(folder.resolve(name + ".jar"), "the jar of " + artifact);
      }
      Files.writeString(folder.resolve("_remote.repositories"), "of Maven's own");
    }
    return new NewProject(VERSION, directory);
  }

  public CliRun run(String... words) throws IOException, UsageException {
    var out = new ByteArrayOutputStream();
    var err = new StringWriter();
    var in = InputStream.nullInputStream();
    var streams = new Streams(in, out, new PrintWriter(err, true), false, false, false, Map.of());
    var command = new HandlersNewCommand(version, repository);
    var spec = CommandSpec.wrapWithoutInspection(command);
    var options = new Options();
    command.addTo(options);
    var repeated = new RunOptions.Repeated();
    RunOptions.addTo(options, repeated);
    OptionSpecs.add(options, spec);
    var arguments = OptionSpecs.arguments(List.of(new CommandLine(spec).parseArgs(words)));
    int exitCode = command.run(arguments, new Run(streams, new RunOptions(arguments, repeated)));
    return new CliRun(exitCode, out.toString(UTF_8), err.toString());
  }

  /** The files below a directory, by their paths, in order. */
  public static Map<String, String> filesIn(Path directory) throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(each).toString(), Files.readString(each));
      }
    }
    return files;
  }
}
