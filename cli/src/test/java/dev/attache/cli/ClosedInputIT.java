package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher when whoever starts it has closed the standard input. */
@Tag("process")
class ClosedInputIT {

  @TempDir Path temporary;

  @Test
  void servesNobodyAndReadsNoFileOfJavaAsMessages() {
    Ended ended =
        Launch.in(temporary, "sh", "-c", "exec \"$0\" serve <&-", Launch.installed()).run();
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }
}
