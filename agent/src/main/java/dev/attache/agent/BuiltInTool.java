package dev.attache.agent;

import dev.attache.resource.tool.Tool;

/** A tool of the conversation itself, which can do no more than its policy lets it. */
interface BuiltInTool extends LoopTool {

  @Override
  default String source() {
    return Tool.BUILTIN;
  }

  @Override
  default boolean needsApproval() {
    return false;
  }
}
