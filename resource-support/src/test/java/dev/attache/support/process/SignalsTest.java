package dev.attache.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignalsTest {

  @ParameterizedTest
  @CsvSource({
    "130, SIGINT",
    "131, SIGQUIT",
    "132, SIGILL",
    "133, SIGTRAP",
    "134, SIGABRT",
    "135, SIGBUS",
    "136, SIGFPE",
    "137, SIGKILL",
    "138, SIGUSR1",
    "139, SIGSEGV",
    "140, SIGUSR2",
    "141, SIGPIPE",
    "142, SIGALRM",
    "143, SIGTERM",
    "152, SIGXCPU",
    "153, SIGXFSZ",
    "159, SIGSYS"
  })
  void haveAnExitCodeEach(int exitCode, String name) {
    assertThat(Signals.of(exitCode)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 9, 127, 128, 129, 144, 151, 154, 160, 255})
  void areNoOtherExitCodes(int exitCode) {
    assertThat(Signals.of(exitCode)).isNull();
  }
}
