package dev.attache.cli.tools;

import dev.attache.cli.terminal.Console;
import dev.attache.core.tool.ForwardingTool;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.StructuredJson;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.schemas.JsonSchemas;
import dev.attache.schemas.OutputCheck;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A tool that a model calls: its answers are checked against what it has promised, which the model
 * is told, and what there is to say of a call is said to the user.
 */
final class CheckedTool extends ForwardingTool {

  private final JsonSchemas schemas;
  private final Console console;

  /** Whether it was said that there is more for programs: once is enough. */
  private final AtomicBoolean saysMore = new AtomicBoolean();

  CheckedTool(Tool tool, JsonSchemas schemas, Console console) {
    super(tool);
    this.schemas = schemas;
    this.console = console;
  }

  @Override
  public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
    ToolResponse response = tool().call(said(context), timeout);
    if (!response.questions().isEmpty()) {
      return response; // it is not the last one
    }
    OutputCheck check = OutputCheck.of(tool(), response, schemas);
    if (check.remark() != null) {
      say(check.remark());
    }
    if (saysMore.compareAndSet(false, StructuredJson.saysMore(response))) {
      UserCall.sayMore(name(), response, ", which the model is not given", console);
    }
    return check.marked();
  }

  private ToolContext said(ToolContext context) {
    return new ToolContext(
        context.name(),
        context.arguments(),
        context.answers(),
        context.options(),
        context.root(),
        new ToolObserver() {
          @Override
          public boolean followsProgress() {
            return false;
          }

          @Override
          public void note(String line) {
            say(line);
          }
        });
  }

  private void say(String line) {
    console.note(name() + ": " + line);
  }
}
