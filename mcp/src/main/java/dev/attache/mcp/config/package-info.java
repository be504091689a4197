/**
 * Where servers are configured: the files of editors and of Attaché, and the variables in them.
 *
 * <p>{@link dev.attache.mcp.config.McpConfiguration} collects DefinitionFiles, of which the first
 * definition of a name counts; ServerReader makes a {@link dev.attache.mcp.McpServer} of each, with
 * DefinitionFields that are asked for by name and type, their variables expanded; whatever the
 * workspace decides of a user's program is found by WorkspaceDependence, and what is seen of a
 * definition before that is WrittenForm and WrittenWay.
 *
 * <p>The door: {@link dev.attache.mcp.config.McpConfiguration}.
 */
@NullMarked
package dev.attache.mcp.config;

import org.jspecify.annotations.NullMarked;
