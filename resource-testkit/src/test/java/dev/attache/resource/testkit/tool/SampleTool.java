package dev.attache.resource.testkit.tool;

import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.AnswerType;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sound tool, of which each mutant breaks one rule. */
class SampleTool implements Tool {

  private final byte @Nullable [] answer;

  /**
   * @param answer what it answers; null if it asks, and then greets
   */
  SampleTool(byte @Nullable [] answer) {
    this.answer = answer;
  }

  @Override
  public String name() {
    return "greet";
  }

  @Override
  public String description() {
    return "Greets somebody.";
  }

  @Override
  public Map<String, Object> inputSchema() {
    return Map.of("type", "object");
  }

  @Override
  public String source() {
    return BUILTIN;
  }

  @Override
  public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
    if (answer != null) {
      return read(answer, context);
    }
    return context.answers().containsKey("sure")
        ? ToolResponse.of(TextBlock.of("hello " + context.arguments().get("name")))
        : ToolResponse.of(
            new QuestionBlock(
                InputRequest.of("sure", "Sure?", AnswerType.BOOLEAN.schema()), Map.of()));
  }

  private static ToolResponse read(byte[] answer, ToolContext context) {
    ToolResponseJson.Parsed parsed = ToolResponseJson.parse(answer, Canonicalizer.AS_GIVEN);
    parsed.problems().forEach(context.observer()::note);
    return parsed.response();
  }

  /** Waits until it may answer no more, and says so. */
  static class Silent extends SampleTool {
    Silent() {
      super(null);
    }

    @Override
    public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
      try {
        TimeUnit.NANOSECONDS.sleep(timeout.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw ResourceException.of(ResourceException.Kind.TIMEOUT, null, "did not answer");
    }
  }

  /** Gives what came before the end. */
  static final class Dying extends SampleTool {
    Dying() {
      super(null);
    }

    @Override
    public ToolResponse call(ToolContext context, Duration timeout) {
      return new ToolResponse(List.of(TextBlock.of("hel")), true, Map.of());
    }
  }
}
