package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.cli.terminal.Streams;
import java.io.IOException;

/** The way to what a line asks for, on which no more classes are loaded than that takes. */
public final class QuickStart {

  private QuickStart() {}

  /** Runs one command line and returns its exit code. */
  public static int run(Streams streams, String... args) {
    return args.length == 1 && isVersion(args[0])
        ? printVersion(streams)
        : CommandLines.run(streams, args);
  }

  private static boolean isVersion(String word) {
    return word.equals("--version") || word.equals("-V");
  }

  private static int printVersion(Streams streams) {
    try {
      var out = new ResultStream(streams.out());
      out.write((Program.line() + "\n").getBytes(UTF_8));
      out.flush();
      return ExitCode.OK;
    } catch (IOException e) {
      return new RunFailure(new Console(streams, false), Program.NAME).of(e);
    }
  }
}
