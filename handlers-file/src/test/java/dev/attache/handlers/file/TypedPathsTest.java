package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is outside the workspace, and is read because the user typed exactly it. */
class TypedPathsTest {

  private static final String NOTED = " (included because you named it (outside the workspace))";

  @TempDir Path temporary;

  private Path outside;
  private Workspace workspace;

  @BeforeEach
  void write() throws IOException {
    outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve("notes.txt"), "one\ntwo\n");
    Files.writeString(outside.resolve("other.txt"), "other\n");
    workspace = Workspace.in(temporary).files("a.txt");
  }

  @Test
  void areFilesByPathByUriAndByTheirLines() {
    String file = outside + "/notes.txt";
    for (String typed : List.of(file, "../outside/notes.txt", "file:%2e%2e/outside/notes.txt")) {
      assertThat(workspace.resolve(typed))
          .containsExactly("# " + typed + NOTED, "+ " + file)
          .isEqualTo(workspace.resolve(typed));
    }
    assertThat(workspace.attached(file + "#L2")).containsExactly(file + "#L2");
  }

  @Test
  void areNothingBesideThem() {
    String denied = " (DENIED: points outside the workspace, to " + outside;
    assertThat(workspace.resolve(outside + "/notes.txt", outside + "/*.txt"))
        .containsExactly(
            "# " + outside + "/notes.txt" + NOTED,
            "+ " + outside + "/notes.txt",
            "! " + outside + "/*.txt" + denied + ")");
  }

  @Test
  void areAllOfADirectory() throws IOException {
    Files.writeString(outside.resolve(".env"), "A=1\n");
    Files.createSymbolicLink(outside.resolve("link"), temporary.toRealPath().resolve("w/a.txt"));
    assertThat(workspace.resolve("../outside", "!other.txt"))
        .containsExactly(
            "# ../outside" + NOTED,
            "- " + outside + "/.env (hidden: its name starts with a dot)",
            "- "
                + outside
                + "/link (special-file: a symbolic link to "
                + "$W/a.txt"
                + "; name it to follow it)",
            "+ " + outside + "/notes.txt",
            "- " + outside + "/other.txt (excluded: by !other.txt)");
  }

  @Test
  void mayBeReachedByLinksThatLieOutsideToo() throws IOException {
    Path alias = temporary.toRealPath().resolve("alias");
    Files.createSymbolicLink(alias, outside);
    assertThat(workspace.attached(alias + "/notes.txt")).containsExactly(outside + "/notes.txt");
  }

  @Test
  void areNotWhatALinkOfTheWorkspaceLeadsTo() throws IOException {
    workspace.link("link.txt", "../outside/notes.txt").link("up", "..");
    Path alias = temporary.toRealPath().resolve("alias");
    Files.createSymbolicLink(alias, workspace.root());
    for (String typed :
        List.of(
            "link.txt",
            workspace.path("link.txt").toString(),
            alias + "/link.txt",
            "up/outside/notes.txt",
            alias + "/up/outside/notes.txt")) {
      assertThat(workspace.resolve(typed))
          .as(typed)
          .containsExactly(
              "! "
                  + typed.replace(workspace.root().toString(), "$W")
                  + " (DENIED: points outside the workspace, to "
                  + outside
                  + "/notes.txt)");
    }
  }

  @Test
  void areNoDirectoryAroundTheWorkspace() {
    for (String typed : List.of("..", "../", "/", outside + "/..", outside + "/../.")) {
      assertThat(workspace.resolve(typed))
          .as(typed)
          .singleElement()
          .asString()
          .startsWith("! " + typed + " (DENIED: points outside the workspace, to ");
    }
  }

  @Test
  void saySoWhenNothingIsThere() {
    assertThat(workspace.resolve("../outside/gone.txt"))
        .containsExactly("! ../outside/gone.txt (NOT_FOUND: no such file or directory)");
  }

  @ParameterizedTest
  @EnumSource(
      value = Requester.class,
      names = {"CONFIGURATION", "WORKSPACE", "MODEL"})
  void areOnlyWhatTheUserTypes(Requester requester) {
    List<String> references = List.of(outside + "/notes.txt", outside.toString());
    assertThat(resolved(References.of(List.of()).and(requester, references)))
        .hasSize(2)
        .allMatch(outcome -> outcome instanceof Outcome.Failed);
    References both = References.of(List.of(outside.toString())).and(requester, references);
    assertThat(resolved(both))
        .filteredOn(outcome -> outcome.reference().position() > 0)
        .hasSize(2)
        .allMatch(outcome -> outcome instanceof Outcome.Failed);
  }

  @Test
  void areReadAgainAsTheyWereTyped() {
    ResourceUri uri = uri("notes.txt");
    KnownAddress typed = new KnownAddress(uri, "../outside/notes.txt", Requester.USER);
    KnownAddress ofDirectory = new KnownAddress(uri("other.txt"), "../outside", Requester.USER);
    KnownAddress ofGlob = new KnownAddress(uri, "../outside/*.txt", Requester.USER);
    assertThat(reread(typed)).containsExactly("+ " + outside + "/notes.txt");
    assertThat(reread(ofDirectory)).containsExactly("+ " + outside + "/other.txt");
    assertThat(reread(ofGlob)).singleElement().asString().startsWith("! ");
    for (Requester other : List.of(Requester.CONFIGURATION, Requester.WORKSPACE, Requester.MODEL)) {
      KnownAddress byAnother = new KnownAddress(uri, "../outside/notes.txt", other);
      assertThat(reread(byAnother)).singleElement().asString().startsWith("! ");
      assertThat(reread(typed, new KnownAddress(uri("other.txt"), "a.txt", other)))
          .first()
          .isEqualTo("+ " + outside + "/notes.txt");
    }
  }

  /** A directory on the way that was swapped for a link since. */
  @Test
  void areNotReadThroughALinkThatCameLater() throws IOException {
    Path typed = Files.createDirectory(temporary.toRealPath().resolve("typed"));
    Files.writeString(typed.resolve("notes.txt"), "harmless\n");
    ResourceUri uri = ResourceUri.parse("file://" + typed + "/notes.txt").orElseThrow();
    Files.delete(typed.resolve("notes.txt"));
    Files.delete(typed);
    Files.createSymbolicLink(typed, workspace.root());
    workspace.write("notes.txt", "of the workspace\n");
    assertThat(reread(new KnownAddress(uri, typed + "/notes.txt", Requester.USER)))
        .singleElement()
        .asString()
        .startsWith("! ");
  }

  private ResourceUri uri(String name) {
    return ResourceUri.parse("file://" + outside + "/" + name).orElseThrow();
  }

  private List<Outcome> resolved(References references) {
    try (Resolution resolution = workspace.resolver().resolve(references)) {
      return all(resolution);
    }
  }

  private List<String> reread(KnownAddress... known) {
    Resolver resolver = workspace.resolver();
    try (Resolution resolution = resolver.reread(List.of(known))) {
      return all(resolution).stream().map(workspace::line).toList();
    }
  }

  private static List<Outcome> all(Resolution resolution) {
    var outcomes = new ArrayList<Outcome>();
    resolution.forEach(outcomes::add);
    return outcomes;
  }
}
