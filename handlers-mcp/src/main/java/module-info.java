/** The handler of mcp+SERVER+ URIs. */
@SuppressWarnings({"requires-automatic", "module"}) // the library of templates has no descriptor
module dev.attache.handlers.mcp {
  requires static org.jspecify;
  requires dev.attache.html;
  requires std.uritemplate;
  requires transitive dev.attache.mcp;

  exports dev.attache.handlers.mcp;

  provides dev.attache.resource.spi.ResourceHandler with
      dev.attache.handlers.mcp.McpHandler;
}
