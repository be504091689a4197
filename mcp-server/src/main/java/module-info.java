/** An MCP server that offers what conversations have attached. */
module dev.attache.mcp.server {
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;
  requires com.github.benmanes.caffeine;
  requires jdk.httpserver;
  requires transitive dev.attache.conversations;
  requires transitive dev.attache.mcp;

  exports dev.attache.server;
  exports dev.attache.server.http;
  exports dev.attache.server.watch;
}
