package dev.attache.cli.config;

import java.util.Map;

/**
 * The tables {@code [mcp.servers.NAME]} of one configuration file, unchecked.
 *
 * @param file the file, as people know it
 * @param isOfWorkspace whether it came with a workspace
 * @param byName the tables by the names of the servers, in order
 */
public record ServerTables(String file, boolean isOfWorkspace, Map<String, Object> byName) {}
