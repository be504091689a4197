/**
 * What both ends of a connection of the Model Context Protocol need: JSON as plain values, and
 * messages as lines.
 */
@NullMarked
package dev.attache.mcp.wire;

import org.jspecify.annotations.NullMarked;
