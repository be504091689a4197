/** Where servers are configured: the files of editors and of Attaché, and the variables in them. */
@NullMarked
package dev.attache.mcp.config;

import org.jspecify.annotations.NullMarked;
