package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.attachments.AttachmentCommands;
import dev.attache.cli.conversations.ConversationCommands;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.PlainLine;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.resolve.ResolveCommands;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.turns.TurnCommands;
import dev.attache.core.routing.DuplicateSchemeException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way to what a line asks for, on which no more classes are loaded than that takes. */
final class QuickStart {

  private QuickStart() {}

  /** Runs one command line and returns its exit code. */
  static int run(Streams streams, String... args) {
    if (args.length == 1 && isVersion(args[0])) {
      return printVersion(streams);
    }
    if (ImpliedCommand.isPlain(args) || (args.length == 0 && streams.inIsPiped())) {
      return run(streams, ResolveCommands.resolve(), 0, args);
    }
    Command command = args.length == 0 ? null : command(args[0]);
    if (command != null) {
      return run(streams, command, 1, args);
    }
    command = args.length < 2 ? null : command(args[0], args[1]);
    return command == null ? CommandLines.run(streams, args) : run(streams, command, 2, args);
  }

  /**
   * Runs a command, or leaves the line to the parser that knows what to say of it.
   *
   * @param words how many of the arguments name the command; none if it is implied
   */
  private static int run(Streams streams, Command command, int words, String... args) {
    var options = new Options();
    var repeated = new RunOptions.Repeated();
    command.addTo(options);
    RunOptions.addTo(options, repeated);
    List<String> all = List.of(args);
    Arguments arguments = PlainLine.read(options, all.subList(words, args.length));
    if (arguments == null) {
      return CommandLines.run(streams, args);
    }
    var run = new Run(streams, new RunOptions(arguments, repeated));
    String name = words == 0 ? ImpliedCommand.RESOLVE : String.join(" ", all.subList(0, words));
    return run(command, arguments, run, Program.NAME + " " + name);
  }

  /** Returns the command of a word; null if it has others below it, or is not worth it. */
  private static @Nullable Command command(String word) {
    return switch (word) {
      case "resolve" -> ResolveCommands.resolve();
      case "plan" -> ResolveCommands.plan();
      case "canonicalize" -> ResolveCommands.canonicalize();
      case "query" -> TurnCommands.query();
      case "refresh" -> TurnCommands.refresh();
      case "tool-result" -> TurnCommands.toolResult();
      default -> null;
    };
  }

  /** The same for one of a group. */
  private static @Nullable Command command(String group, String word) {
    return switch (group + " " + word) {
      case "attachment ls" -> AttachmentCommands.list();
      case "conversation ls" -> ConversationCommands.list();
      default -> null;
    };
  }

  private static int run(Command command, Arguments arguments, Run run, String running) {
    try {
      return command.run(arguments, run);
    } catch (UsageException e) {
      return failure(run.streams(), running).of(e);
    } catch (DuplicateSchemeException e) {
      return failure(run.streams(), running).of(e);
    } catch (IOException e) {
      return failure(run.streams(), running).of(e);
    } catch (OutOfMemoryError e) {
      return failure(run.streams(), running).ofMemory();
    }
  }

  private static RunFailure failure(Streams streams, String running) {
    return new RunFailure(new Console(streams, false), running);
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
      return failure(streams, Program.NAME).of(e);
    }
  }
}
