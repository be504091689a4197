package dev.attache.handlers.cmd;

import dev.attache.resource.spi.Invocation;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The starting of a command: in a session of its own, with pipes that can be found. */
final class Starter {

  /** What gives a command a session of its own, by which all that comes from it can be found. */
  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  private Starter() {}

  /**
   * Starts a command.
   *
   * @throws IOException if the system refuses; the message is its reason alone
   */
  static RunningCommand start(Launch launch) throws IOException {
    OutputPipe output = null;
    OutputPipe errors = null;
    try {
      output = OutputPipe.open();
      errors = output == null ? null : OutputPipe.open();
      if (output != null && errors != null) {
        return startOn(output, errors, launch, setsid());
      }
      close(output); // one alone is of no use
      return startPlainly(launch, ProcTable.exists() ? setsid() : null);
    } catch (IOException e) {
      close(output);
      close(errors);
      throw StartFailure.of(e);
    }
  }

  /**
   * Starts a command on pipes that can be found.
   *
   * @param setsid what gives it a session of its own; null where there is none
   */
  static RunningCommand startOn(
      OutputPipe output, OutputPipe errors, Launch launch, @Nullable Path setsid)
      throws IOException {
    ProcessBuilder builder = builder(launch, setsid);
    builder.redirectOutput(Redirect.to(output.writeEnd()));
    builder.redirectError(Redirect.to(errors.writeEnd()));
    Process process = builder.start();
    output.onlyRead();
    errors.onlyRead();
    Set<String> pipes = Set.of(output.name(), errors.name());
    var session = new Session(process, setsid != null, pipes);
    return new RunningCommand(process, session, output, errors, launch);
  }

  /** Starts a command where pipes cannot be found. */
  static RunningCommand startPlainly(Launch launch, @Nullable Path setsid) throws IOException {
    Process process = builder(launch, setsid).start();
    return new RunningCommand(
        process,
        new Session(process, setsid != null, Set.of()),
        new ProcessStream(process.getInputStream()),
        new ProcessStream(process.getErrorStream()),
        launch);
  }

  private static ProcessBuilder builder(Launch launch, @Nullable Path setsid) {
    Invocation invocation = launch.invocation();
    var words = new ArrayList<String>();
    if (setsid != null) {
      words.addAll(List.of(setsid.toString(), "--"));
    }
    // A bare name is looked up in the same PATH again, so that the program sees it as it was
    // written; of a path, only the one that was shown and decided about is started.
    boolean isBare = setsid != null && invocation.program().indexOf('/') < 0;
    words.add(isBare ? invocation.program() : invocation.path().toString());
    words.addAll(invocation.arguments());
    var builder = new ProcessBuilder(words);
    builder.directory(invocation.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    builder.redirectInput(new File("/dev/null"));
    return builder;
  }

  private static @Nullable Path setsid() {
    for (Path path : SETSID) {
      if (Files.isExecutable(path)) {
        return path;
      }
    }
    return null;
  }

  private static void close(@Nullable OutputPipe pipe) throws IOException {
    if (pipe != null) {
      pipe.close();
    }
  }
}
