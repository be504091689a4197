package dev.attache.handlers.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.spi.Requester;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What references name in a repository, and what is left out of it. */
@Tag("process")
class TreeSelectionTest {

  @TempDir private static Path once;
  private static TestRepository original;

  @TempDir private Path directory;
  private TestRepository repository;
  private Reading reading;
  private String root;

  @BeforeAll
  static void makeRepository() throws Exception {
    original = TestRepository.create(once.toRealPath(), "project");
    original
        .write("README.md", "readme")
        .write("src/A.java", "class A {}")
        .write("src/deep/B.java", "class B {}")
        .write("src/.hidden/C.java", "class C {}")
        .write(".github/ci.yml", "on: push")
        .write("test/T.java", "class T {}")
        .write(".gitignore", "*.log\n")
        .write("tracked.log", "log");
    original.commit();
  }

  @BeforeEach
  void copyRepository() throws Exception {
    Path real = directory.toRealPath();
    repository = original.copy(real);
    reading = new Reading(real);
    root = "git+file://" + repository.bare();
  }

  @Test
  void namesAllThatIsTrackedButHiddenFiles() throws Exception {
    assertThat(reading.lines(root))
        .containsExactly(
            "skipped " + root + "//.github hidden: its name starts with a dot",
            "skipped " + root + "//.gitignore hidden: its name starts with a dot",
            root + "//README.md = readme",
            "skipped " + root + "//src/.hidden hidden: its name starts with a dot",
            root + "//src/A.java = class A {}",
            root + "//src/deep/B.java = class B {}",
            root + "//test/T.java = class T {}",
            root + "//tracked.log = log");
  }

  @Test
  void namesHiddenFilesWhereTheUserHasItSo() throws Exception {
    assertThat(reading.with("hidden", true).lines(root + "//src"))
        .containsExactly(
            root + "//src/.hidden/C.java = class C {}",
            root + "//src/A.java = class A {}",
            root + "//src/deep/B.java = class B {}");
  }

  @Test
  void takesPatternsFromTheRootOfTheRepository() throws Exception {
    assertThat(reading.lines(root + "//**/*.java@main", root + "//*.md"))
        .containsExactly(
            "skipped " + root + "//src/.hidden@main hidden: its name starts with a dot",
            root + "//src/A.java@main = class A {}",
            root + "//src/deep/B.java@main = class B {}",
            root + "//test/T.java@main = class T {}",
            root + "//README.md = readme");
  }

  @Test
  void leavesOutWhatALaterReferenceExcludes() throws Exception {
    assertThat(
            reading.lines(root + "//src", "!deep/", root + "//test", "!" + root + "//test/*.java"))
        .containsExactly(
            "skipped " + root + "//src/.hidden hidden: its name starts with a dot",
            root + "//src/A.java = class A {}",
            "skipped " + root + "//src/deep excluded: by !deep/",
            "skipped " + root + "//test/T.java excluded: by !" + root + "//test/*.java");
  }

  @Test
  void saysThatAnExclusionComesTooEarly() throws Exception {
    assertThat(reading.lines("!src", root + "//README.md"))
        .containsExactly(
            "noted excludes nothing, because no files are named before it; write it after what it takes away from",
            root + "//README.md = readme");
  }

  @Test
  void takesBackAnExclusionForWhatIsNamedAgain() throws Exception {
    assertThat(reading.lines(root + "//src/deep", "!*.java", root + "//src/deep/B.java"))
        .containsExactly(
            root + "//src/deep/B.java = class B {}",
            "skipped "
                + root
                + "//src/deep/B.java duplicate: named before by "
                + root
                + "//src/deep");
  }

  @Test
  void saysWhatIsNotThere() throws Exception {
    String commit = repository.git("rev-parse", "HEAD").strip().substring(0, 12);
    assertThat(
            reading.lines(
                root + "//src/B.java",
                root + "//nothing",
                root + "//*.kt",
                root + "//src#L1",
                root + "@mian"))
        .containsExactly(
            "failed NOT_FOUND: is not in commit " + commit + "; did you mean src/A.java?",
            "failed NOT_FOUND: is not in commit " + commit,
            "failed NOT_FOUND: matches nothing",
            "failed INVALID_URI: selects lines, but names no single file",
            "failed NOT_FOUND: has no branch or tag mian; did you mean @main?");
  }

  @Test
  void selectsLines() throws Exception {
    repository.write("lines.txt", "one\ntwo\nthree\n").commit();
    assertThat(reading.lines(root + "//lines.txt#L2-9", root + "//lines.txt#L7"))
        .containsExactly(
            root + "//lines.txt#L2-9 = two\nthree\n [it ends with line 3]",
            "failed NOT_FOUND: has no line 7: its last line is 3");
  }

  @Test
  void leavesOutWhatOftenHoldsSecretsUnlessTheUserNamesIt() throws Exception {
    repository.write("keys/id_rsa", "key").commit();
    assertThat(reading.lines(root + "//keys"))
        .containsExactly(
            "skipped "
                + root
                + "//keys/id_rsa sensitive: it often contains secrets; name it exactly to include"
                + " it");
    assertThat(reading.lines(root + "//keys/id_rsa"))
        .containsExactly(
            "noted included because you named it (often contains secrets)",
            root + "//keys/id_rsa = key");
  }

