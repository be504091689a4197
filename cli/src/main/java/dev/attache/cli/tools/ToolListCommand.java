package dev.attache.cli.tools;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.tool.Tool;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code attache tool ls}: lists the tools that can be called. */
final class ToolListCommand implements Command {

  @Override
  public void addTo(Options options) {}

  @Override
  public List<String> examples() {
    return List.of("attache tool ls", "attache tool ls --json | jq -r .name");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    AvailableTools tools = AvailableTools.of(run);
    if (tools.all().isEmpty()) {
      run.console().note("no tools are configured; add one to a [tools.NAME] table");
    }
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      if (run.options().isJson()) {
        ObjectLines lines = ObjectLines.to(result.stream());
        for (Tool tool : tools.all()) {
          lines.write(object(tool));
        }
        lines.flush();
      } else {
        int width =
            tools.all().stream().mapToInt(each -> each.name().length()).reduce(4, Math::max);
        for (Tool tool : tools.all()) {
          String first = tool.description().lines().findFirst().orElse("");
          ResultLine.write(
              result.stream(),
              (Columns.left(tool.name(), width) + "  " + tool.source() + "  " + first)
                  .stripTrailing());
        }
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  /** A tool as MCP describes one, with its source. */
  static Map<String, Object> object(Tool tool) {
    var object = new LinkedHashMap<String, Object>();
    object.put("name", tool.name());
    object.put("source", tool.source());
    object.put("description", tool.description());
    object.put("inputSchema", tool.inputSchema());
    Map<String, Object> outputSchema = tool.outputSchema();
    if (outputSchema != null) {
      object.put("outputSchema", outputSchema);
    }
    if (!tool.annotations().isEmpty()) {
      object.put("annotations", tool.annotations());
    }
    return object;
  }
}
