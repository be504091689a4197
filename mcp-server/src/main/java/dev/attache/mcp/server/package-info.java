/**
 * A server of the Model Context Protocol, which gives its clients the resources of conversations.
 */
@NullMarked
package dev.attache.mcp.server;

import org.jspecify.annotations.NullMarked;
