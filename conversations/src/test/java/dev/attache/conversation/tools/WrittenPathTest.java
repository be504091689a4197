package dev.attache.conversation.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenPathTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      nullValues = "none",
      value = {
        "a.txt /ws/a.txt",
        "./src//a.txt /ws/src/a.txt",
        "a.txt#L1-9 /ws/a.txt#L1-9",
        "/other/a+b%20c /other/a+b%20c",
        "file:///ws/a.txt /ws/a.txt",
        "FILE:/ws/a.txt /ws/a.txt",
        "file://localhost/ws/a.txt#L1 /ws/a.txt#L1",
        "file:///ws/%c3%A4+b.txt /ws/ä+b.txt",
        "file:a.txt /ws/a.txt",
        "file://LOCALHOST/ws/a.txt /ws/a.txt",
        "file:// /",
        "file://host none",
        "file://host/ws/a.txt none",
        "file:///ws/%zz none",
        "sub/../a.txt none",
        "file:///ws/sub/../a.txt none",
        "https://example.com/a /ws/https:/example.com/a",
      })
  void isWhatTheLettersTell(String named, String path) {
    assertThat(WrittenPath.of(named, "/ws")).isEqualTo(path);
  }
}
