package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvocationTest {

  private static final Path DIRECTORY = Path.of("/work space");

  private static Invocation of(String program, String... arguments) {
    return new Invocation(
        program, Path.of("/usr/bin").resolve(program), List.of(arguments), DIRECTORY);
  }

  @Test
  void hasALabelAsOneWouldTypeIt() {
    assertThat(of("git", "log", "--author=A B", "").label()).isEqualTo("git log '--author=A B' ''");
  }

  @Test
  void hasALabelWithoutSecrets() {
    assertThat(of("curl", "--token", "abc", "https://u:p@example.org/").label())
        .isEqualTo("curl --token REDACTED https://REDACTED@example.org/");
  }

  @Test
  void hasALabelOfBoundedLength() {
    assertThat(of("echo", "x".repeat(395)).label()).hasSize(400).doesNotContain("…");
    assertThat(of("echo", "x".repeat(396)).label()).hasSize(400).endsWith("x…");
    assertThat(of("ech", "\uD83D\uDE00".repeat(300)).label())
        .hasSizeLessThanOrEqualTo(400)
        .endsWith("\uD83D\uDE00…");
    assertThat(of("echo", "\uD83D\uDE00".repeat(300)).label())
        .hasSizeLessThanOrEqualTo(400)
        .endsWith("\uD83D\uDE00…");
  }

  @Test
  void hasADigestByWhichItDiffersFromEveryOther() {
    assertThat(
            List.of(
                of("git").digest(),
                of("git", "").digest(),
                of("git", "a", "b").digest(),
                of("git", "ab").digest(),
                of("git", "a b").digest(),
                new Invocation("git", Path.of("/bin/git"), List.of(), DIRECTORY).digest(),
                new Invocation("git", Path.of("/usr/bin/git"), List.of(), Path.of("/")).digest()))
        .doesNotHaveDuplicates();
  }

  @Test
  void hasOneDigestHoweverTheProgramWasNamed() {
    Path path = Path.of("/usr/bin/git");
    assertThat(new Invocation("/usr/bin/git", path, List.of("a"), DIRECTORY).digest())
        .isEqualTo(of("git", "a").digest());
  }

  @Test
  void needsAbsolutePaths() {
    assertThatThrownBy(() -> new Invocation("x", Path.of("x"), List.of(), DIRECTORY))
        .hasMessage("path (x) and directory (/work space) must be absolute");
  }
}
