package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The policy on where files may be read, asked about paths that need not exist. */
class AllowedRootsTest {

  private static final Path EVERYTHING = Path.of("/");

  private static AllowedRoots roots(Path workspace, Path... more) {
    TestContext.Builder context = TestContext.builder(workspace);
    for (Path root : more) {
      context.addRoot(root);
    }
    return AllowedRoots.of(context.build());
  }

  private static ResourceException problem(AllowedRoots roots, Path real) {
    return catchThrowableOfType(
        ResourceException.class, () -> roots.require(real, real.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "/dev, /dev",
    "/dev/null, /dev",
    "/dev/shm/a.txt, /dev",
    "/proc, /proc",
    "/proc/self/environ, /proc",
    "/sys, /sys",
    "/sys/kernel, /sys",
  })
  void refuseTheViewsOfTheMachine(String path, String view) {
    Path real = Path.of(path);
    for (AllowedRoots roots : new AllowedRoots[] {roots(EVERYTHING), roots(real)}) {
      ResourceException problem = problem(roots, real);
      assertThat(problem.kind()).isEqualTo(Kind.DENIED);
      assertThat(problem.message()).isEqualTo("lies in " + view + ", which is never read");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/development",
        "/development/a.txt",
        "/devices",
        "/dev.bak/null",
        "/procfs",
        "/procfs/self/environ",
        "/proceedings/2026.md",
        "/sysx",
        "/system/kernel",
        "/home/dev",
        "/home/proc/self",
        "/srv/sys/kernel"
      })
  void allowWhatIsOnlyNamedLikeThem(String path) throws Exception {
    Path real = Path.of(path);
    assertThat(roots(EVERYTHING).require(real, path)).isEqualTo(EVERYTHING);
    assertThat(roots(real).require(real, path)).isEqualTo(real);
    assertThat(AllowedRoots.isNever(real)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev", "/proc", "/sys"})
  void areNeverWalkedInto(String path) {
    assertThat(AllowedRoots.isNever(Path.of(path))).isTrue();
  }

  @Test
  void takeTheWorkspaceBeforeOtherRoots() throws Exception {
    Path workspace = Path.of("/development/app");
    AllowedRoots roots = roots(workspace, Path.of("/development"), Path.of("/srv"));
    assertThat(roots.require(Path.of("/development/app/a.txt"), "a.txt")).isEqualTo(workspace);
    assertThat(roots.require(Path.of("/development/b.txt"), "../b.txt"))
        .isEqualTo(Path.of("/development"));
    assertThat(roots.find(Path.of("/srv/c.txt"))).isEqualTo(Path.of("/srv"));
    assertThat(roots.find(Path.of("/srvx/c.txt"))).isNull();
  }

  @Test
  void sayWhatCanBeDone() {
    Path workspace = Path.of("/development/app");
    Path beside = Path.of("/development/apple");
    assertThat(problem(roots(workspace), beside))
        .hasMessage("points outside the workspace, to /development/apple")
        .returns(
            new Remedy(Remedy.Action.ALLOW_DIRECTORY, "/development/apple"),
            ResourceException::remedy);
  }
}
