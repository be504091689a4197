package dev.attache.cli;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** A user and a workspace that both have a folder for jars of handlers by others. */
public record HandlerFolders(CommandWorkspace workspace, Path temporary) {

  /** What is said of a URI whose scheme nobody has. */
  public static final String UNKNOWN =
      "no handler for the scheme \"moon\" (known: bitbucket, cmd, codeberg, file, git+file, git+http, git+https, git+ssh, github, gitlab, http, https, mcp), and no file of"
          + " that name";

  public static HandlerFolders in(Path directory) {
    CommandWorkspace workspace = CommandWorkspace.in(directory);
    workspace.workspace().file("a.txt", "hello");
    return new HandlerFolders(workspace, directory);
  }

  /** The user's. */
  public Path own() {
    return workspace.home().resolve("config/attache/handlers");
  }

  /** The workspace's. */
  public Path theirs() {
    return workspace.directory().resolve(".attache/handlers");
  }

  /** Where copies of what is trusted are. */
  public Path copies() {
    return workspace.home().resolve("state/attache/handlers");
  }

  /** Where the copy of a jar is, if it is trusted. */
  public Path copy(Path jar) throws IOException {
    return copies().resolve(digest(jar).substring("sha256:".length()));
  }

  /** A jar with a handler of {@code moon} that says a word of each URI. */
  public ForeignJar moon(String word) {
    return ForeignJar.of(temporary, "Moon", "moon", word)
        .says("Implementation-Title", "Moon Phases")
        .says("Implementation-Version", "2.1")
        .says("Implementation-Vendor", "Example Ltd")
        .says("Attache-Spi-Version", "1");
  }

  /** Waits until a change of a jar would show in its times, however coarse they are. */
  public static void awaitSettled(Path jar) throws IOException {
    FileTime changed = (FileTime) Files.getAttribute(jar, "unix:ctime");
    await().until(() -> Instant.now().isAfter(changed.toInstant().plusSeconds(2)));
  }

  public static String digest(Path jar) throws IOException {
    return ContentDigest.sha256(Files.readAllBytes(jar)).toString();
  }

  /** What is said of a jar with a handler of {@code moon} that is not used. */
  public static String notTrusted(Path jar) {
    return "attache: "
        + jar
        + " is not trusted yet, so its handlers (moon:) are not used; review it, then trust it"
        + " with: attache handlers trust "
        + jar;
  }

  /** Runs a command that reads {@code moon:full} with the jar that says the word, and no other. */
  public void assertSays(String word, String... line) {
    CliRun run = workspace.run(line);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains(word + " moon:full");
    assertThat(run.exitCode()).isZero();
  }
}
