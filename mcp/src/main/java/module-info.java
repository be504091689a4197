/** The client of MCP servers: definitions, connections, messages. */
module dev.attache.mcp {
  requires static org.jspecify;
  requires java.net.http;
  requires com.fasterxml.jackson.core;
  requires transitive dev.attache.resource.support;

  exports dev.attache.mcp;
  exports dev.attache.mcp.config;
  exports dev.attache.mcp.pool;
  exports dev.attache.mcp.tools;
  exports dev.attache.mcp.wire;
}