  @Test
  void saysOnceThatAFileIsTooLargeWhichADirectoryLeadsToAsWell() throws Exception {
    repository.write("data/large", "0123456789a").write("data/small", "1").commit();
    reading.maxBytes(10);
    String large = root + "//data/large";
    String failed = "failed TOO_LARGE: is larger than the limit of 10 bytes";
    String skipped = "skipped " + large + " too-large: 11 bytes, and the limit is 10";
    String small = root + "//data/small = 1";
    assertThat(reading.lines(root + "//data", large))
        .containsExactly(
            failed, small, "skipped " + large + " duplicate: named before by " + root + "//data");
    assertThat(reading.lines(large, root + "//data"))
        .containsExactly(
            failed, "skipped " + large + " duplicate: named before by " + large, small);
    assertThat(reading.lines(root + "//data")).containsExactly(skipped, small);
    assertThat(reading.lines(root + "//data", large + "#L1")).startsWith(skipped, small);
    assertThat(reading.lines(root + "//data", large, "!large"))
        .allSatisfy(line -> assertThat(line).doesNotContain("TOO_LARGE", "too-large"));
  }

  @Test
  void letsNobodyButTheUserNameARepositoryOfThisMachine() throws Exception {
    String refusal = "failed DENIED: is a repository of this machine, which only the user may name";
    assertThat(reading.lines(Requester.WORKSPACE, root)).containsExactly(refusal);
    assertThat(reading.lines(Requester.MODEL, root + "//README.md")).containsExactly(refusal);
    assertThat(reading.lines(Requester.CONFIGURATION, root + "//README.md"))
        .containsExactly(root + "//README.md = readme");
  }

  @Test
  void followsNoLinkAndEntersNoSubmodule() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "secret");
    Files.createSymbolicLink(repository.checkout().resolve("test/link"), secret);
    String commit = repository.git("rev-parse", "HEAD").strip();
    repository.git("update-index", "--add", "--cacheinfo", "160000," + commit + ",test/module");
    repository.git("add", "test/link");
    repository.git("commit", "--quiet", "--message", "odd things");
    repository.push();
    assertThat(reading.lines(root + "//test", root + "//test/link"))
        .containsExactly(
            root + "//test/T.java = class T {}",
            "skipped " + root + "//test/link special-file: a symbolic link, which is not followed",
            "skipped "
                + root
                + "//test/module special-file: a submodule, which is another repository",
            "skipped " + root + "//test/link special-file: a symbolic link, which is not followed");
  }

  @Test
  void saysThatAFileStandsForALargeOne() throws Exception {
    String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    repository.write("big.bin", pointer).write(".gitattributes", "*.bin filter=lfs\n");
    repository.git("-c", "filter.lfs.clean=cat", "add", "--all", "--force");
    repository.commit();
    assertThat(reading.lines(root + "//big.bin"))
        .containsExactly(
            root
                + "//big.bin = "
                + pointer
                + " [stands for a large file of Git LFS, which is not fetched]");
  }

  @Test
  void keepsTagsBranchesAndCommitsApart() throws Exception {
    String first = repository.git("rev-parse", "HEAD").strip();
    repository.git("tag", "--annotate", "--message", "one", "v1");
    repository.git("checkout", "--quiet", "-b", "feature/x");
    repository.write("README.md", "of the branch").commit();
    assertThat(
            reading.lines(
                root + "//README.md@v1",
                root + "//README.md@feature/x",
                root + "//README.md@" + first,
                root + "//README.md@refs/heads/feature/x",
                root + "//README.md@feature",
                root + "//README.md@" + first.substring(0, 8)))
        .containsExactly(
            root + "//README.md@v1 = readme",
            root + "//README.md@feature/x = of the branch",
            root + "//README.md@" + first + " = readme",
            root + "//README.md@refs/heads/feature/x = of the branch",
            "failed NOT_FOUND: has no branch or tag feature; did you mean @feature/x?",
            "failed NOT_FOUND: has no branch or tag "
                + first.substring(0, 8)
                + "; a commit has to be given in full, with 40 digits");
    assertThat(reading.snapshots().get(0).resource().meta())
        .containsEntry("dev.attache/commit", first);
  }

  @Test
  void leavesOutNamesThatAreNoText() throws Exception {
    byte[] name = "caf\u00e9.txt".getBytes(StandardCharsets.ISO_8859_1);
    String blob = repository.git("rev-parse", "HEAD:README.md").strip();
    byte[] entry = ("100644 blob " + blob + "\t").getBytes(StandardCharsets.US_ASCII);
    String tree = repository.makeTree(entry, name);
    String commit = repository.git("commit-tree", "-m", "odd", tree).strip();
    repository.git("push", "--quiet", "origin", commit + ":refs/heads/odd");
    assertThat(reading.lines(root + "@odd"))
        .singleElement()
        .asString()
        .endsWith("@odd unreadable: its name is not UTF-8");
  }
}
