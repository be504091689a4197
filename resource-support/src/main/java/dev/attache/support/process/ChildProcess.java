package dev.attache.support.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that was started: in a session of its own, by which all that comes from it can be found
 * and ended, and with pipes that can be found. Where the system has no such things, without.
 *
 * @param process what was started; it must not be ended alone, but with its session
 * @param session all processes that come from it
 * @param output its standard output, which must be read all the time
 * @param errors its standard error, which must be read all the time
 */
public record ChildProcess(
    Process process, Session session, OutputSource output, OutputSource errors) {

  /** What gives a program a session of its own, by which all that comes from it can be found. */
  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  /**
   * What to start.
   *
   * @param program the program as somebody named it
   * @param path its file
   * @param arguments what it is given
   * @param directory where it runs
   * @param environment all of its environment variables
   * @param input what its standard input is; {@link Redirect#PIPE} is {@link
   *     Process#getOutputStream}
   */
  public record Start(
      String program,
      Path path,
      List<String> arguments,
      Path directory,
      Map<String, String> environment,
      Redirect input) {}

  /**
   * Starts a program.
   *
   * @param start what to start, down to its environment
   * @return the program, which runs until its session is ended or it ends by itself
   * @throws IOException if the system refuses; the message is its reason alone
   */
  public static ChildProcess start(Start start) throws IOException {
    OutputPipe output = null;
    OutputPipe errors = null;
    try {
      output = OutputPipe.open();
      errors = output == null ? null : OutputPipe.open();
      if (output != null && errors != null) {
        return startOn(output, errors, start, setsid());
      }
      close(output); // one alone is of no use
      return startPlainly(start, ProcTable.exists() ? setsid() : null);
    } catch (IOException e) {
      close(output);
      close(errors);
      throw StartFailure.of(e);
    }
  }

  /**
   * Starts a program on pipes that can be found.
   *
   * @param output takes its standard output
   * @param errors takes its standard error
   * @param start what to start, down to its environment
   * @param setsid what gives it a session of its own; null where there is none
   * @return the program; of both pipes only the end that is read is still open here
   * @throws IOException if the system refuses, in the words of the JVM
   */
  public static ChildProcess startOn(
      OutputPipe output, OutputPipe errors, Start start, @Nullable Path setsid) throws IOException {
    ProcessBuilder builder = builder(start, setsid);
    builder.redirectOutput(Redirect.to(output.writeEnd()));
    builder.redirectError(Redirect.to(errors.writeEnd()));
    Process process = builder.start();
    output.onlyRead();
    errors.onlyRead();
    Set<String> pipes = Set.of(output.name(), errors.name());
    return new ChildProcess(process, new Session(process, setsid != null, pipes), output, errors);
  }

  /**
   * Starts a program where pipes cannot be found.
   *
   * @param start what to start, down to its environment
   * @param setsid what gives it a session of its own; null where there is none
   * @return the program, with the streams of the JVM
   * @throws IOException if the system refuses, in the words of the JVM
   */
  public static ChildProcess startPlainly(Start start, @Nullable Path setsid) throws IOException {
    Process process = builder(start, setsid).start();
    return new ChildProcess(
        process,
        new Session(process, setsid != null, Set.of()),
        new ProcessStream(process.getInputStream()),
        new ProcessStream(process.getErrorStream()));
  }

  private static ProcessBuilder builder(Start start, @Nullable Path setsid) {
    var words = new ArrayList<String>();
    if (setsid != null) {
      words.addAll(List.of(setsid.toString(), "--"));
    }
    // A bare name is looked up in the same PATH again, so that the program sees it as it was
    // written; of a path, only the one that was shown and decided about is started.
    boolean isBare = setsid != null && start.program().indexOf('/') < 0;
    words.add(isBare ? start.program() : start.path().toString());
    words.addAll(start.arguments());
    var builder = new ProcessBuilder(words);
    builder.directory(start.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(start.environment());
    builder.redirectInput(start.input());
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

  /** A stream as the JVM gives it, for platforms without {@link OutputPipe}. */
  private record ProcessStream(InputStream in) implements OutputSource {

    private static final int BUFFER_SIZE = 64 << 10;

    @Override
    public void readInto(Sink sink) {
      byte[] buffer = new byte[BUFFER_SIZE];
      try (in) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          sink.write(buffer, 0, n);
        }
      } catch (IOException e) {
        // Closed because those who hold its other end cannot be found: what was read counts.
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
