package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages for users: every command of a {@code console} listing is typed in the small repository
 * that docs/README.md describes, and has to print what is shown.
 */
@Tag("process")
@Tag("network")
@Tag("slow")
class PagesIT {

  private static final Path DOCS = Path.of("../docs");
  private static final String README = "../README.md";

  /** Pages whose console listings others run. */
  private static final List<String> ELSEWHERE =
      List.of("writing-a-handler.md", "serve.md", "repositories.md"); // the last needs hosts

  /** Pages that begin in an empty directory. */
  private static final List<String> EMPTY = List.of("session.md", "tour.md");

  /** The section that {@code HandlersNewIT} follows. */
  private static final String HANDLER = "## Add your own URI scheme";

  private static final String PAGE =
      """
      <!doctype html>
      <title>Release 2.1</title>
      <nav><a href="/">Home</a> <a href="/docs/">Docs</a></nav>
      <main>
      <h1>Release 2.1</h1>
      <p>What is <a href="/docs/">new</a>:</p>
      <ul><li>a cache<li>no more locks</ul>
      </main>
      <footer>Made by people</footer>
      """;

  private static final Map<String, String> WEB =
      Map.of(
          "/release.html",
          PAGE,
          "/docs/",
          "<title>Docs</title><h1>Docs</h1><p>Read <a href=\"start.html\">this</a> first.");

  @TempDir private static Path temporary = Path.of("");

  @AutoClose private static @Nullable PageSession pages;

  /** The page to run alone; all without. */
  private static final @Nullable String ONLY = System.getProperty("attache.page");

  /** The pages that show commands, by their paths from the documents. */
  static List<String> pages() throws IOException {
    try (var files = Files.list(DOCS)) {
      return Stream.concat(Stream.of(README), files.map(file -> file.getFileName().toString()))
          .filter(name -> name.endsWith(".md") && !ELSEWHERE.contains(name))
          .filter(name -> ONLY == null || name.equals(ONLY))
          .filter(PagesIT::hasConsole)
          .sorted()
          .toList();
    }
  }

  private static boolean hasConsole(String name) {
    try {
      return Files.readString(DOCS.resolve(name)).contains("\n```console\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void open() throws IOException {
    pages = PageSession.in(temporary);
  }

  /** True if each command of a page starts the distribution. */
  private static boolean isStarted(String page) {
    return page.equals(README) || Boolean.getBoolean("attache.slow");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void printsWhatThePageShows(String page) throws Exception {
    PageSession.assumePrograms(Files.readString(DOCS.resolve(page)));
    try (var server = new MockWebServer();
        var model = FakeProvider.start()) {
      server.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              return answer(request.getUrl().encodedPath(), request);
            }
          });
      server.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
      var session = requireNonNull(pages).begin(isStarted(page)).server(server.getPort());
      if (!EMPTY.contains(page)) {
        makeDemo(session);
      }
      prepare(session, page);
      if (page.equals("query.md")) {
        answerQueries(session, model);
      } else if (page.equals("chat.md")) {
        answerLines(session, model);
      }
      session.assertShows(DOCS.resolve(page), HANDLER);
    }
  }

  /** What single pages say that there is. */
  private static void prepare(PageSession session, String page) throws Exception {
    if (page.equals("trust.md")) {
      session.file(
          ".attache/config.toml", "conversation.attachments = ['README.md', 'cmd:make test']\n");
    } else if (page.equals("tour.md")) {
      session.settings("");
      if (Published.isInstalled()) {
        String inspector = Published.module(Published.INSPECTOR);
        session.program("npx", "#!/bin/sh\nshift 2\nexec node '" + inspector + "' \"$@\"\n");
      } else {
        session.leave("npx ");
      }
    } else if (page.equals("custom-schemes.md")) {
      List<PageListing> listings = PageListing.of(Files.readString(DOCS.resolve(page)));
      session.settings(listing("toml", listings));
      session.program(
          "jira-fetch", "#!/bin/sh\ncat <<'END'\n" + listing("json", listings) + "END\n");
    }
  }

