package dev.attache.cli.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.Main;
import dev.attache.cli.QuickStart;
import dev.attache.cli.run.Documents;
import dev.attache.cli.terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The run from which Java learns which classes the command needs; the launcher starts it once to
 * make the class-data archive. Uses every command on small files, a web server, models and a server
 * of MCP of its own; what is fetched goes to the cache, which the launcher puts where it can be
 * thrown away.
 */
public final class ArchiveTraining {

  /** More than a history grows by until what it comes to is written beside it. */
  private static final String LONG = "Look. ".repeat(4_000);

  private ArchiveTraining() {}

  /** Runs the training; the arguments mean nothing. */
  public static void main(String[] args) throws IOException {
    Objects.requireNonNull(Main.class); // loads it: what starts later runs is not run here
    var documents = new Thread(ArchiveTraining::makeArchiveOfConverters, "documents");
    documents.start();
    try (var files = TrainingWorkspace.create()) {
      Path repository = files.repository();
      Path workspace = files.workspace();
      run(repository, workspace, lines(workspace));
      serve(repository, workspace);
      try (var server = TrainingServer.start()) {
        String place = "127.0.0.1:" + server.port();
        run(repository, workspace, fetches(place));
        run(repository, workspace, questions(files.models("http://" + place)));
      } catch (IOException e) {
        // No loopback interface: what is of the web only has to start without having been learned.
      }
    }
  }

  /** That of the processes that convert documents, which they write themselves. */
  private static void makeArchiveOfConverters() {
    try {
      Documents.makeArchive(TrainingDocuments.all());
    } catch (IOException e) {
      throw new AssertionError(e); // it stays in memory
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void run(Path repository, Path workspace, List<List<String>> lines) {
    for (List<String> line : lines) {
      var in = new ByteArrayInputStream("README.md\n".getBytes(UTF_8));
      run(streams(repository, in), workspace, line);
    }
  }

  /** Serves a client, which has a conversation of its own, and one that is kept. */
  private static void serve(Path repository, Path workspace) {
    for (List<String> line :
        List.of(
            List.of("serve", "--attach", "README.md", "--attach", "src", "--allow-attach"),
            List.of("serve", "--conversation", "s", "--attach", "README.md"))) {
      run(streams(repository, TrainingClient.messages(workspace)), workspace, line);
    }
  }

  private static void run(Streams streams, Path workspace, List<String> line) {
    var withWorkspace = new ArrayList<>(line);
    withWorkspace.add("--workspace=" + workspace);
    QuickStart.run(streams, withWorkspace.toArray(String[]::new));
  }

  private static List<List<String>> lines(Path workspace) {
    return List.of(
        List.of("resolve", "--format", "json"),
        List.of("resolve", "--format=json", "--no-content", "src", "*.md", "!src/**/*.rs"),
        List.of("resolve", "--format", "table", "-v"),
        List.of("resolve", "README.md#L1-2", "run", "missing", "--max-bytes", "1M"),
        List.of("resolve", workspace.resolveSibling("outside").toString()),
        List.of("plan"),
        List.of("plan", "--json", "--hidden"),
        List.of("canonicalize", "README.md", "file:src/../run", "x:y"),
        List.of("resolve", "--declared"),
        List.of("trust", "add", "cmd:true"),
        List.of("trust", "ls"),
        List.of("plan", "--declared"),
        List.of("resolve", "--declared", "--json", "cmd:echo a"),
        List.of("trust", "rm", "cmd:true"),
        List.of("resolve", "mcp+training+", "mcp+training+training://{id}", "--var", "id=b"),
        List.of("resolve", "mcp+training+training://a", "--json"),
        List.of("plan", "mcp+training+training://a"),
        List.of("canonicalize", "mcp+training+training://a"),
        List.of("mcp", "ls"),
        List.of("mcp", "ls", "training", "--json"),
        List.of("mcp", "read", "training", "training://a"),
        List.of("mcp", "call", "training", "t", "{\"a\": [1, 2.5, \"b\"]}"),
        List.of("trust", "add", "mcp+training+"),
        List.of("trust", "rm", "mcp+training+"),
        List.of(
            "query", "--print", "--new", "--id", "a", "--attach", "src", "--attach", "cmd:true"),
        List.of("conversation", "record-answer", "yes"),
        List.of("query", "--print", "--json", "--attach", "src/main/main.rs", "b"),
        List.of("conversation", "set", "dedup.min-bytes=0"),
        List.of("query", "--print", "--json", "--attach", "src/main/main.rs", "again"),
        List.of("query", "--print", "--attach", "src/main/main.rs", "and again"),
        List.of("tool-result", "--json", workspace.resolve("result.json").toString()),
        List.of("tool-result", "--arguments", "{\"a\": [1]}"),
        List.of("query", "--print", LONG), // after which attachments have a file of their own
        List.of("query", "--print", "--attach", "run", "--whole", "c"),
        List.of("refresh", "--force", "src/main/main.rs"),
        List.of("attachment", "add", "run"),
        List.of("attachment", "ls", "--check"),
        List.of("attachment", "print", "run"),
        List.of("attachment", "rm", "run"),
        List.of("conversation", "set", "refresh=notify"),
        List.of("query", "--print", "d"),
        List.of("query", "--dry-run", "--attach", "README.md", "e"),
        List.of("query", "without a model"),
        List.of("conversation", "fork", "--to", "f"),
        List.of("conversation", "ls"),
        List.of("conversation", "ls", "--json"),
        List.of("conversation", "show", "--check", "a"),
        List.of("conversation", "show", "--json"),
        List.of("conversation", "rm", "--yes", "f"),
        List.of("store", "gc"),
        List.of("store", "du"),
        List.of("store", "verify"),
        List.of("handlers", "ls"),
        List.of("--version"),
        List.of("--wrong"),
        List.of("help", "resolve"));
  }

  /**
   * Fetches twice, the second time what is unchanged; https gets as far as saying hello. The server
   * is one of MCP, too.
   */
  private static List<List<String>> fetches(String server) {
    List<String> references =
        List.of("http://" + server + "/page", "http://" + server + "/moved", "https://" + server);
    var line = new ArrayList<>(List.of("resolve", "--allow-host", server));
    line.addAll(references);
    String endpoint = "--url=http://" + server + "/mcp";
    return List.of(
        line, line, List.of("mcp", "ls", endpoint), List.of("mcp", "call", endpoint, "t", "{}"));
  }

  /** Asks models, of which the first looks again at what it was given. */
  private static List<List<String>> questions(Path settings) {
    String config = "--config=" + settings;
    return List.of(
        List.of("query", config, "--new", "--attach=README.md", "--attach=src", "Look."),
        List.of("query", config, "--json", "-m=messages", "And now?"),
        List.of("query", config, "--continue"),
        List.of("chat", config), // of which each line is a message
        List.of("conversation", "show"),
        List.of("models", "ls", config));
  }

  private static Streams streams(Path repository, InputStream in) {
    return new Streams(
        in,
        new ByteArrayOutputStream(),
        new PrintWriter(Writer.nullWriter()),
        false,
        false,
        false,
        Map.of(
            "XDG_CONFIG_HOME",
            repository.toString(),
            "XDG_STATE_HOME",
            repository.resolve("state").toString(),
            "XDG_CACHE_HOME",
            repository.resolve("cache").toString(),
            "ANTHROPIC_API_KEY",
            "training",
            "OPENAI_API_KEY",
            "training"));
  }
}
