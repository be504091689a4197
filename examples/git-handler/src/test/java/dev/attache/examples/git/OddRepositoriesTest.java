package dev.attache.examples.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.RecordingSink;
import dev.attache.resource.testkit.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class OddRepositoriesTest {

  @TempDir Path temporary;

  private Path workspace = Path.of("");
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("work"));
  }

  @Test
  void printsTheLogAsGitDoes() throws IOException {
    Repository repository = Repository.init(workspace);
    repository.commit("first\n\nwith a body\n\n  and indentation\n");
    repository.git("checkout", "-q", "-b", "topic");
    repository.write("t", "t").commit("topic");
    repository.git("checkout", "-q", "main");
    repository.write("m", "m").commit("main");
    repository.git("merge", "-q", "--no-ff", "-m", "merge", "topic");
    assertThat(read("git:log")).isEqualTo(repository.git("log"));
    assertThat(read("git:log:HEAD~1..HEAD")).isEqualTo(repository.git("log", "HEAD~1..HEAD"));
    assertThat(read("git:log:topic")).isEqualTo(repository.git("log", "topic"));
  }

  @Test
  void printsDiffsAsGitDoes() throws IOException {
    Repository repository = Repository.init(workspace);
    repository
        .write("a.txt", "1\n2\n3\n")
        .write("old name.txt", "x\n".repeat(20))
        .write("gone", "g");
    repository.commit("first");
    repository.git("checkout", "-q", "-b", "topic");
    repository.git("mv", "old name.txt", "new name.txt");
    repository.git("rm", "-q", "gone");
    repository.write("a.txt", "1\ntwo\n3").write("b/ä.txt", "new\n").commit("topic");
    repository.git("checkout", "-q", "main");
    repository.write("m", "m\n").commit("main");
    assertThat(read("git:main..topic")).isEqualTo(repository.git("diff", "main..topic"));
    assertThat(read("git:main...topic")).isEqualTo(repository.git("diff", "main...topic"));
    assertThat(read("git:topic..topic")).isEmpty();
    assertThat(resolve("git:main..topic").mimeType()).isEqualTo("text/x-diff");
  }

  @Test
  void leavesSecretsOutOfDiffs() throws IOException {
    Repository repository = Repository.init(workspace);
    String first = repository.write(".env", "KEY=1\n").write("id_rsa", "k").commit("first");
    repository.git("rm", "-q", "id_rsa");
    repository.git("mv", ".env", "plain");
    String last = repository.write("a", "a\n").write("x/.npmrc", "token\n").commit("second");
    assertThat(read("git:" + first + ".." + last))
        .isEqualTo(repository.git("diff", first, last, "--", "a"));
    String why = " often contains secrets, so its changes are left out";
    assertThat(notes)
        .extracting(note -> note.substring(note.indexOf(": ") + 2))
        .containsExactlyInAnyOrder("id_rsa" + why, "plain" + why, "x/.npmrc" + why);
  }

  @Test
  void isSureOfNothingThatSomebodyMayNotRead() throws IOException {
    Repository repository = Repository.init(workspace);
    String uri = "git:" + repository.write(".env", "KEY=1\n").commit("first") + ":.env";
    assertThat(freshness(uri)).isEqualTo(Freshness.UNCHANGED);
    try (TestContext context =
        TestContext.builder(workspace).requester(Requester.WORKSPACE).build()) {
      assertThat(
              new GitHandler().freshness(ResourceUri.of(uri), resolve(uri), Instant.now(), context))
          .isEqualTo(Freshness.UNCERTAIN);
    }
  }

  @Test
  void saysWhichCommitANameStandsFor() throws IOException {
    Repository repository = Repository.init(workspace);
    String id = repository.write("a", "a").commit("first");
    resolve("git:HEAD:a");
    resolve("git:" + id + ":a");
    resolve("git:HEAD..main");
    assertThat(notes)
        .containsExactly(
            "git:HEAD:a: HEAD is " + id, "git:HEAD..main: HEAD and main are " + id + " and " + id);
  }

  @Test
  void isSureOfFullIdsAndOfNothingElse() throws IOException {
    Repository repository = Repository.init(workspace);
    String id = repository.write("a", "a").commit("first");
    assertThat(freshness("git:" + id + ":a")).isEqualTo(Freshness.UNCHANGED);
    assertThat(freshness("git:" + id + ".." + id)).isEqualTo(Freshness.UNCHANGED);
    assertThat(freshness("git:log:" + id)).isEqualTo(Freshness.UNCERTAIN);
    assertThat(freshness("git:HEAD:a")).isEqualTo(Freshness.UNCERTAIN);
    assertThat(freshness("git:" + id.substring(0, 12) + ":a")).isEqualTo(Freshness.UNCERTAIN);
    String other = "0123456789".repeat(4);
    assertThat(freshness("git:" + other + ":a")).isEqualTo(Freshness.UNCERTAIN);
  }

  @Test
  void cutsALogAndSaysSo() throws IOException {
    Repository repository = Repository.init(workspace);
    for (int i = 0; i < 3; i++) {
      repository.commit("commit " + i);
    }
    Map<String, Object> configuration = Map.of("log_commits", 2);
    try (TestContext context =
        TestContext.builder(workspace).configuration(configuration).build()) {
      Resource log = new GitHandler().resolve(ResourceUri.of("git:log:HEAD"), context).get(0);
      assertThat(text(log)).isEqualTo(repository.git("log", "-2"));
      assertThat(context.notes())
          .contains("git:log:HEAD: these are the last 2 commits, and there are more");
    }
  }

  @Test
  void hasNothingBeforeTheFirstCommit() throws IOException {
    Repository.init(workspace);
    String why = "there is no revision \"HEAD\" in the repository";
    assertFails("git:log:HEAD", Kind.NOT_FOUND, why);
    assertThat(expand("git:HEAD:")).containsExactly("fail git:HEAD:: NOT_FOUND: " + why);
  }

  @Test
  void saysThatItDoesNotKnowSha256() throws IOException {
    Repository repository = Repository.init(workspace);
    repository.commit("first");
    repository.git("config", "core.repositoryFormatVersion", "1");
    repository.git("config", "extensions.objectFormat", "sha1");
    assertThat(read("git:log")).contains("first");
    String why =
        "the repository has an object format that is not supported: extensions.objectFormat is"
            + " sha256, and must be sha1";
    Files.createDirectory(workspace.resolve("other"));
    Repository other = new Repository(workspace.resolve("other"));
    other.git("init", "-q", "--object-format=sha256", ".");
    other.write("a", "a").commit("first");
    assertThatThrownBy(() -> readIn(other.directory(), "git:HEAD:a"))
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FAILED))
        .hasMessage(why);
    assertThatThrownBy(() -> readIn(other.directory(), "git:log")).hasMessage(why);
  }

  @Test
  void callsThingsByWholeUris() throws IOException {
    Repository.init(workspace).write("a b", "a").commit("first");
    var sink = new RecordingSink();
    try (TestContext context = TestContext.builder(workspace).build()) {
      var references =
          List.of(
              Reference.of(0, "git:log"),
              Reference.of(1, "git:HEAD:a%20b"),
              Reference.of(2, "git:HEAD.."));
      new GitHandler().expand(references, context, sink);
    }
    assertThat(sink.offers())
        .extracting(offer -> offer.candidate().label())
        .containsExactly("git:log:HEAD", "git:HEAD:a b", "git:HEAD..HEAD");
    assertThat(resolve("git:log").name()).isEqualTo("git:log:HEAD");
  }

  @Test
  void saysThatThereIsNoRepository() throws IOException {
    assertFails("git:HEAD:a", Kind.NOT_FOUND, "the workspace is in no git repository");
  }

  @Test
  void readsNoRepositoryAboveTheWorkspaceUnlessItIsAllowed() throws IOException {
    Repository.init(workspace).write("sub/a", "a").commit("first");
    Path sub = workspace.resolve("sub");
    try (TestContext context = TestContext.builder(sub).build()) {
      assertThatThrownBy(() -> new GitHandler().resolve(ResourceUri.of("git:HEAD:sub/a"), context))
          .hasMessage(
              "the repository at " + workspace + " is above the workspace; allow it with --root");
    }
    try (TestContext context = TestContext.builder(sub).addRoot(workspace).build()) {
      assertThat(new GitHandler().resolve(ResourceUri.of("git:HEAD:sub/a"), context)).hasSize(1);
    }
  }

  @Test
  void leavesOutSubmodulesLinksAndSecrets() throws IOException {
    Repository inner = Repository.init(temporary.resolve("inner"));
    String commit = inner.write("x", "x").commit("inner");
    Repository repository = Repository.init(workspace);
    repository.git("submodule", "--quiet", "add", inner.directory().toString(), "module");
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("elsewhere/secret"));
    repository.write(".env", "A=1").write("a.txt", "a").commit("first");
    assertThat(expand("git:HEAD:", "!git:HEAD:.gitmodules"))
        .containsExactly(
            "skip git:HEAD:: git:HEAD:.env, sensitive: it often contains secrets; name it exactly"
                + " to include it",
            "skip git:HEAD:: git:HEAD:.gitmodules, excluded: by !git:HEAD:.gitmodules",
            "candidate git:HEAD:: git:HEAD:a.txt",
            "skip git:HEAD:: git:HEAD:link, special-file: a symbolic link",
            "skip git:HEAD:: git:HEAD:module, special-file: a submodule, at the commit " + commit);
    assertFails("git:HEAD:module", Kind.FAILED, "is a submodule, at the commit " + commit);
    assertThat(read("git:HEAD:link")).isEqualTo("elsewhere/secret");
    assertThat(notes)
        .contains("git:HEAD:link: it is a symbolic link: the content is where it leads");
    assertThat(read("git:HEAD:.env")).isEqualTo("A=1");
    try (TestContext other =
        TestContext.builder(workspace).requester(Requester.WORKSPACE).build()) {
      assertThatThrownBy(() -> new GitHandler().resolve(ResourceUri.of("git:HEAD:.env"), other))
          .isInstanceOfSatisfying(
              ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
          .hasMessage("it often contains secrets; name it yourself to include it");
    }
  }

  @Test
  void givesPointersOfLfsAsTheyAre() throws IOException {
    String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n";
    Repository repository = Repository.init(workspace);
    repository.write("big.bin", pointer).commit("first");
    assertThat(read("git:HEAD:big.bin")).isEqualTo(pointer);
    assertThat(notes)
        .contains(
            "git:HEAD:big.bin: it is a pointer of Git LFS, which keeps the content elsewhere");
  }

  @Test
  void refusesHugeFilesAndDiffs() throws IOException {
    Repository repository = Repository.init(workspace);
    repository.commit("first");
    repository.write("huge.txt", "line\n".repeat(3 << 20)).commit("huge");
    assertFails(
        "git:HEAD:huge.txt", Kind.TOO_LARGE, "has 15728640 bytes, more than the limit of 10485760");
    assertThat(read("git:HEAD~1..HEAD")).contains("Binary files").hasSizeLessThan(300);
    assertThat(notes)
        .contains(
            "git:HEAD~1..HEAD: huge.txt is larger than 4194304 bytes, and so is not compared line"
                + " by line");
    repository.write("many.txt", "line\n".repeat(800_000)).commit("many");
    repository.write("more.txt", "line\n".repeat(800_000)).commit("more");
    repository.write("most.txt", "line\n".repeat(800_000)).commit("most");
    assertFails("git:HEAD~3..HEAD", Kind.TOO_LARGE, "larger than 10485760 bytes");
  }

  @Test
  void readsFurtherWorkTreesBareRepositoriesAndShallowClones() throws IOException {
    Repository repository = Repository.init(workspace);
    repository.commit("zero");
    repository.write("a", "a").commit("first");
    repository.git("worktree", "add", "-q", "-b", "other", "tree");
    new Repository(workspace.resolve("tree")).write("a", "other").commit("in the tree");
    repository.git("clone", "-q", "--bare", ".", "bare");
    repository.git("clone", "-q", "--depth", "1", "file://" + workspace, "shallow");
    assertThat(readIn(workspace.resolve("tree"), "git:HEAD:a")).isEqualTo("other");
    assertThat(readIn(workspace.resolve("bare"), "git:HEAD:a")).isEqualTo("a");
    notes.clear();
    assertThat(readIn(workspace.resolve("shallow"), "git:log")).doesNotContain("zero");
    assertThat(notes)
        .contains(
            "git:log:HEAD: the repository is a shallow clone, which has not all of its history");
  }

  @Test
  void refusesWhatLiesElsewhere() throws IOException {
    Repository outside = Repository.init(temporary.toRealPath().resolve("outside"));
    outside.write("secret", "s").commit("first");
    Files.writeString(workspace.resolve(".git"), "gitdir: " + outside.directory() + "/.git\n");
    assertFails(
        "git:HEAD:secret",
        Kind.DENIED,
        "the repository keeps a part of it outside the workspace, in "
            + outside.directory()
            + "/.git; allow it with --root");
    Files.delete(workspace.resolve(".git"));
    Repository.init(workspace).commit("first");
    Path alternates = workspace.resolve(".git/objects/info/alternates");
    Files.writeString(alternates, outside.directory() + "/.git/objects\n");
    assertFails(
        "git:HEAD:secret",
        Kind.DENIED,
        "the repository keeps a part of it outside the workspace, in "
            + outside.directory()
            + "/.git/objects; allow it with --root");
    Files.delete(alternates);
    Files.writeString(
        workspace.resolve(".git/config"),
        "[core]\n\tbare = false\n[include]\n\tpath = /dev/zero\n");
    assertFails(
        "git:HEAD:secret",
        Kind.DENIED,
        "the configuration of the repository includes other files, which are not read");
  }

  /** With each of these settings git would start a program, for what is read here. */
  @Test
  void startsNothingAndWritesNothing() throws Exception {
    Repository repository = Repository.init(workspace);
    repository.write("a.txt", "a\n").write(".gitattributes", "* diff=evil filter=evil\n");
    repository.commit("first");
    repository.write("a.txt", "b\n").commit("second");
    Path trace = temporary.resolve("trace");
    String evil = "touch " + trace;
    for (String key :
        List.of(
            "diff.external",
            "diff.evil.command",
            "diff.evil.textconv",
            "filter.evil.smudge",
            "filter.evil.clean",
            "core.fsmonitor",
            "core.pager",
            "core.sshCommand",
            "gc.auto")) {
      repository.git("config", key, key.equals("gc.auto") ? "1" : evil);
    }
    repository.git("config", "core.hooksPath", temporary.toString());
    Map<String, String> before = files();
    PrintStream out = System.out;
    PrintStream err = System.err;
    var printed = new ByteArrayOutputStream();
    try (var stream = new PrintStream(printed, true, UTF_8)) {
      System.setOut(stream);
      System.setErr(stream);
      read("git:HEAD:a.txt");
      read("git:HEAD~1..HEAD");
      read("git:log");
      expand("git:HEAD:");
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(trace).doesNotExist();
    assertThat(files()).isEqualTo(before);
    assertThat(printed.toString(UTF_8)).isEmpty();
  }

  /** Else JGit would start git, write into the repository, and into the user's settings. */
  @Test
  void seesNothingAroundTheRepository() throws Exception {
    Repository.init(workspace).write("a", "a").commit("first");
    read("git:HEAD:a");
    SystemReader system = SystemReader.getInstance();
    assertThat(system.getenv("PATH")).isNull();
    assertThat(system.getUserConfig())
        .isInstanceOfSatisfying(
            FileBasedConfig.class, config -> assertThat(config.getFile()).isNull());
    assertThat(FS.FileStoreAttributes.get(workspace).getFsTimestampResolution())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void doesNotQuoteDamagedFiles() throws IOException {
    Repository.init(workspace).commit("first");
    Files.writeString(workspace.resolve(".git/refs/heads/main"), "password=hunter2\n");
    assertThatThrownBy(() -> read("git:HEAD:a"))
        .isInstanceOf(ResourceException.class)
        .message()
        .doesNotContain("hunter2");
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(workspace)) {
      for (Path file : all.toList()) {
        files.put(file.toString(), Files.getLastModifiedTime(file).toString());
      }
    }
    return files;
  }

  private Freshness freshness(String uri) throws IOException {
    try (TestContext context = TestContext.builder(workspace).build()) {
      Resource known = Resource.builder(ResourceUri.of(uri), ResourceContent.text("a")).build();
      return new GitHandler().freshness(known.uri(), known, Instant.now(), context);
    }
  }

  private List<String> expand(String... references) throws IOException {
    var parsed = new ArrayList<Reference>();
    for (String reference : references) {
      parsed.add(Reference.of(parsed.size(), reference));
    }
    var sink = new RecordingSink();
    try (TestContext context = TestContext.builder(workspace).build()) {
      new GitHandler().expand(parsed, context, sink);
    }
    return sink.lines();
  }

  private String read(String uri) throws IOException {
    return text(resolve(uri));
  }

  private Resource resolve(String uri) throws IOException {
    return resolveIn(workspace, uri);
  }

  private String readIn(Path directory, String uri) throws IOException {
    return text(resolveIn(directory, uri));
  }

  private Resource resolveIn(Path directory, String uri) throws IOException {
    var handler = new GitHandler();
    try (TestContext context = TestContext.builder(directory).addRoot(workspace).build()) {
      ResourceUri canonical = handler.canonicalize(ResourceUri.of(uri), context);
      Resource resource = handler.resolve(canonical, context).get(0);
      notes.addAll(context.notes());
      return resource;
    }
  }

  private static String text(Resource resource) throws IOException {
    return new String(resource.content().open().readAllBytes(), UTF_8);
  }

  private void assertFails(String uri, Kind kind, String message) {
    assertThatThrownBy(() -> read(uri))
        .isInstanceOfSatisfying(ResourceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }
}
