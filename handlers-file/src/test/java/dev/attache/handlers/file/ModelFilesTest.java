package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
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

/** The files that a model may have, and a workspace by what it declares, whatever is configured. */
class ModelFilesTest {

  private static final String HIDDEN =
      "it is hidden: its path has a name that starts with a dot, and git does not track it";
  private static final String USER = "; only the user can attach it, by naming it)";
  private static final String STORED = "conversations are stored there";

  @TempDir Path temporary;

  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary).with("hidden", true).with("ignore", false);
    Git.init(workspace.path(".git"));
    Git.track(workspace.path(".git"), ".ci/a", ".attache/config.toml", "a", "x.log");
    workspace
        .write(".gitignore", "*.log\nbuild/\n")
        .write(".aiexclude", "private/\n")
        .files("a", "x.log", "build/y", "private/z", ".ci/a", ".ci/b", ".hid/c", ".git/hello")
        .files(".attache/config.toml", ".attache/conversations/o/events.jsonl")
        .files("sub/.Attache/blobs/ab/cd", ".env")
        .link("link", ".hid/c");
  }

  private String again(String path, Requester requester) throws IOException {
    String uri = "file://" + workspace.path(path);
    var known = new KnownAddress(ResourceUri.of(uri), uri, requester);
    try (Resolution resolution = workspace.resolver().reread(List.of(known))) {
      return lines(resolution).get(0).replace("file://$W/", "");
    }
  }

  private List<String> named(Requester requester, String... references) throws IOException {
    References of = References.of(List.of()).and(requester, List.of(references));
    try (Resolution resolution = workspace.resolver().resolve(of)) {
      return lines(resolution);
    }
  }

  private List<String> lines(Resolution resolution) {
    var lines = new ArrayList<String>();
    for (Outcome outcome : resolution) {
      lines.add(workspace.line(outcome));
    }
    return lines;
  }

  @Test
  void areJudgedWhereTheyAreRead() throws IOException {
    assertThat(again("a", Requester.MODEL)).isEqualTo("+ a");
    assertThat(again(".ci/a", Requester.MODEL)).isEqualTo("+ .ci/a");
    for (String hidden : List.of(".ci/b", ".hid/c", ".git/hello", ".gitignore", ".hid/none")) {
      assertThat(again(hidden, Requester.MODEL))
          .isEqualTo("! " + hidden + " (DENIED: " + HIDDEN + USER);
    }
    assertThat(again("x.log", Requester.MODEL))
        .isEqualTo("! x.log (DENIED: it is ignored by .gitignore:1 `*.log`" + USER);
    assertThat(again("build/y", Requester.MODEL))
        .isEqualTo("! build/y (DENIED: it is ignored by .gitignore:2 `build/`" + USER);
    assertThat(again("private/z", Requester.MODEL))
        .isEqualTo("! private/z (DENIED: it is ignored by .aiexclude:1 `private/`" + USER);
    assertThat(again(".env", Requester.MODEL))
        .isEqualTo("! .env (DENIED: it often contains secrets" + USER);
    assertThat(again("none/x", Requester.MODEL))
        .isEqualTo("! none/x (NOT_FOUND: no such file or directory)");
  }

  @Test
  void areNeverThoseOfAStore() throws IOException {
    for (String stored :
        List.of(".attache/conversations/o/events.jsonl", "sub/.Attache/blobs/ab/cd")) {
      for (Requester requester : List.of(Requester.MODEL, Requester.WORKSPACE)) {
        assertThat(again(stored, requester)).isEqualTo("! " + stored + " (DENIED: " + STORED + ")");
      }
    }
    assertThat(again(".attache/config.toml", Requester.MODEL))
        .isEqualTo("! .attache/config.toml (DENIED: " + STORED + ")");
    assertThat(again(".attache/config.toml", Requester.WORKSPACE))
        .isEqualTo("+ .attache/config.toml");
  }

  @Test
  void areTheUsersButForTheConversationsOfTheWorkspace() throws IOException {
    assertThat(workspace.resolve("sub/.Attache/blobs", ".attache/conversations", "."))
        .contains(
            "+ sub/.Attache/blobs/ab/cd",
            "- .attache/conversations (sensitive: " + STORED + ")",
            "- sub/.Attache/blobs (sensitive: " + STORED + ")",
            "+ .attache/config.toml")
        .noneMatch(line -> line.contains("events.jsonl"));
    assertThat(workspace.resolve(".attache/conversations/o/events.jsonl"))
        .containsExactly("- .attache/conversations/o/events.jsonl (sensitive: " + STORED + ")");
  }

  /** A workspace that came from others may have a link, and files that take back our own rule. */
  @Test
  void areNeverThoseOfAStoreBehindALink() throws IOException {
    workspace.write("other/data/conversations/.gitignore", "!*\n");
    workspace.files("other/data/conversations/c/events.jsonl", "other/data/d");
    assertThat(again("other/data/conversations/c/events.jsonl", Requester.MODEL)).startsWith("+ ");
    workspace.link("other/.attache", "data");
    for (Requester requester : List.of(Requester.MODEL, Requester.WORKSPACE)) {
      assertThat(again("other/data/conversations/c/events.jsonl", requester)).contains(STORED);
    }
    assertThat(again("other/data/d", Requester.MODEL)).isEqualTo("+ other/data/d");
  }

  @Test
  void areLeftOutOfWhatAModelNames() throws IOException {
    String yourself = "; name it yourself to include it)";
    assertThat(named(Requester.MODEL, "a", ".ci/a", "x.log", "./link", ".hid", "build", ".attache"))
        .containsExactly(
            "+ a",
            "+ .ci/a",
            "- x.log (ignored: it is ignored by .gitignore:1 `*.log`" + yourself,
            "- .hid/c (hidden: " + HIDDEN + yourself,
            "- .hid (hidden: " + HIDDEN + yourself,
            "- build (ignored: it is ignored by .gitignore:2 `build/`" + yourself,
            "- .attache (sensitive: " + STORED + ")");
    assertThat(named(Requester.MODEL, "."))
        .filteredOn(line -> line.startsWith("+"))
        .containsExactly("+ .ci/a", "+ a");
    assertThat(named(Requester.MODEL, ".ci/*", ".h*/**"))
        .filteredOn(line -> line.startsWith("+"))
        .containsExactly("+ .ci/a");
  }

  @Test
  void ofAWorkspaceMayBeHiddenAndIgnoredButAreNoConversations() throws IOException {
    assertThat(named(Requester.WORKSPACE, "x.log", ".hid/c", ".attache/config.toml"))
        .containsExactly("+ x.log", "+ .hid/c", "+ .attache/config.toml");
    assertThat(named(Requester.WORKSPACE, "."))
        .contains(
            "- .attache/conversations (sensitive: " + STORED + ")",
            "- sub/.Attache/blobs (sensitive: " + STORED + ")")
        .noneMatch(line -> line.contains("events.jsonl"));
  }

  /** The user has chosen to work in an ignored directory, below a hidden one. */
  @Test
  void countFromTheWorkspace() throws IOException {
    workspace.files("build/in/.deep/ws/b").write("build/in/.deep/ws/.gitignore", "c\n");
    workspace = Workspace.at(workspace.path("build/in/.deep/ws")).files("c");
    assertThat(again("b", Requester.MODEL)).isEqualTo("+ b");
    assertThat(again("c", Requester.MODEL)).contains("ignored by .gitignore:1");
  }

  @Test
  void changeWithTheRules() throws IOException {
    Files.writeString(workspace.path(".cursorignore"), "/a\n");
    assertThat(again("a", Requester.MODEL)).contains("it is ignored by .cursorignore:1 `/a`");
    Files.delete(workspace.path(".cursorignore"));
    assertThat(again("a", Requester.MODEL)).isEqualTo("+ a");
  }
}
