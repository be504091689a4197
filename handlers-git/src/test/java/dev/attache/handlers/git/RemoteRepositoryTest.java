package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories of another host: what is sent, what is kept, and whom is asked. */
@Tag("network")
@Tag("process")
class RemoteRepositoryTest {

  @TempDir private static Path once;
  private static TestRepository original;

  @TempDir private Path directory;
  private TestRepository repository;
  private GitServer server;
  private Reading reading;
  private String root;

  @BeforeAll
  static void makeRepository() throws Exception {
    original = TestRepository.create(once.toRealPath(), "project");
    original.write("README.md", "readme").write("src/A.java", "class A {}").commit();
  }

  @BeforeEach
  void startServer() throws Exception {
    Path real = directory.toRealPath();
    server = GitServer.start(real);
    repository = original.copy(real);
    reading = new Reading(real).with("allow", List.of(server.hostAndPort()));
    root = "git+http://" + server.hostAndPort() + "/project.git";
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  /** The requests for something to be sent; the others ask for refs. */
  private long transfers() {
    return server.requests().stream().filter(each -> each.startsWith("POST")).count();
  }

  @Test
  void hasOnlyThoseFilesSentThatAreRead() throws Exception {
    repository.write("big.bin", "x".repeat(100_000)).commit();
    assertThat(reading.lines(root + "//README.md")).containsExactly(root + "//README.md = readme");
    assertThat(objects()).contains("README.md present", "big.bin missing");
  }

  /** Which files of the last commit the copy has. */
  private List<String> objects() throws Exception {
    Path copy = copy();
    return Stream.of("README.md", "big.bin")
        .map(
            name -> {
              try {
                String object = repository.git("rev-parse", "HEAD:" + name).strip();
                String size = TestRepository.run(copy, "cat-file", "-s", object);
                return name + (size.isBlank() ? " missing" : " present");
              } catch (AssertionError e) {
                return name + " missing";
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  private Path copy() throws IOException {
    try (Stream<Path> all = Files.list(reading.copies())) {
      return all.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  @Test
  void hasFilesSentTogether() throws Exception {
    for (int i = 0; i < 30; i++) {
      repository.write("many/" + i, "file " + i);
    }
    repository.commit();
    assertThat(reading.lines(root + "//many", root + "//src")).hasSize(31);
    long all = transfers();
    server.forgetRequests();
    Reading other =
        new Reading(Files.createDirectory(directory.resolve("other")).toRealPath())
            .with("allow", List.of(server.hostAndPort()));
    assertThat(other.lines(root + "//README.md")).hasSize(1);
    assertThat(transfers()).as("as many as for one file").isEqualTo(all);
  }

  @Test
  void hasNothingSentAgainThatHasNotChanged() throws Exception {
    reading.lines(root);
    server.forgetRequests();
    assertThat(reading.lines(root))
        .containsExactly(root + "//README.md = readme", root + "//src/A.java = class A {}");
    assertThat(server.requests())
        .containsExactly(
            "GET /project.git/info/refs", "POST /project.git/git-upload-pack"); // for the refs
  }

  @Test
  void readsAChangeAtTheNextRun() throws Exception {
    reading.lines(root + "//README.md");
    String commit = repository.write("README.md", "changed").commit();
    assertThat(reading.lines(root + "//README.md")).containsExactly(root + "//README.md = changed");
    assertThat(reading.snapshots().get(0).resource().meta())
        .containsEntry("dev.attache/commit", commit);
  }

  @Test
  void isReadAgainByAModelThatTheUserHasGivenIt() throws Exception {
    reading.lines(root + "//README.md", root + "//src");
    repository.write("README.md", "changed").commit();
    assertThat(reading.linesAgain(Requester.MODEL))
        .containsExactly(root + "//README.md = changed", root + "//src/A.java = class A {}");
  }

  @Test
  void saysThatACommitNeverChanges() throws Exception {
    String commit = repository.git("rev-parse", "HEAD").strip();
    reading.lines(root + "//README.md", root + "//README.md@" + commit);
    assertThat(reading.resolver().freshness(reading.snapshots()))
        .containsExactly(Freshness.UNCERTAIN, Freshness.UNCHANGED);
  }

  @Test
  void asksNobodyAboutACommitThatIsHere() throws Exception {
    String commit = repository.git("rev-parse", "HEAD").strip();
    reading.lines(root + "//README.md@" + commit);
    server.forgetRequests();
    assertThat(reading.lines(root + "//README.md@" + commit))
        .containsExactly(root + "//README.md@" + commit + " = readme");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void readsOfflineWhatIsHereAndSaysHowOldItIs() throws Exception {
    reading.lines(root + "//README.md");
    server.forgetRequests();
    reading.offline(true);
    assertThat(reading.lines(root + "//README.md"))
        .singleElement()
        .asString()
        .matches(".*README\\.md = readme \\[offline: as fetched .* ago, at 20.*Z\\]");
    assertThat(reading.lines(root + "//src/A.java", root + "@other"))
        .containsExactly(
            "failed FAILED: is not in the cache, and --offline allows no requests",
            "failed FAILED: is not in the cache, and --offline allows no requests");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void makesATornCopyAnew() throws Exception {
    reading.lines(root);
    tear(".pack");
    assertThat(reading.lines(root))
        .containsExactly(root + "//README.md = readme", root + "//src/A.java = class A {}");
    tear(".pack");
    assertThat(reading.offline(true).lines(root))
        .containsExactly(
            "failed FAILED: is damaged in the cache, and --offline allows no requests");
  }

  /** Cuts all files of a kind, as a machine does that goes down. */
  private void tear(String kind) throws Exception {
    try (Stream<Path> all = Files.walk(copy())) {
      for (Path each : all.filter(path -> path.toString().endsWith(kind)).toList()) {
        each.toFile().setWritable(true);
        Files.write(each, new byte[20]);
      }
    }
  }

  @Test
  void goesOnWhereAProcessDiedInTheMiddle() throws Exception {
    reading.lines(root);
    Files.writeString(copy().resolve("shallow.lock"), "");
    String commit = repository.write("README.md", "changed").commit();
    assertThat(reading.lines(root + "//README.md@" + commit))
        .containsExactly(root + "//README.md@" + commit + " = changed");
  }

  @Test
  void letsManyReadAtOnceIntoOneCache() throws Exception {
    Callable<List<String>> work =
        () ->
            new Reading(directory.toRealPath())
                .with("allow", List.of(server.hostAndPort()))
                .lines(root);
    var threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<List<String>> each : threads.invokeAll(List.of(work, work, work, work))) {
        assertThat(each.get())
            .containsExactly(root + "//README.md = readme", root + "//src/A.java = class A {}");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void connectsToNoPrivateNetworkUnasked() throws Exception {
    Reading closed = new Reading(directory.toRealPath());
    assertThat(closed.lines(root))
        .containsExactly(
            "failed DENIED: is not on the public internet: 127.0.0.1 is a loopback address"
                + " (127.0.0.0/8)");
    String named = root.replace("127.0.0.1", "localhost");
    assertThat(closed.lines(named))
        .containsExactly(
            "failed DENIED: is not on the public internet: localhost is a name of this computer");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void followsARedirectToWhereARepositoryHasMoved() throws Exception {
    Files.move(repository.bare(), directory.resolve("moved.git"));
    redirect("/project.git", "http://" + server.hostAndPort() + "/moved.git");
    assertThat(reading.lines(root + "//README.md"))
        .containsExactly(
            root
                + "//README.md = readme [redirected to http://"
                + server.hostAndPort()
                + "/moved.git]");
  }

  @Test
  void looksAtWhereARedirectLeadsBeforeItGoesThere() throws Exception {
    redirect(
        "/project.git", "http://localhost:" + server.hostAndPort().split(":", 2)[1] + "/x.git");
    assertThat(reading.lines(root))
        .singleElement()
        .asString()
        .contains("DENIED: redirects to http://localhost:", "which is not on the public internet");
    assertThat(server.requests()).noneMatch(each -> each.contains("/x.git"));
  }

  private void redirect(String from, String to) {
    server.answer(
        exchange -> {
          String path = exchange.getRequestURI().toString();
          if (!path.startsWith(from)) {
            return false;
          }
          exchange.getResponseHeaders().add("Location", to + path.substring(from.length()));
          exchange.sendResponseHeaders(301, -1);
          return true;
        });
  }

  @Test
  void asksAboutEachPlaceThatAModelIsLedTo() throws Exception {
    reading.asking(
        (uri, requester) ->
            uri.value().contains("moved") ? "is not of a host that a model may attach from" : null);
    redirect("/project.git", "http://" + server.hostAndPort() + "/moved.git");
    assertThat(reading.lines(Requester.MODEL, root + "//README.md"))
        .containsExactly(
            "failed DENIED: redirects to http://"
                + server.hostAndPort()
                + "/moved.git, which is not of a host that a model may attach from");
  }

  @Test
  void saysThatThereIsNoRepositoryOrThatItAsksForALogin() throws Exception {
    assertThat(reading.lines("git+http://" + server.hostAndPort() + "/none.git"))
        .containsExactly("failed NOT_FOUND: 127.0.0.1 has no such repository");
    server.answer(
        exchange -> {
          exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=x");
          exchange.sendResponseHeaders(401, -1);
          return true;
        });
    assertThat(reading.lines(root, root + "//src"))
        .containsOnly(
            "failed NOT_FOUND: 127.0.0.1 has no such repository, or asks for a login; clone a"
                + " private one yourself");
    assertThat(server.requests().stream().filter(each -> each.contains("/project.git")))
        .as("what has failed is not tried for each reference")
        .hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void saysThatNobodyListens() throws Exception {
    server.close();
    assertThat(reading.lines(root))
        .containsExactly(
            "failed FAILED: cannot connect to http://"
                + server.hostAndPort()
                + ": connection refused");
  }

  @Test
  void endsWhenItsTimeIsUp() throws Exception {
    server.answer(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().flush();
          exchange.getRequestBody().readAllBytes();
          awaitForEver();
          return true;
        });
    assertThat(reading.with("timeout", 1L).lines(root))
        .containsExactly("failed TIMEOUT: took longer than 1 s");
  }

  private static void awaitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      // The server is closed.
    }
  }

  @Test
  void keepsToASize() throws Exception {
    repository.write("big.bin", random(400_000)).commit();
    assertThat(reading.with("cache-size", 100_000L).lines(root + "//big.bin"))
        .containsExactly("failed TOO_LARGE: sends more than 100000 bytes, the size of the cache");
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  @Test
  void readsAServerThatOnlyHasFiles() throws Exception {
    TestRepository.run(repository.bare(), "update-server-info");
    server.answer(
        exchange -> {
          Path file = directory.resolve(exchange.getRequestURI().getPath().substring(1));
          if (!Files.isRegularFile(file)) {
            exchange.sendResponseHeaders(404, -1);
            return true;
          }
          byte[] bytes = Files.readAllBytes(file);
          exchange.getResponseHeaders().add("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          return true;
        });
    assertThat(reading.lines(root + "//README.md")).containsExactly(root + "//README.md = readme");
  }

  @Test
  void runsNothingThatSettingsOfTheUserOrOfTheRepositoryName() throws Exception {
    Path trace = directory.resolve("trace");
    TestRepository.run(repository.bare(), "config", "core.fsmonitor", "touch " + trace);
    TestRepository.run(repository.bare(), "config", "uploadpack.packObjectsHook", "touch " + trace);
    Path hook = repository.bare().resolve("hooks/post-checkout");
    Files.createDirectories(hook.getParent());
    Files.write(hook, ("#!/bin/sh\ntouch " + trace + "\n").getBytes(UTF_8));
    hook.toFile().setExecutable(true);
    reading.lines("git+file://" + repository.bare());
    reading.lines(root);
    assertThat(trace).doesNotExist();
  }
}
