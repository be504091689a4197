package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.test.Growth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveredKeyTest {

  private static final ResourceUri URI = ResourceUri.of("mem:a");

  private static DeliveredKey key(String content, String formatted) {
    Resource resource = Resource.builder(URI, ResourceContent.text(content)).build();
    return DeliveredKey.of(resource, ResourceContent.text(formatted));
  }

  @ParameterizedTest
  @CsvSource({
    "a\\nb\\n, a\\nb\\n, true",
    "a\\nb, '```\\na\\nb\\n```\\n', true",
    "a\\nb\\n, '# A\\n\\na\\nb\\nend', true",
    "a\\n, aa\\na\\n, true",
    "b\\n, ab\\n, false",
    "a\\nb, a\\nbc\\n, false",
    "a\\nb\\n, a\\n b\\n, false",
    "a\\nb\\n, b\\na\\n, false",
    "'', a\\n, false",
  })
  void isThatOfTheContentIfTheFormHasItsLines(String content, String formatted, boolean isSame) {
    DeliveredKey key = key(content.replace("\\n", "\n"), formatted.replace("\\n", "\n"));

    assertThat(key.formatted() == null).isEqualTo(isSame);
  }

  @ParameterizedTest
  @CsvSource({"\\n, x", "x, x", "a\\n, b", "x\\n, \\n\\n"})
  void isFoundInTimeByTheLength(String line, String end) throws Exception {
    String repeated = line.replace("\\n", "\n");
    Growth.assertProportional(
        1 << 12,
        1 << 20,
        size -> {
          String content = repeated.repeat(size / 4) + end.replace("\\n", "\n");
          String formatted = repeated.repeat(size);
          return () -> assertThat(key(content, formatted).formatted() == null).isIn(true, false);
        });
  }

  @Test
  void isAnotherForAnotherForm() {
    assertThat(key("<b>a</b>", "**a**")).isNotEqualTo(key("<b>a</b>", "a"));
  }
}
