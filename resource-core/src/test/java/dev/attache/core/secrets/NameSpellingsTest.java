package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameSpellingsTest {

  @Test
  void areThoseOfAllLanguages() {
    assertThat(NameSpellings.of("%api_key"))
        .containsExactly(
            "api_key", "API_KEY", "ApiKey", "apiKey", "apikey", "APIKEY", "Api-Key", "api-key",
            "api.key");
    assertThat(NameSpellings.of("%token")).containsExactly("token", "TOKEN", "Token");
  }

  @Test
  void areOnlyOfNames() {
    assertThat(NameSpellings.of("ghp_ Basic\\_ a_b")).containsExactly("ghp_", "Basic ", "a_b");
  }
}
