package dev.attache.examples.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Tag("slow")
class InstalledHandlersIT {

  @TempDir Path temporary;

  private Installation installation = new Installation(Path.of(""), Path.of(""));

  @BeforeEach
  void install() throws IOException {
    installation = Installation.in(temporary.toRealPath());
    Path workspace = installation.workspace();
    try (OutputStream file = Files.newOutputStream(workspace.resolve("docs.zip"));
        var zip = new ZipOutputStream(file, UTF_8)) {
      for (String name : List.of("guide/install.md", "guide/index.md", "tests/a.txt")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(("in " + name + "\n").getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    installation.attache("--version"); // which prepares for a quick start, and says so
    installation.git("init", "-q", "-b", "main", ".");
    Files.writeString(workspace.resolve("Main.java"), "class Main {}\n");
    installation.git("add", "Main.java");
    installation.git("commit", "-q", "-m", "first");
    Files.writeString(workspace.resolve("Main.java"), "class Main { int i; }\n");
    installation.git("commit", "-q", "-a", "-m", "second");
  }

  @Test
  void usesNoJarThatIsNotTrusted() throws IOException {
    Path jar = installation.drop("zip-handler");
    Installation.Run run = installation.attache("plan", "zip:docs.zip");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("attache handlers trust " + jar);
    assertThat(installation.attache("handlers", "ls").out()).doesNotContain("\nzip ");
  }

  @Test
  void usesJarsThatWereDroppedInAndTrusted() throws IOException {
    for (String name : List.of("zip-handler", "git-handler")) {
      Path jar = installation.drop(name);
      Installation.Run trust = installation.attache("handlers", "trust", jar.toString(), "--yes");
      assertThat(trust.exit()).as(trust.err()).isZero();
    }
    assertThat(installation.attache("handlers", "ls").out())
        .containsPattern("(?m)^zip +dev.attache.examples.zip.ZipHandler +0.1.0-SNAPSHOT +user ")
        .containsPattern("(?m)^git +dev.attache.examples.git.GitHandler +0.1.0-SNAPSHOT +user ");
    assertThat(installation.attache("handlers", "doctor").exit()).isZero();
    Map<String, Long> before = files();
    String archive = "zip:" + installation.workspace() + "/docs.zip!/";
    String head = installation.git("rev-parse", "HEAD~1").out().strip();
    Installation.Run resolve =
        installation.attache("resolve", "zip:docs.zip", "!zip:docs.zip!/tests/", "git:HEAD~1:");
    assertThat(resolve.out())
        .isEqualTo(
            """
            <resource uri="%1$sguide/index.md">
            in guide/index.md

            </resource>
            <resource uri="%1$sguide/install.md">
            in guide/install.md

            </resource>
            <resource uri="git:HEAD~1:Main.java" note="HEAD~1 is %2$s">
            class Main {}

            </resource>
            """
                .formatted(archive, head));
    assertThat(resolve.err()).isEqualTo("attache: skipped 1: 1 excluded (-v lists them)\n");
    assertThat(resolve.exit()).isZero();
    Installation.Run plan = installation.attache("plan", "zip:docs.zip!/**/*.md", "git:HEAD:");
    assertThat(plan.out())
        .contains("text/markdown             " + archive + "guide/index.md")
        .contains("text/x-java-source        git:HEAD:Main.java");
    assertThat(files()).as("nothing is written into the repository").isEqualTo(before);
  }

  @Test
  void usesAJarThatIsNamedForOneRun() throws IOException {
    Installation.Run run =
        installation.attache(
            "resolve",
            "--handler-jar",
            Installation.jar("git-handler").toString(),
            "git:HEAD~1..HEAD");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("mimeType=\"text/x-diff\"")
        .contains("\n-class Main {}\n+class Main { int i; }\n");
  }

  /** A handler that has the one of http read for it, and so all that the user says of the web. */
  @Test
  void usesAJarThatHasAnotherHandlerRead() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = ("RFC at " + exchange.getRequestURI() + "\n").getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String host = "127.0.0.1:" + server.getAddress().getPort();
      Path settings = installation.home().resolve("config/attache/config.toml");
      Files.writeString(settings, "[handlers.rfc]\nmirror = \"http://" + host + "/%d\"\n");
      String jar = Installation.jar("rfc-handler").toString();
      Installation.Run refused = installation.attache("resolve", "--handler-jar", jar, "rfc:9110");
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.err()).contains("rfc:9110: is not on the public internet");
      List<String> command = List.of("resolve", "--handler-jar", jar, "--allow-host", host);
      Installation.Run fetched = installation.attache(with(command, "rfc:9110"));
      assertThat(fetched.err()).isEmpty();
      assertThat(fetched.out())
          .isEqualTo(
              """
              <resource uri="rfc:9110" name="RFC 9110">
              RFC at /9110

              </resource>
              """);
      server.stop(0);
      Installation.Run offline = installation.attache(with(command, "--offline", "rfc:09110"));
      assertThat(offline.out()).contains("RFC at /9110").contains("offline: as fetched");
      Installation.Run unknown = installation.attache(with(command, "--offline", "rfc:1"));
      assertThat(unknown.err())
          .contains("rfc:1: is not in the cache, and --offline allows no requests");
      Files.writeString(settings, "# mine\n[handlers.rfc]\nmirror = 5\n");
      Installation.Run wrong = installation.attache("resolve", "--handler-jar", jar, "rfc:9110");
      assertThat(wrong.err())
          .isEqualTo(
              "attache: rfc:9110: " + settings + ":3: [handlers.rfc] mirror must be a string\n");
    } finally {
      server.stop(0);
    }
  }

  private static String[] with(List<String> command, String... more) {
    var all = new ArrayList<>(command);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(installation.workspace())) {
      for (Path file : all.toList()) {
        files.put(file.toString(), Files.getLastModifiedTime(file).toMillis());
      }
    }
    return files;
  }
}
