package dev.attache.handlers.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What git runs in a checkout that is out to have everything run. */
@Tag("process")
@Tag("slow")
class HostileCheckoutTest {
  @TempDir private Path base;

  @Test
  void runsNoProgramOfTheCheckoutUnderTheGuard() throws IOException {
    Checkout checkout = HostileCheckout.in(base).checkout();
    for (String command : HostileCheckout.COMMANDS) {
      checkout.guarded(command.split(" "));
      assertThat(checkout.marks()).as(command).isEmpty();
    }
  }

  @Test
  void runsNoProgramOfTheCheckoutFromAScriptUnderTheGuard() throws IOException {
    Checkout checkout = HostileCheckout.in(base).checkout();
    for (String command : HostileCheckout.COMMANDS) {
      if (!command.startsWith("-C")) {
        checkout.guardedShell("git " + command);
        assertThat(checkout.marks()).as(command).isEmpty();
      }
    }
  }

  /** The control: if this fails, the two above assert less than they seem to. */
  @Test
  void runsEveryProgramOfTheCheckoutWithoutTheGuard() throws IOException {
    Checkout checkout = HostileCheckout.in(base).checkout();
    HostileCheckout.COMMANDS.forEach(command -> checkout.unguarded(command.split(" ")));
    assertThat(checkout.marks()).containsAll(HostileCheckout.expectedMarks());
  }
}
