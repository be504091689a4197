package dev.attache.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.ResultStream;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The command line that starts {@code attache serve} as it was typed, from wherever a client starts
 * it: the workspace and all files are named by absolute paths. Immutable.
 *
 * @param words what follows the program
 */
record ServeCommandLine(List<String> words, Run run) {

  private static final String WORKSPACE = "--workspace";

  /** Options that mean something to the print alone. */
  private static final Set<String> OWN = Set.of("--print-config", "--check", WORKSPACE);

  /** Options whose values are files, which start at the directory that the user is in. */
  private static final Set<String> FILES =
      Set.of("--config", "--handler-jar", "--mcp-config", "--root", "--token-file");

  ServeCommandLine {
    words = List.copyOf(words);
  }

  /** Returns it for the options that were given. */
  static ServeCommandLine of(Arguments arguments, Run run) throws UsageException {
    Map<String, List<String>> given = arguments.given();
    var words = new ArrayList<>(List.of("serve", WORKSPACE, absolute(run.options().workspace())));
    for (Map.Entry<String, List<String>> option : given.entrySet()) {
      String name = option.getKey();
      if (OWN.contains(name)) {
        continue;
      }
      if (option.getValue().isEmpty()) {
        words.add(name);
      }
      for (String value : option.getValue()) {
        add(name, FILES.contains(name) ? absolute(value) : value, words);
      }
    }
    return new ServeCommandLine(words, run);
  }

  private static void add(String name, String value, List<String> words) {
    if (value.startsWith("-")) {
      words.add(name + "=" + value); // else it looks like an option
    } else {
      words.add(name);
      words.add(value);
    }
  }

  private static String absolute(String file) throws UsageException {
    try {
      return absolute(Path.of(file));
    } catch (InvalidPathException e) {
      throw new UsageException(file + " is not a path: " + e.getReason());
    }
  }

  private static String absolute(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** Prints the configuration of a client, and says where it belongs; returns the exit code. */
  int print(ClientSetup client, HttpListening.@Nullable Place http)
      throws IOException, UsageException {
    String program = Program.launcher();
    if (http == null) {
      return print(client.configuration(program, words), List.of(client.advice(program, words)));
    }
    boolean needsToken = http.access().token() != null;
    return print(
        client.configuration(http.url(), needsToken),
        client.advice(http.url(), needsToken, program, words));
  }

  private int print(String configuration, List<String> advice) throws IOException {
    var out = new ResultStream(run.streams().out());
    out.write(configuration.getBytes(UTF_8));
    out.flush();
    advice.forEach(run.console()::note);
    return ExitCode.OK;
  }
}
