package dev.attache.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.cli.terminal.UsageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitOptionsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "1K, 1024",
    "1k, 1024",
    "10M, 10485760",
    "10MiB, 10485760",
    "10 MB, 10485760",
    "512B, 512",
    "2g, 2147483648",
    "1T, 1099511627776",
    "8388607T, 9223370937343148032",
    "999999999999999999, 999999999999999999"
  })
  void readsWhatPeopleWrite(String size, long bytes) throws UsageException {
    assertThat(LimitOptions.bytes("--max-bytes", size)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "-1", "+1", "1.5M", "1e6", "M", "10X", "10MM", "ten", "0x10", "\u0661"})
  void refusesWhatIsNoNumberOfBytes(String size) {
    assertThatThrownBy(() -> LimitOptions.bytes("--max-bytes", size))
        .hasMessage(
            "--max-bytes (" + size + ") must be a number of bytes, such as 4096, 512K or 10M");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"8388608T", "9007199254740992K", "999999999999999999T", "9223372036854775808"})
  void refusesWhatCannotBeCounted(String size) {
    assertThatThrownBy(() -> LimitOptions.bytes("--max-total-bytes", size))
        .hasMessage("--max-total-bytes (" + size + ") must be less than 8 EiB");
  }
}
