package dev.attache.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.types.tables.SourceTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FenceLanguagesTest {
  @ParameterizedTest
  @CsvSource({
    "text/x-rust, rust",
    "text/rust, rust",
    "Text/Rust, rust",
    "text/x-java-source, java",
    "text/x-java, java",
    "application/typescript, ts",
    "text/x-dockerfile, dockerfile",
    "application/x-sh, bash",
    "text/x-yaml, yaml",
    "application/yaml, yaml",
    "application/javascript, javascript",
    "application/vnd.acme+json, json",
    "application/atom+xml, xml",
    "application/openapi+yaml, yaml",
    "text/xml, xml",
    "image/png, ''",
    "nonsense, ''",
  })
  void namesTheLanguageOfAFence(String type, String language) {
    assertThat(FenceLanguages.of(type)).isEqualTo(language);
  }

  @Test
  void leadsAliasesToTheirType() {
    assertThat(FenceLanguages.canonical("text/rust")).isEqualTo("text/x-rust");
    assertThat(FenceLanguages.canonical("text/x-rust")).isEqualTo("text/x-rust");
    assertThat(FenceLanguages.canonical("application/x-javascript")).isEqualTo("text/javascript");
    assertThat(FenceLanguages.canonical("image/png")).isEqualTo("image/png");
  }

  @Test
  void hasALanguageForEveryTypeOfOurTable() {
    var types = SourceTypes.load();
    assertThat(types.fences.keySet()).containsAll(types.names.values());
    assertThat(types.canonical.keySet())
        .allSatisfy(name -> assertThat(FenceLanguages.of(name)).isNotEmpty());
  }
}
