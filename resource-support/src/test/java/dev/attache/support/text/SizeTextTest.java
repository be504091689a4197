package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "1k, 1024",
    "10MiB, 10485760",
    "10 MB, 10485760",
    "512B, 512",
    "1iB, 1",
    "1T, 1099511627776",
    "8388608T, 9223372036854775808"
  })
  void readsWhatPeopleWrite(String size, BigInteger bytes) {
    assertThat(SizeText.parse(size)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-1", "+1", "1.5M", "1e6", "M", "10X", "10MM", "1 K ", "\u0661"})
  void readsNothingElse(String size) {
    assertThat(SizeText.parse(size)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KiB",
    "1536, 1.5 KiB",
    "1048524, 1023.9 KiB",
    "1048575, 1 MiB",
    "10485760, 10 MiB",
    "1099511627776, 1 TiB",
    "9223372036854775807, 8388608 TiB"
  })
  void showsSizesShortly(long bytes, String shown) {
    assertThat(SizeText.of(bytes)).isEqualTo(shown);
  }
}
