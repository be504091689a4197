package dev.attache.cli.servers;

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
import dev.attache.cli.tools.UserCall;
import dev.attache.cli.view.ShownPrint;
import dev.attache.delivery.form.PromptText;
import dev.attache.mcp.Elicitation;
import dev.attache.mcp.McpException;
import dev.attache.mcp.tools.McpTool;
import dev.attache.resource.Text;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@code attache mcp call}: calls a tool of a server and prints what it answers. */
final class McpCallCommand implements Command {

  private final ServerChoice choice = new ServerChoice();
  private final UserCall user = new UserCall();

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
        .flag("Print structuredContent alone, as JSON.", "--structured")
        .value("JSON", "Send this JSON object as _meta.", "--meta");
    ShownPrint.addTo(options, "Show the result to people, not as a model gets it.");
    user.addTo(options);
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
    if (rest.get(0).isBlank()) {
      throw new UsageException("TOOL must not be blank");
    }
    boolean readsInput = rest.size() == 2 && rest.get(1).equals(PipedText.STANDARD_INPUT);
    Map<String, Object> given = rest.size() < 2 ? Map.of() : parsed(rest.get(1), run.streams());
    String meta = arguments.value("--meta");
    Map<String, Object> sent = meta == null ? Map.of() : GivenJson.object("--meta", meta);
    boolean canAsk = run.streams().canAsk() && !readsInput;
    user.read(arguments, run, canAsk);
    Elicitation elicitation = user.elicitation();
    try (ServerSession session = ServerSession.of(choice, arguments, run, canAsk, elicitation);
        ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      String name = rest.get(0);
      var answer = new AtomicReference<@Nullable Map<String, Object>>();
      McpTool tool = session.tool(name, sent, run.console()).heardBy(answer::set);
      var request = new UserCall.Request(tool, given, session.timeout());
      Map<String, ?> answers = run.serverTool(tool.name()).answers().values();
      ToolResponse response = user.make(request, name, answers, run).response();
      boolean isKept = user.check(tool, response, name, run.console()).isKept();
      boolean isStrict = run.options().isStrict();
      if (isStrict && !isKept) {
        return ExitCode.FAILED; // what is wrong was said, and nothing of it is printed
      }
      boolean isGood = !response.isError();
      if (isGood && ShownPrint.isWanted(arguments)) {
        new ShownPrint(run, session::renderers).write(response);
      } else if (isGood && arguments.has("--structured")) {
        isGood = writeStructured(response, isKept ? name : null, result, run.console());
      } else {
        write(response, answer.get(), name, run, result);
      }
      if (isGood || !isStrict) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    } catch (McpException e) {
      run.console().error(ServerSession.message(e));
      return ExitCode.FAILED;
    }
  }

  private static Map<String, Object> parsed(String given, Streams streams) throws UsageException {
    if (!given.equals(PipedText.STANDARD_INPUT)) {
      return GivenJson.object("arguments", given);
    }
    return GivenJson.object("standard input", PipedText.decoded(PipedText.bytes(streams)));
  }

  /**
   * Writes the value for programs, and returns whether there is one.
   *
   * @param name the tool that is to be named if there is none; null if that was said
   */
  private static boolean writeStructured(
      ToolResponse response, @Nullable String name, ResultOutput result, Console console)
      throws IOException {
    if (!(response.structured() instanceof Text structured)) {
      if (name != null) {
        console.error(name + " did not answer with structured content");
      }
      return false;
    }
    structured.writeTo(result.stream());
    result.stream().write('\n');
    return true;
  }

  /**
   * Writes an answer, or where errors go, what it says of one.
   *
   * @param answer the last one as the server sent it; null if there was none
   */
  private static void write(
      ToolResponse response,
      @Nullable Map<String, Object> answer,
      String name,
      Run run,
      ResultOutput result)
      throws IOException {
    boolean isJson = run.options().isJson();
    if (isJson && answer != null) {
      JsonGenerator json = JsonFormat.generator(result.stream());
      PlainJson.writeWellFormed(answer, json);
      json.writeRaw('\n');
      json.flush();
    }
    if (response.isError()) {
      boolean isSaid =
          isJson
              && !run.options().isStrict()
              && answer != null
              && Boolean.TRUE.equals(answer.get("isError"));
      if (!isSaid) {
        UserCall.sayError(name, response, run.console());
      }
    } else if (!isJson) {
      PromptText.writeResponse(response, result.stream());
      result.stream().flush(); // what is said about it comes after it
      UserCall.sayMore(name, response, "; --structured shows it", run.console());
    }
  }
}
