package dev.attache.handlers.git.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.TransferProgress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What git prints, in words for people. */
class GitFailureTest {

  private static ResourceException failure(String errors) throws Exception {
    var repository = TreeAddress.parse("github:o/n", Path.of("/")).repository();
    var caller =
        new Caller(
            "github:o/n",
            Duration.ofSeconds(1),
            System.nanoTime(),
            false,
            Requester.USER,
            null,
            TransferProgress.NONE);
    return new GitFailure(repository, caller).of(errors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fatal: unable to access 'https://github.com/o/n.git/': Could not resolve host: github.com"
            + " | FAILED could not resolve github.com; is this machine online? (passing)",
        "fatal: unable to access 'https://x/': Failed to connect to github.com port 443 after 3 ms:"
            + " Couldn't connect to server"
            + " | FAILED cannot connect to https://github.com: connection refused (passing)",
        "fatal: unable to access 'https://x/': Failed to connect to github.com port 443: Network is"
            + " unreachable | FAILED cannot connect to https://github.com: the network is"
            + " unreachable; is this machine online? (passing)",
        "fatal: unable to access 'https://x/': Failed to connect to github.com port 443 after 9 ms:"
            + " Connection timed out | FAILED cannot connect to https://github.com in time"
            + " (passing)",
        "fatal: unable to access 'https://x/': SSL certificate problem: certificate has expired |"
            + " FAILED TLS error: SSL certificate problem: certificate has expired",
        "fatal: could not read Username for 'https://github.com': terminal prompts disabled |"
            + " NOT_FOUND github.com has no such repository, or asks for a login; clone a private"
            + " one yourself",
        "fatal: repository 'https://github.com/o/n.git/' not found |"
            + " NOT_FOUND github.com has no such repository",
        "fatal: unable to access 'https://x/': The requested URL returned error: 503 |"
            + " FAILED github.com answered with status 503 (passing)",
        "fatal: unable to access 'https://x/': The requested URL returned error: 403 |"
            + " FAILED github.com answered with status 403",
        "fatal: detected dubious ownership in repository at '/x' |"
            + " DENIED belongs to another user, and git refuses to read it",
        "warning: a | FAILED git says: warning: a",
        "error: b | FAILED git says: b",
        "'' | FAILED git failed without a message"
      })
  void saysWhatIsWrongInOneLine(String errors, String expected) throws Exception {
    ResourceException failure = failure(errors);
    assertThat(
            failure.kind() + " " + failure.message() + (failure.isTransient() ? " (passing)" : ""))
        .isEqualTo(expected);
  }
}
