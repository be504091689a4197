package dev.attache.cli.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.tools.ProgressText;
import dev.attache.support.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code attache mcp call}: calls a tool of a server and prints what it answers. */
final class McpCallCommand implements Command {

  /** What stands for standard input where arguments are expected. */
  private static final String STANDARD_INPUT = "-";

  private final ServerChoice choice = new ServerChoice();

  @Override
  public void addTo(Options options) {
    choice.addTo(
        options,
        ServerChoice.DESCRIPTION,
        "TOOL",
        "Name of the tool.",
        "[JSON]",
        "Arguments, a JSON object; - reads it from standard input.");
    options
        .flag("Answer the server's questions with its defaults.", "--accept-defaults")
        .flag("Print structuredContent alone, as JSON.", "--structured")
        .value("JSON", "Send this JSON object as _meta.", "--meta");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache mcp call github search '{\"query\": \"is:open\"}'",
        "attache mcp call --url https://example.org/mcp echo - < arguments.json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    List<String> rest = choice.rest(arguments);
    if (!choice.isMade(arguments) || rest.isEmpty() || rest.size() > 2) {
      throw new UsageException("missing argument: SERVER (or --url), TOOL and JSON");
    }
    boolean readsInput = rest.size() == 2 && rest.get(1).equals(STANDARD_INPUT);
    Map<String, Object> given = rest.size() < 2 ? Map.of() : parsed(rest.get(1), run.streams());
    String meta = arguments.value("--meta");
    Map<String, Object> sent = meta == null ? Map.of() : GivenJson.object("--meta", meta);
    Console console = run.console();
    boolean canAsk = run.streams().canAsk() && !readsInput;
    try (ServerSession session = ServerSession.of(choice, arguments, run, canAsk);
        ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      String tool = rest.get(0);
      McpConnection connection = session.connect();
      ToolSchemas schemas = ToolSchemas.of(connection, tool, session.timeout());
      List<String> wrong = schemas.problemsOf(given);
      if (!wrong.isEmpty()) {
        wrong.forEach(each -> console.error("arguments of " + tool + ": " + each));
        return ExitCode.FAILED;
      }
      Map<String, Object> answer =
          connection.callTool(tool, given, sent, progress(tool, run, console), session.timeout());
      console.clearProgress();
      boolean isGood = !Boolean.TRUE.equals(answer.get("isError"));
      if (arguments.has("--structured")) {
        isGood &= writeStructured(answer, tool, result, console);
      } else {
        write(answer, tool, isGood, run.options().isJson(), result, console);
      }
      List<String> remarks = isGood ? schemas.remarksOn(answer) : List.of();
      remarks.forEach(each -> console.note(tool + ": " + each));
      isGood &= remarks.isEmpty() || !run.options().isStrict();
      if (isGood || !run.options().isStrict()) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    } catch (McpException e) {
      console.error(ServerSession.message(e));
      return ExitCode.FAILED;
    }
  }

  private static Map<String, Object> parsed(String given, Streams streams) throws UsageException {
    if (!given.equals(STANDARD_INPUT)) {
      return GivenJson.object("arguments", given);
    }
    return GivenJson.object("standard input", PipedText.decoded(PipedText.bytes(streams)));
  }

  /** Writes the value for programs, and returns whether there is one. */
  private static boolean writeStructured(
      Map<String, Object> answer, String tool, ResultOutput result, Console console)
      throws IOException {
    Object structured = answer.get("structuredContent");
    if (structured == null) {
      console.error(tool + " did not answer with structured content");
      return false;
    }
    JsonGenerator json = JsonFormat.generator(result.stream());
    PlainJson.writeWellFormed(structured, json);
    json.writeRaw('\n');
    json.flush();
    return true;
  }

  /** What an error says goes where errors go. */
  private static void write(
      Map<String, Object> answer,
      String tool,
      boolean isGood,
      boolean isJson,
      ResultOutput result,
      Console console)
      throws IOException {
    if (isJson) {
      JsonGenerator json = JsonFormat.generator(result.stream());
      PlainJson.writeWellFormed(answer, json);
      json.writeRaw('\n');
      json.flush();
    } else if (isGood) {
      List<String> remarks = new ToolAnswer(tool, answer).writeTo(result.stream());
      result.stream().flush(); // what is said about it comes after it
      remarks.forEach(console::note);
    } else {
      var said = new ByteArrayOutputStream();
      List<String> remarks = new ToolAnswer(tool, answer).writeTo(said);
      console.error(tool + " failed" + (said.size() == 0 ? " without a reason" : ":"));
      said.toString(UTF_8).lines().forEach(console::error);
      remarks.forEach(console::note);
    }
  }

  private static @Nullable Consumer<Map<String, Object>> progress(
      String tool, Run run, Console console) {
    return run.options().showsProgress() && run.streams().errIsTerminal()
        ? params -> console.progress(tool + ": " + ProgressText.of(params))
        : null;
  }
}
