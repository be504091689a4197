package dev.attache.support.places;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserPlacesTest {

  private static final Map<String, String> HOME = Map.of("HOME", "/home/ann");

  @Test
  void areThoseOfTheEnvironment() {
    var environment =
        Map.of(
            "HOME", "/home/ann",
            "XDG_CONFIG_HOME", "/c",
            "XDG_CACHE_HOME", "/k",
            "XDG_STATE_HOME", "/s");
    assertThat(UserPlaces.configuration(environment)).isEqualTo("/c/attache");
    assertThat(UserPlaces.cache(environment)).isEqualTo(Path.of("/k/attache"));
    assertThat(UserPlaces.state(environment, "attache/x")).isEqualTo(Path.of("/s/attache/x"));
  }

  @Test
  void areInTheHomeDirectoryIfTheEnvironmentDoesNotSay() {
    assertThat(UserPlaces.configuration(HOME)).isEqualTo("/home/ann/.config/attache");
    assertThat(UserPlaces.cache(HOME)).isEqualTo(Path.of("/home/ann/.cache/attache"));
    assertThat(UserPlaces.state(HOME, "attache/x"))
        .isEqualTo(Path.of("/home/ann/.local/state/attache/x"));
  }

  @Test
  void areNotWhereARelativeVariablePoints() {
    var environment =
        Map.of(
            "HOME", "/home/ann",
            "XDG_CONFIG_HOME", "c",
            "XDG_CACHE_HOME", "./k",
            "XDG_STATE_HOME", "");
    assertThat(UserPlaces.configuration(environment)).isEqualTo(UserPlaces.configuration(HOME));
    assertThat(UserPlaces.cache(environment)).isEqualTo(UserPlaces.cache(HOME));
    assertThat(UserPlaces.state(environment, "x")).isEqualTo(UserPlaces.state(HOME, "x"));
  }

  @Test
  void areNowhereWithoutAHomeDirectory() {
    assertThat(UserPlaces.configuration(Map.of())).isNull();
    assertThat(UserPlaces.cache(Map.of())).isNull();
    assertThat(UserPlaces.state(Map.of(), "x")).isNull();
  }

  @Test
  void keepNoFilesInARelativeHomeDirectory() {
    var environment = Map.of("HOME", "ann");
    assertThat(UserPlaces.configuration(environment)).isEqualTo("ann/.config/attache");
    assertThat(UserPlaces.cache(environment)).isNull();
    assertThat(UserPlaces.state(environment, "x")).isNull();
  }
}
