package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleTest {

  @ParameterizedTest
  @CsvSource({"USER, user", "ASSISTANT, assistant"})
  void isReadAndWrittenAsMcpSpellsIt(Role role, String wireName) {
    assertThat(role).hasToString(wireName);
    assertThat(Role.parse(wireName)).contains(role);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "User", "USER", "system", " user"})
  void parsesNothingElse(String wireName) {
    assertThat(Role.parse(wireName)).isEmpty();
  }

  @Test
  void hasTheTwoRolesOfMcp() {
    assertThat(Role.values()).containsExactly(Role.USER, Role.ASSISTANT);
  }
}
