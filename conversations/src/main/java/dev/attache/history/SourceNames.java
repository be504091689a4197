package dev.attache.history;

import org.jspecify.annotations.Nullable;

/**
 * The names of those who produce resources: {@code file}, {@code mcp:docs}, {@code tool:grep}.
 * Thread-safe.
 */
public final class SourceNames {

  /** The tool whose answers tell the model what an attached resource has become. */
  public static final String REFRESH_TOOL = "refresh_resource";

  /** The tool whose answers give the model what it has attached itself. */
  public static final String ATTACH_TOOL = "attach_resource";

  private static final String TOOL = "tool:";

  private static final String REFRESH = TOOL + REFRESH_TOOL;

  private static final String ATTACH = TOOL + ATTACH_TOOL;

  private SourceNames() {}

  /**
   * {@return the source of what a tool returns}
   *
   * @param name what the model calls the tool
   */
  public static String ofTool(String name) {
    return name.equals(REFRESH_TOOL) ? REFRESH : TOOL + name;
  }

  /**
   * {@return the name of the tool that a source is; null if it is none}
   *
   * @param source the name of whoever produced a resource
   */
  public static @Nullable String tool(String source) {
    return source.startsWith(TOOL) ? source.substring(TOOL.length()) : null;
  }

  /**
   * {@return whether a source is a tool, which may name anything}
   *
   * @param source the name of whoever produced a resource
   */
  public static boolean isTool(String source) {
    return source.startsWith(TOOL);
  }

  /**
   * {@return whether a source is the answers to refreshes, which are read where the attachment was}
   *
   * @param source the name of whoever produced a resource
   */
  public static boolean isRefresh(String source) {
    return source.equals(REFRESH);
  }

  /**
   * {@return whether a source is the answers of a tool that gives the content which a model names}
   * Who calls it again right after a reference misses that content.
   *
   * @param source the name of whoever produced a resource
   */
  public static boolean isOfContentAskedFor(String source) {
    return isRefresh(source) || source.equals(ATTACH);
  }

  /**
   * {@return whether two sources mean the same thing by one URI} Servers may use one URI for
   * different things; a tool's is taken for that of whoever else uses it.
   *
   * @param source the name of whoever produced a resource
   * @param other the name of whoever produced another one under the same URI
   */
  public static boolean areOfOneThing(String source, String other) {
    return source.equals(other) || isTool(source) || isTool(other);
  }
}
