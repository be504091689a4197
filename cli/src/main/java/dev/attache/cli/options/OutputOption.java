package dev.attache.cli.options;

import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The option by which commands learn that their result is to go to a file. */
public final class OutputOption {

  /** What stands for standard output where a file is expected. */
  private static final List<String> STANDARD_OUTPUT = List.of("-", "/dev/stdout");

  private OutputOption() {}

  /** Adds the option to a command. */
  public static void addTo(Options options) {
    options.value("FILE", "Write to FILE atomically.", "--output", "-o");
  }

  /** Returns the file that the result is to be written to; null for standard output. */
  public static @Nullable String file(Arguments arguments) throws UsageException {
    String output = arguments.value("--output");
    if (output != null && output.isEmpty()) {
      throw new UsageException("--output () must not be empty");
    }
    return output == null || STANDARD_OUTPUT.contains(output) ? null : output;
  }

  /** Opens the file that the result is to be written to, or else standard output. */
  public static ResultOutput open(@Nullable String output, Streams streams, boolean isStrict)
      throws IOException, UsageException {
    if (output != null) {
      try {
        return ResultOutput.file(FileProblem.path(output));
      } catch (IOException e) {
        throw new UsageException(
            "--output (" + output + ") cannot be written: " + FileProblem.of(e));
      }
    }
    return ResultOutput.standard(streams, isStrict);
  }
}
