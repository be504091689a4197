package dev.attache.resource.testkit.tool;

import dev.attache.resource.tool.Tool;
import java.util.Map;

/** A sound tool keeps the contract. */
class ToolContractTest extends ToolContract {

  @Override
  protected Tool tool() {
    return new SampleTool(null);
  }

  @Override
  protected Map<String, Object> arguments() {
    return Map.of("name", "Ada");
  }

  @Override
  protected Map<String, Object> answers() {
    return Map.of("sure", true);
  }

  @Override
  protected Tool answering(byte[] answer) {
    return new SampleTool(answer);
  }

  @Override
  protected Tool silent() {
    return new SampleTool.Silent();
  }

  @Override
  protected Tool dying() {
    return new SampleTool.Dying();
  }

  @Override
  protected Tool flooding() {
    return new SampleTool.Dying();
  }
}
