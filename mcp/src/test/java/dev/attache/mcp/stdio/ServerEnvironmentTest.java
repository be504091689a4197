package dev.attache.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The variables that a server is given. */
class ServerEnvironmentTest {

  @Test
  void givesAServerLittleOfTheEnvironment() {
    Map<String, String> parent =
        Map.of(
            "PATH", "/usr/bin:bin::/bin",
            "HOME", "/root",
            "LC_TIME", "C",
            "AWS_SECRET_ACCESS_KEY", "s",
            "LD_PRELOAD", "x");
    assertThat(ServerEnvironment.of(parent, Map.of("TOKEN", "t", "HOME", "/h")))
        .isEqualTo(Map.of("PATH", "/usr/bin:/bin", "HOME", "/h", "LC_TIME", "C", "TOKEN", "t"));
    assertThat(ServerEnvironment.of(Map.of(), Map.of()))
        .isEqualTo(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
  }
}
