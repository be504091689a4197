package dev.attache.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;

/** A small server as the SDK of MCP has them, on standard streams. */
final class SdkServer {

  private SdkServer() {}

  public static void main(String[] args) {
    McpServer.sync(new StdioServerTransportProvider(SdkJson.INSTANCE))
        .jsonMapper(SdkJson.INSTANCE)
        .jsonSchemaValidator(SdkJson.INSTANCE)
        .serverInfo("sdk", "2.1")
        .capabilities(
            McpSchema.ServerCapabilities.builder().tools(true).resources(false, true).build())
        .toolCall(
            McpSchema.Tool.builder("echo", Map.of("type", "object")).description("ä€😀").build(),
            (exchange, request) -> {
              exchange.ping();
              return McpSchema.CallToolResult.builder(
                      List.of(
                          McpSchema.TextContent.builder(request.arguments().toString()).build()))
                  .build();
            })
        .resources(
            new SyncResourceSpecification(
                McpSchema.Resource.builder("demo:1", "one").mimeType("text/plain").build(),
                (exchange, request) ->
                    McpSchema.ReadResourceResult.builder(
                            List.of(
                                McpSchema.TextResourceContents.builder(request.uri(), "Grüße")
                                    .build()))
                        .build()),
            new SyncResourceSpecification(
                McpSchema.Resource.builder("demo:none", "none").build(),
                (exchange, request) -> {
                  throw McpError.builder(-32002).message("no such thing").data("x").build();
                }))
        .build();
  }
}
