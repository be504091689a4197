package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of all handlers, kept by the one for repositories. */
@Tag("network")
@Tag("process")
@Tag("slow")
@DoesNotApply(hook = "collections", because = "a file is one resource")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
@DoesNotApply(hook = "resourceOfProgram", because = "git runs nothing that an address names")
@DoesNotApply(hook = "resourceWithSecret", because = "no address may hold a password")
@DoesNotApply(hook = "understatedResource", because = "the size of an object is part of its name")
class RepositoryHandlerContractTest extends ResourceHandlerContract {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 1};

  @TempDir private static @Nullable Path directory;
  private static @Nullable GitServer server;
  private static @Nullable TestRepository repository;

  /** A copy that a test changes. */
  private @Nullable TestRepository changing;

  @BeforeAll
  static void startServer() throws Exception {
    Path place = Objects.requireNonNull(directory);
    var repository = TestRepository.create(place, "project");
    for (Map.Entry<String, byte[]> file : files().entrySet()) {
      repository.write(file.getKey(), file.getValue());
    }
    repository.commit();
    RepositoryHandlerContractTest.repository = repository;
    server = GitServer.start(place);
  }

  @AfterAll
  static void stopServer() {
    server().close();
  }

  @AfterEach
  void letGitAnswer() {
    server().answer(null);
  }

  private static GitServer server() {
    return Objects.requireNonNull(server);
  }

  private static TestRepository repository() {
    return Objects.requireNonNull(repository);
  }

  private static Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("plain.txt", "a text of ü\r\nwithout an end".getBytes(UTF_8));
    files.put("empty", new byte[0]);
    files.put("src/@scope/[ü]@2x.png", PNG);
    return files;
  }

  private static String root() {
    return root("project.git");
  }

  private static String root(String name) {
    return "git+http://" + server().hostAndPort() + "/" + name;
  }

  @Override
  protected ResourceHandler handler() {
    return new RepositoryHandler(
        Map.of(
            "PATH", System.getenv("PATH"),
            "XDG_CACHE_HOME", workspace().resolve("caches").toString()));
  }

  @Override
  protected Map<String, Object> configuration() {
    return Map.of("allow", List.of(server().hostAndPort()));
  }

  @Override
  protected Map<Class<?>, Object> services() {
    UriPolicy policy =
        (uri, requester) ->
            requester == Requester.MODEL && uri.value().endsWith("/plain.txt")
                ? "is not for models"
                : null;
    return Map.of(UriPolicy.class, policy);
  }

  @Override
  protected Map<String, byte[]> resources() {
    Map<String, byte[]> files = files();
    return Map.of(
        root() + "//plain.txt", file(files, "plain.txt"),
        root() + "//empty@main", file(files, "empty"),
        root() + "//src/@scope/%5B%C3%BC%5D%402x.png", file(files, "src/@scope/[ü]@2x.png"));
  }

  @Override
  protected int callsPerThread() {
    return 1; // which starts a dozen programs
  }

  private static byte[] file(Map<String, byte[]> files, String name) {
    return Objects.requireNonNull(files.get(name));
  }

  @Override
  protected List<String> references() {
    return List.of(root(), root() + "//plain.txt@main");
  }

  @Override
  protected List<String> expansion() {
    return List.of(
        root() + "//empty",
        root() + "//plain.txt",
        root() + "//src/@scope/%5B%C3%BC%5D%402x.png",
        root() + "//plain.txt@main");
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(
        "GitHub:owner/name.git/src/./a b@v1", "github:owner/name/src/a%20b@v1",
        "gitlab:group/sub/name//src#L3-4", "gitlab:group/sub/name//src#L3-4",
        "codeberg:owner/name//%7ea%2a/", "codeberg:owner/name/~a%2A",
        "git+https://Example.COM:443/a%2bb.git/", "git+https://example.com/a%2Bb.git",
        "github:o/n/@types/x@feature/y", "github:o/n/@types/x@feature/y",
        "github:o/n/**/*.{md,txt}", "github:o/n/**/*.{md,txt}",
        "https://github.com/o/n/blob/main/a@2x.png", "github:o/n/a%402x.png@main",
        "https://gitlab.com/g/s/n/-/tree/v1/src?ref_type=tags", "gitlab:g/s/n//src@v1");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of(
        "github:",
        "github:owner",
        "github:owner/name/../x",
        "github:owner/name@",
        "github:owner/name@a..b",
        "github:owner/name/%zz",
        "github:a/b/c//d",
        "git+https:",
        "git+https://host",
        "git+https://user:word@host/x.git",
        "git+https://host/x.git?y",
        "git+ssh://host/x.git",
        "git+file://host/x.git",
        "github:owner/name/a#readme");
  }

  @Override
  protected String missingUri() {
    return root() + "//no/such/file";
  }

  @Override
  protected String resourceInVersion(int version) throws Exception {
    return changed("version.txt", "version " + version);
  }

  @Override
  protected String resourceOfSize(int bytes) throws Exception {
    return changed("sized.txt", "x".repeat(bytes));
  }

  /** Commits a file to a repository of the test's own. */
  private String changed(String file, String content) throws Exception {
    if (changing == null) {
      Path place = Files.createTempDirectory(Objects.requireNonNull(directory), "own");
      changing = repository().copy(place);
    }
    changing.write(file, content).commit();
    return root(Objects.requireNonNull(directory).relativize(changing.bare()) + "//" + file);
  }

  @Override
  protected String endlessResource() {
    server()
        .answer(
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", "text/plain");
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().flush();
              waitForTheEnd(exchange);
              return true;
            });
    return root() + "//plain.txt";
  }

  /** Drips until the other side has gone. */
  private static void waitForTheEnd(HttpExchange exchange) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        exchange.getResponseBody().write('x');
        exchange.getResponseBody().flush();
        Thread.sleep(50);
      }
    } catch (IOException | InterruptedException e) {
      // It has.
    }
  }

  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) {
    return switch (requester) {
      case MODEL -> root() + "//plain.txt";
      case WORKSPACE -> "git+file://" + repository().bare() + "//plain.txt";
      case USER, CONFIGURATION -> null;
    };
  }
}
