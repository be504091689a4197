package dev.attache.cli;

import dev.attache.cli.chat.ChatCommand;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.OptionSpecs;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.DuplicateSchemeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that a session runs, of which none ends it, whatever goes wrong. */
final class SessionCommands implements ChatCommand.Commands {

  private static final String SESSION = "attache chat";

  private SessionCommands() {}

  /** Returns them as a session knows them, so that other commands load nothing of sessions. */
  static ChatCommand.Commands all() {
    return new SessionCommands();
  }

  @Override
  public int run(Streams streams, Arguments session, List<String> words)
      throws IOException, UsageException {
    Set<String> global = globalOptions();
    var line = new ArrayList<String>();
    session
        .given()
        .forEach(
            (option, values) -> {
              if (global.contains(option)) {
                add(option, values, line);
              }
            });
    line.addAll(words);
    return CommandLines.runWithin(streams, line.toArray(String[]::new));
  }

  private static void add(String option, List<String> values, List<String> line) {
    if (values.isEmpty()) {
      line.add(option);
    }
    for (String value : values) {
      line.add(option);
      line.add(value);
    }
  }

  private static Set<String> globalOptions() {
    CommandSpec spec = CommandSpec.create();
    var options = new Options();
    RunOptions.addTo(options, new RunOptions.Repeated());
    OptionSpecs.add(options, spec);
    return spec.optionsMap().keySet();
  }

  @Override
  public int attempt(Console console, ChatCommand.Work work) {
    var failure = new RunFailure(console, SESSION);
    try {
      return work.run();
    } catch (UsageException e) {
      console.error(String.valueOf(e.getMessage()));
      return ExitCode.USAGE;
    } catch (CancellationException e) {
      console.error("cancelled");
      return ExitCode.FAILED;
    } catch (DuplicateSchemeException e) {
      return failure.of(e);
    } catch (IOException e) {
      return failure.of(e);
    } catch (OutOfMemoryError e) {
      return failure.ofMemory();
    }
  }
}
