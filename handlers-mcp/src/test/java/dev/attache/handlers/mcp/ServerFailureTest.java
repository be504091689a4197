package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpException;
import dev.attache.resource.ResourceException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFailureTest {

  private static final String ADDRESS = "mcp+s+demo://x/Y";

  private final MemoryServer server = MemoryServer.of("s");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the code of revisions up to 2025-11-25, whatever is said
        "-32002 | nope",
        "-32002 | Resource not found",
        // 2026-07-28, and the TypeScript SDK
        "-32602 | Resource demo://x/Y not found",
        "-32602 | MCP error -32602: Resource demo://x/Y not found",
        "-32602 | Unknown resource: demo://x/Y",
        "-32602 | Resource not found",
        // Python
        "0      | Unknown resource: demo://x/Y",
        "0      | Resource demo://x/y not found",
        "0      | [Errno 2] No such file or directory: '/x/Y'",
        // Kotlin, and whatever a file system says
        "-32603 | Resource not found: demo://x/Y",
        "-32603 | ENOENT: no such file or directory, open '/x/Y'",
        "-32603 | File does not exist: /x/Y",
        "-32603 | The document doesn't exist",
        "-32603 | Not found: resource demo://x/Y",
        "-32000 | demo://x/Y was not found",
        "1      | No resource matches demo://x/Y",
      })
  void findsOutThatNothingIsThere(int code, String words) throws Exception {
    assertThat(failure(error(code, words))).isEqualTo("NOT_FOUND: " + said(code, words));
  }

  @Test
  void believesThatNothingIsThereWhenTheUriIsAllThatIsSaid() throws Exception {
    assertThat(failure(new McpException("invalid", -32602, Map.of("uri", "demo://x/Y"))))
        .isEqualTo("NOT_FOUND: invalid");
    assertThat(failure(new McpException("invalid", -32602, Map.of("uri", "demo://z"))))
        .isEqualTo("FAILED: invalid");
    assertThat(failure(new McpException("broken", -32603, Map.of("uri", "demo://x/Y"))))
        .isEqualTo("FAILED: broken");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-32603 | Internal error",
        "-32602 | Invalid params: uri must be a string",
        "-32603 | API key not found",
        "-32000 | the tool was not found",
        "-32603 | git: command not found",
      })
  void passesOnWhatElseTheServerSays(int code, String words) throws Exception {
    assertThat(failure(error(code, words))).isEqualTo("FAILED: " + said(code, words));
  }

  @Test
  void saysThatAServerOffersNoResources() throws Exception {
    assertThat(failure(new McpException("Method not found", -32601, null)))
        .isEqualTo("FAILED: the MCP server s offers no resources");
    server.offeringNoResources();
    assertThat(failure(new McpException("what do you mean", -32600, null)))
        .isEqualTo("FAILED: the MCP server s offers no resources");
  }

  @ParameterizedTest
  @CsvSource({
    "UNUSABLE, FAILED, false",
    "DENIED, DENIED, false",
    "UNREACHABLE, FAILED, false",
    "CLOSED, FAILED, true",
    "TIMEOUT, TIMEOUT, true",
    "TOO_LARGE, TOO_LARGE, false",
    "INVALID, FAILED, false",
    "INPUT_REQUIRED, FAILED, false",
  })
  void keepsTheKindOfAFailure(
      McpException.Kind kind, ResourceException.Kind expected, boolean isTransient) {
    server.answeringElse(
        (uri, timeout) -> {
          throw new McpException(kind, "the server\n\u001b[31m \"s\" is\tbroken", null);
        });
    assertThatThrownBy(() -> Calls.to(server).resolve(ADDRESS))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(expected);
              assertThat(e.isTransient()).isEqualTo(isTransient);
            })
        .hasMessage("the server \"s\" is broken");
  }

  private static McpException error(int code, String words) {
    return new McpException(said(code, words), code, null);
  }

  /** As the client says it. */
  private static String said(int code, String words) {
    return "the MCP server s answered resources/read with error " + code + ": " + words;
  }

  private String failure(McpException failure) throws Exception {
    server.answeringElse(
        (uri, timeout) -> {
          throw failure;
        });
    return Calls.to(server).failure(ADDRESS);
  }
}
