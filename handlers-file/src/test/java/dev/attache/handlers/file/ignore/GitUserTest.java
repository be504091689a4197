package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GitUserTest {

  /** Java makes a home of the user database, or "?", which is a directory like any other. */
  @Test
  void hasNoOtherHomeThanThatOfTheEnvironment() {
    assertThat(home(Map.of("HOME", "/home/ann"))).isEqualTo(Path.of("/home/ann"));
    assertThat(home(Map.of())).isEqualTo(Path.of("/"));
    assertThat(home(Map.of("HOME", ""))).isEqualTo(Path.of("/"));
  }

  private static Path home(Map<String, String> environment) {
    return GitUser.of(environment, problem -> {}).home();
  }
}
