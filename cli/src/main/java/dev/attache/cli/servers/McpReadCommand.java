package dev.attache.cli.servers;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.OutputOption;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.McpException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code attache mcp read}: prints what a server has at a URI, as it is. */
final class McpReadCommand implements Command {

  private final ServerChoice choice = new ServerChoice();

  @Override
  public void addTo(Options options) {
    choice.addTo(
        options, ServerChoice.DESCRIPTION, "URI", "URI of the resource, as the server lists it.");
    OutputOption.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache mcp read docs file:///guide.md",
        "attache mcp read --url https://example.org/mcp demo://resource/1 -o one.txt");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (!choice.isMade(arguments) || choice.rest(arguments).size() != 1) {
      throw new UsageException("missing argument: SERVER (or --url) and URI");
    }
    String output = OutputOption.file(arguments);
    Console console = run.console();
    try (ServerSession session =
            ServerSession.of(choice, arguments, run, run.streams().canAsk(), null);
        ResultOutput result = OutputOption.open(output, run.streams(), run.options().isStrict())) {
      boolean isGood = read(session, choice.rest(arguments).get(0), run, console, result, output);
      if (isGood) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    } catch (McpException e) {
      console.error(ServerSession.message(e));
      return ExitCode.FAILED;
    }
  }

  /** Returns whether there is something to show, and only if so writes it. */
  private boolean read(
      ServerSession session,
      String uri,
      Run run,
      Console console,
      ResultOutput result,
      @Nullable String output)
      throws IOException, UsageException {
    Map<String, Object> answer = session.connect().readResource(uri, session.timeout());
    if (run.options().isJson()) {
      JsonGenerator json = JsonFormat.generator(result.stream());
      PlainJson.writeWellFormed(answer, json);
      json.writeRaw('\n');
      json.flush();
      return true;
    }
    boolean isOnTerminal = output == null && run.streams().outIsTerminal();
    List<ShownContent> contents = ShownContent.all(answer.get("contents"));
    String problem = problem(contents, isOnTerminal, run.options().limits().maxBytes());
    if (problem != null) {
      console.error(Redaction.redact(uri) + ": " + problem);
      return false;
    }
    try (InputStream in = contents.get(0).content().open()) {
      in.transferTo(result.stream());
      result.stream().flush(); // what is said about it comes after it
    }
    contents.get(0).remarks().forEach(r -> console.note(Redaction.redact(uri) + ": " + r));
    return true;
  }

  /** Why contents cannot be written as they are; null if they can. */
  private static @Nullable String problem(
      List<ShownContent> contents, boolean isOnTerminal, long maxBytes) {
    if (contents.isEmpty()) {
      return "the server gave no content for this URI";
    }
    if (contents.size() > 1) {
      return "the server gave " + contents.size() + " contents; show them with --json";
    }
    ShownContent content = contents.get(0);
    if (content.problem() != null) {
      return content.problem();
    }
    long size = content.content().size();
    if (size > maxBytes) {
      return "has "
          + size
          + " bytes, more than the limit of "
          + maxBytes
          + "; raise it with --max-bytes";
    }
    return isOnTerminal && !content.content().isText()
        ? "is not text ("
            + content.described()
            + "), which a terminal cannot show; write it to a file with --output FILE"
        : null;
  }
}
