package dev.attache.core.tool;

import dev.attache.resource.tool.Tool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool that is another one, but for how it is called. Thread-safe as long as its subclass is. */
public abstract class ForwardingTool implements Tool {

  private final Tool tool;

  /**
   * Forwards all methods, unless a subclass overrides them.
   *
   * @param tool the tool that this one is
   */
  protected ForwardingTool(Tool tool) {
    this.tool = tool;
  }

  /** {@return the other tool} */
  protected final Tool tool() {
    return tool;
  }

  @Override
  public final String name() {
    return tool.name();
  }

  @Override
  public final String description() {
    return tool.description();
  }

  @Override
  public final Map<String, Object> inputSchema() {
    return tool.inputSchema();
  }

  @Override
  public final @Nullable Map<String, Object> outputSchema() {
    return tool.outputSchema();
  }

  @Override
  public final Map<String, Object> annotations() {
    return tool.annotations();
  }

  @Override
  public final String source() {
    return tool.source();
  }

  @Override
  public final Map<String, Object> options() {
    return tool.options();
  }

  @Override
  public final Map<String, Object> definition() {
    return tool.definition();
  }

  @Override
  public final boolean isReadOnly() {
    return tool.isReadOnly();
  }
}
