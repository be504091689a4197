package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scenarios for clients of the protocol's own conformance tests, but those for OAuth. */
@Tag("process")
@Tag("network")
@Tag("slow")
class ConformanceIT {

  private Path attache = Path.of("");

  @TempDir Path directory;

  @BeforeEach
  void needsTheScenarios() {
    Published.folder();
    attache = Launch.installed();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "initialize | mcp ls --url",
        "tools_call | mcp call add_numbers '{\"a\": 5, \"b\": 3}' --url",
        "elicitation-sep1034-client-defaults | mcp call test_client_elicitation_defaults"
            + " --accept-defaults --url",
        "sse-retry | mcp call test_reconnection '{}' --url"
      },
      quoteCharacter = '`')
  void passes(String scenario, String command) throws Exception {
    Path client = directory.resolve("client");
    Files.writeString(client, "#!/bin/sh\nexec '" + attache + "' " + command + " \"$1\"\n");
    Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwx------"));
    Ended ended =
        Launch.in(
                directory,
                "node",
                Published.module(Published.CONFORMANCE),
                "client",
                "--command",
                client,
                "--scenario",
                scenario)
            .run();
    assertThat(ended.out() + ended.err()).contains("OVERALL: PASSED");
    assertThat(ended.exitCode()).isZero();
  }
}