  /** The settings of the page about asking a model, which is another here. */
  private static void set(PageSession session, FakeProvider model) throws Exception {
    String toml = listing("toml", PageListing.of(Files.readString(DOCS.resolve("query.md"))));
    session.settings(toml.replace("http://127.0.0.1:8080", model.url()));
  }

  /** What the model of a chat answers. */
  private static void answerLines(PageSession session, FakeProvider model) throws Exception {
    set(session, model);
    FakeWire wire = FakeWire.COMPATIBLE;
    model.answer(
        wire.streamed(FakeWire.text("A heading: Demo.")),
        wire.streamed(FakeWire.text("The same; it is a link.")));
  }

  /** The model of the page about asking one, and what it answers. */
  private static void answerQueries(PageSession session, FakeProvider model) throws Exception {
    set(session, model);
    FakeWire wire = FakeWire.COMPATIBLE;
    String refresh = "{\"uri\":\"notes.txt\"}";
    model.answer(
        wire.streamed(FakeWire.text("The lines are numbered up to 300.")),
        wire.streamed(FakeWire.call("call_0", "refresh_resource", refresh)),
        wire.streamed(FakeWire.text("Now there are 299.")),
        wire.streamed(FakeWire.call("call_0", "refresh_resource", refresh)),
        wire.streamed(FakeWire.text("Yes, it is.")),
        wire.streamed(FakeWire.call("call_0", "check", "{}")),
        wire.streamed(FakeWire.text("One line prints something.")),
        Answer.json(401, "{\"error\":{\"message\":\"the key has expired\"}}"),
        wire.streamed(FakeWire.text("You are welcome.")),
        wire.streamed(FakeWire.text("Goodbye.")));
  }

  private static String listing(String language, List<PageListing> listings) {
    return listings.stream()
        .filter(each -> each.language().equals(language))
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  void runsMostPages() throws IOException {
    assumeTrue(ONLY == null);
    assertThat(pages())
        .contains(README, "files.md", "commands.md", "conversations.md", "web-pages.md");
  }

  private static MockResponse answer(String path, RecordedRequest request) {
    if (path.equals("/docs")) {
      return new MockResponse.Builder().code(301).addHeader("Location", "/docs/").build();
    }
    if (path.equals("/rules.txt")) {
      var response = new MockResponse.Builder().addHeader("ETag", "\"1\"");
      return "\"1\"".equals(request.getHeaders().get("If-None-Match"))
          ? response.code(304).build()
          : response.addHeader("Content-Type", "text/plain").body("Primes only.\n").build();
    }
    String body = WEB.get(path);
    return body == null
        ? new MockResponse.Builder().code(404).build()
        : new MockResponse.Builder().addHeader("Content-Type", "text/html").body(body).build();
  }

  /** The repository of the pages. */
  private static void makeDemo(PageSession session) throws Exception {
    session
        .file(".env", "TOKEN=secret\n")
        .file(".gitignore", "target/\n*.log\n")
        .file("README.md", "# Demo\n")
        .file("debug.log", "started\n")
        .file("docs/latin1.txt", "Größe\n".getBytes(StandardCharsets.ISO_8859_1))
        .file(
            "docs/logo.png",
            new byte[] {
              (byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'
            })
        .file("src/App.java", "class App {}\n")
        .file("src/main.rs", "fn main() {\n    println!(\"hi\");\n}\n")
        .file("src/test/DropTest.java", "class DropTest {}\n")
        .file("src/test/KeepTest.java", "class KeepTest {}\n")
        .file("target/out.txt", "out\n".getBytes(UTF_8))
        .file("Makefile", "test:\n\t@echo all passed\n");
    Path docs = session.workspace().resolve("docs");
    Files.createSymbolicLink(docs.resolve("intro.md"), Path.of("../README.md"));
    Files.createSymbolicLink(docs.resolve("host"), Path.of("/etc/hostname"));
    String git = "git init -q -b main && git add README.md src && git commit -q -m Begin";
    assertThat(session.type(git)).isEmpty();
  }
}
