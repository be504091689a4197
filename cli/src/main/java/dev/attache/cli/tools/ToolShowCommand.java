package dev.attache.cli.tools;

import dev.attache.cli.config.ConfiguredTool;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.Tool;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** {@code attache tool show}: shows what a tool takes, and what a call of it starts. */
final class ToolShowCommand implements Command {

  private final List<String> names = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameter(0, "NAME", names, "Name of the tool.");
  }

  @Override
  public List<String> examples() {
    return List.of("attache tool show deploy", "attache tool show deploy --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (names.isEmpty()) {
      throw new UsageException("missing argument: NAME (`attache tool ls` lists them)");
    }
    AvailableTools tools = AvailableTools.of(run);
    Tool tool = tools.require(names.get(0));
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      if (run.options().isJson()) {
        ObjectLines.to(result.stream()).write(ToolListCommand.object(tool)).flush();
      } else {
        write(tool, Objects.requireNonNull(tools.definition(tool)), result.stream());
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  private static void write(Tool tool, ConfiguredTool definition, OutputStream out)
      throws IOException {
    ResultLine.write(out, "name: " + tool.name());
    ResultLine.write(out, "source: " + tool.source() + ", " + definition.file());
    if (!tool.description().isEmpty()) {
      ResultLine.write(out, "description: " + tool.description());
    }
    ResultLine.write(out, "command: " + definition.label());
    ResultLine.write(out, "arguments: " + ResourceJson.text(tool.inputSchema()));
  }
}
