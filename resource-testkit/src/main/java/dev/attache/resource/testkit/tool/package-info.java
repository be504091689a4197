/**
 * The test kit for tools: what the author of a tool, or of something that makes tools of programs
 * or servers, extends to know that they keep their word.
 *
 * <p>Extend {@link dev.attache.resource.testkit.tool.ToolContract}; what it tests, and which hook
 * lets it, is in {@code docs/test-kit.md}.
 */
@NullMarked
package dev.attache.resource.testkit.tool;

import org.jspecify.annotations.NullMarked;
