package dev.attache.examples.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Tag("process")
@DoesNotApply(hook = "collections", because = "an object of a repository is one resource")
@DoesNotApply(hook = "endlessResource", because = "an object of a repository ends")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
@DoesNotApply(
    hook = "resourceDeniedTo",
    because = "who may ask for a repository may have all of it")
@DoesNotApply(
    hook = "resourceOfProgram",
    because = "it reads the repository itself, and starts no program")
@DoesNotApply(hook = "resourceWithSecret", because = "its URIs have no password and no parameters")
@DoesNotApply(hook = "understatedResource", because = "git counts the bytes of its objects itself")
class GitHandlerContractTest extends ResourceHandlerContract {

  private static final byte[] IMAGE = {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2};

  /** The directory of the repository that each test copies. */
  @TempDir private static Path made = Path.of("");

  private static String first = "";
  private static String diff = "";
  private static String log = "";

  private Repository repository = new Repository(Path.of(""));

  @BeforeAll
  static void make() throws IOException {
    Repository original = Repository.init(made);
    first =
        original
            .write("src/Main.java", "class Main {}\r\n")
            .write("src/a b.txt", "a b")
            .write("src/zz/ä.txt", "  ä\n\n")
            .write("logo.png", IMAGE)
            .commit("first");
    original.write("src/Main.java", "class Main { int i; }\n").commit("second");
    diff = original.git("diff", "HEAD~1..HEAD");
    log = original.git("log");
  }

  @BeforeEach
  void copy() throws IOException {
    repository = new Repository(made).copyTo(workspace());
  }

  @Override
  protected ResourceHandler handler() {
    return new GitHandler();
  }

  @Override
  protected Map<String, byte[]> resources() {
    Map<String, byte[]> resources = new LinkedHashMap<>();
    resources.put("git:HEAD~1:src/Main.java", "class Main {}\r\n".getBytes(UTF_8));
    resources.put("git:" + first + ":src/a%20b.txt", "a b".getBytes(UTF_8));
    resources.put("git:main:logo.png", IMAGE);
    resources.put("git:HEAD~1..HEAD", diff.getBytes(UTF_8));
    resources.put("git:log:HEAD", log.getBytes(UTF_8));
    return resources;
  }

  @Override
  protected List<String> references() {
    return List.of("git:HEAD:src/", "git:HEAD:", "git:HEAD~1..HEAD", "git:log");
  }

  @Override
  protected List<String> expansion() {
    return List.of(
        "git:HEAD:src/Main.java",
        "git:HEAD:src/a%20b.txt",
        "git:HEAD:src/zz/%C3%A4.txt",
        "git:HEAD:logo.png",
        "git:HEAD~1..HEAD",
        "git:log:HEAD");
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(
        "GIT:HEAD~1:src/a b.txt", "git:HEAD~1:src/a%20b.txt",
        "git:v%31^{}:%61%c3%a4", "git:v1^{}:a%C3%A4",
        "git:main:", "git:main:",
        "git:main..", "git:main..HEAD",
        "git:...topic/x", "git:HEAD...topic/x",
        "git:log", "git:log:HEAD",
        "git:log:v1..", "git:log:v1..HEAD",
        "git:HEAD@{1}:a:b", "git:HEAD@{1}:a:b");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of(
        "git:",
        "git:HEAD",
        "git::src/x",
        "git:..",
        "git:a..b..c",
        "git:../../x:y",
        "git:-x:y",
        "git://host/x:y",
        "git:a b:x",
        "git:a%0Ab:x",
        "git:log:a...b",
        "git:HEAD:/etc/passwd",
        "git:HEAD:../x",
        "git:HEAD:a//b",
        "git:HEAD:a%2Fb",
        "git:HEAD:a%FF");
  }

  @Override
  protected String missingUri() {
    return "git:HEAD:src/missing";
  }

  @Override
  protected String resourceInVersion(int version) throws IOException {
    repository.write("version.txt", "v" + version).commit("version " + version);
    return "git:HEAD:version.txt";
  }

  @Override
  protected String resourceOfSize(int bytes) throws IOException {
    repository.write("big.txt", "x".repeat(bytes)).commit("big");
    return "git:HEAD:big.txt";
  }
}
