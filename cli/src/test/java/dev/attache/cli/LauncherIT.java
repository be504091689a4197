package dev.attache.cli;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.cli.Launch.Ended;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of the distribution, started as users start it. */
@Tag("process")
@Tag("slow")
class LauncherIT {

  /** So many hundredths of a second later each is killed than the one before. */
  private static final int EVERY = Boolean.getBoolean("attache.slow") ? 5 : 15;

  @TempDir Path temporary;

  private final Path attache = Launch.installed();
  private final Path home = attache.resolve("../..").normalize();
  private final Path bin = home.resolve("bin");
  private Path workspace = Path.of("");

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("ws"));
    Files.writeString(workspace.resolve("a.txt"), "hello\n");
  }

  private Launch attache(Object... arguments) {
    return Launch.in(workspace, Stream.concat(Stream.of(attache), Stream.of(arguments)).toArray());
  }

  private Launch shell(String script, Object... arguments) {
    return Launch.in(
        workspace,
        Stream.concat(Stream.of("sh", "-c", script, attache), Stream.of(arguments)).toArray());
  }

  private void assertWorks(Launch launch) {
    Ended ended = launch.run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo("file://" + workspace + "/a.txt\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void saysItsVersion() {
    assertThat(attache("--version").run().out())
        .isEqualTo("attache 0.1.0-SNAPSHOT (Java " + System.getProperty("java.version") + ")\n");
  }

  @Test
  void readsTheSettingsOfItsEnvironment() throws IOException {
    Path settings = Files.createDirectories(temporary.resolve("settings/attache"));
    Path file = Files.writeString(settings.resolve("config.toml"), "[http]\ntimeout = 5\n");
    String directory = temporary.resolve("settings").toString();
    assertWorks(attache("canonicalize", "a.txt").with("XDG_CONFIG_HOME", directory));
    Files.writeString(file, "[http]\ntimeout = \n");
    Ended ended = attache("canonicalize", "a.txt").with("XDG_CONFIG_HOME", directory).run();
    assertThat(ended.err())
        .isEqualTo(
            "attache: "
                + file
                + ":2:11: not valid TOML: newline not permitted here\nattache: see attache help canonicalize\n");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void runsTheProgramThatTheConfigurationMakesAHandler() throws IOException {
    Path programs = Files.createDirectories(temporary.resolve("bin"));
    Path program = programs.resolve("jira-fetch");
    Files.writeString(program, "#!/bin/sh\necho \"The issue ${1#jira:}, for $JIRA_TOKEN\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path settings = Files.createDirectories(temporary.resolve("settings/attache"));
    Files.writeString(
        settings.resolve("config.toml"),
        "[handlers.jira]\ncommand = ['jira-fetch', '{uri}']\nenvironment = ['JIRA_TOKEN']\n");
    Ended ended =
        attache("resolve", "jira:PROJ-17")
            .with("XDG_CONFIG_HOME", temporary.resolve("settings").toString())
            .with("PATH", programs + ":" + System.getenv("PATH"))
            .with("JIRA_TOKEN", "me")
            .run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out())
        .isEqualTo(
            """
            <resource uri="jira:PROJ-17">
            The issue PROJ-17, for me

            </resource>
            """);
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void asksOnATerminalOnly() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes a terminal here");
    Path ws = temporary.toRealPath().resolve("ws");
    Files.createDirectories(ws.resolve(".attache"));
    Files.writeString(
        ws.resolve(".attache/config.toml"), "conversation.attachments = ['cmd:echo hello']\n");
    String state = temporary.resolve("state").toString();
    String line = "'" + attache + "' resolve --declared --format table";
    Ended denied = Launch.in(ws, "sh", "-c", line).with("XDG_STATE_HOME", state).input("y\n").run();
    assertThat(denied.err()).contains("attache trust add 'cmd:echo hello'").doesNotContain("[y/N]");
    assertThat(denied.exitCode()).isEqualTo(ExitCode.FAILED);
    Ended asked =
        Launch.in(ws, "script", "-qec", line, "/dev/null")
            .with("XDG_STATE_HOME", state)
            .input("y\n")
            .run();
    assertThat(asked.out()).contains("Trust it? [y/N] ", "echo hello");
    assertThat(asked.exitCode()).isZero();
  }

  @Test
  void startsFromAnotherDirectory() {
    assertWorks(attache("canonicalize", "a.txt"));
    assertWorks(Launch.in(workspace, workspace.relativize(attache), "canonicalize", "a.txt"));
    assertWorks(Launch.in(bin, "./attache", "--workspace", workspace, "canonicalize", "a.txt"));
    assertWorks(Launch.in(bin, "sh", "attache", "--workspace", workspace, "canonicalize", "a.txt"));
    assertWorks(
        Launch.in(workspace, "sh", "-c", "attache canonicalize a.txt")
            .with("PATH", bin + ":" + System.getenv("PATH")));
  }

  @Test
  void startsWhateverTheShellIsSetTo() {
    assertWorks(
        Launch.in(home, "bin/attache", "--workspace", workspace, "canonicalize", "a.txt")
            .with("CDPATH", ".:" + home));
  }

  @Test
  void startsThroughAChainOfLinks() throws IOException {
    Path links = Files.createDirectory(temporary.resolve("my links"));
    Files.createSymbolicLink(links.resolve("first"), attache);
    Files.createSymbolicLink(links.resolve("second"), Path.of("first"));
    Files.createDirectory(links.resolve("deep"));
    Files.createSymbolicLink(links.resolve("deep/third"), Path.of("../second"));
    assertWorks(Launch.in(workspace, links.resolve("deep/third"), "canonicalize", "a.txt"));
  }

  @Test
  void opensNamesOutsideAsciiInAnyLocale() throws IOException {
    Files.writeString(workspace.resolve("Größe.txt"), "€\n");
    for (String locale : List.of("C", "POSIX", "C.UTF-8", "")) {
      Ended ended = attache("resolve", "--json", "Größe.txt").with("LC_ALL", locale).run();
      assertThat(ended.err()).as(locale).isEmpty();
      assertThat(ended.out()).as(locale).contains("\"name\":\"Größe.txt\"", "\"text\":\"€\\n\"");
    }
    Launch bare = attache("resolve", "--json", "Größe.txt").without("LC_ALL").without("LANG");
    assertThat(bare.without("LC_CTYPE").run().out()).contains("Größe.txt");
  }

  @Test
  void startsWithoutAHome() {
    assertWorks(attache("canonicalize", "a.txt").without("HOME"));
    assertThat(attache("resolve").without("HOME").run().err()).isEmpty();
  }

  @Test
  void holdsAConversationWithoutAHome() {
    Ended asked =
        withoutHome("query", "--print", "--new", "--id", "one", "-a", "a.txt", "what?").run();
    String unproved =
        "attache: no place to record your consent; set HOME or XDG_STATE_HOME to a directory\n";
    assertThat(asked.err()).isEqualTo(unproved + "attache: conversation one, turn 1\n");
    String request =
        """
        <resource path="a.txt" digest="sha256:5891b5b522d5">
        hello

        </resource>
        what?
        """;
    assertThat(asked.out()).isEqualTo(request);
    assertThat(asked.exitCode()).isZero();
    Ended answered = withoutHome("conversation", "record-answer", "-q").input("that\n").run();
    assertThat(answered.exitCode()).as(answered.err()).isZero();
    Ended whole = withoutHome("query", "--print", "--whole", "next").run();
    assertThat(whole.err()).isEqualTo("attache: conversation one, turn 2\n");
    assertThat(whole.out())
        .isEqualTo(
            "<user turn=\"0\">\n"
                + request
                + """
                </user>
                <assistant turn="0">
                that
                </assistant>
                <user turn="1">
                next
                </user>
                """);
  }

  private Launch withoutHome(Object... arguments) {
    return attache(arguments).without("HOME").without("XDG_STATE_HOME");
  }

  @Test
  void leavesNoDamageWhenItIsKilled() throws IOException {
    Files.writeString(workspace.resolve("big.txt"), "0123456789abcdef\n".repeat(100_000));
    assertThat(attache("query", "--print", "--new", "--id", "one", "begin").run().exitCode())
        .isZero();
    for (int hundredths = 10; hundredths <= 65; hundredths += EVERY) {
      String line =
          "\"$0\" query --print -q -a big.txt killed > /dev/null & sleep 0."
              + hundredths
              + "; kill -9 $! 2> /dev/null; wait $!; echo >> big.txt";
      shell(line).run();
    }
    Ended verified = attache("store", "verify").run();
    assertThat(verified.err()).isEmpty();
    assertThat(verified.exitCode()).isZero();
    Ended next =
        attache("query", "--print", "-a", "big.txt", "next")
            .with("XDG_STATE_HOME", temporary + "/state")
            .run();
    assertThat(next.err()).matches("attache: conversation one, turn [0-9]+\n");
    assertThat(next.out()).endsWith("\nnext\n");
    assertThat(attache("store", "verify").run().exitCode()).isZero();
  }

  @Test
  void servesAClientThatClosesTheStreamAtOnce() {
    String requests =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
        {"jsonrpc":"2.0","id":2,"method":"resources/list"}
        {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"refresh_resource",\
        "arguments":{"uri":"a.txt"}}}\
        """;
    Ended ended = withoutHome("serve", "--attach", "a.txt").input(requests).run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out().lines()).hasSize(3);
    assertThat(ended.out())
        .contains("\"id\":1,\"result\"", "\"id\":2,\"result\"", "\"id\":3,\"result\"")
        .contains("\"text\":\"a.txt sha256:5891b5b522d5 1 line\\nhello\\n\"");
  }

  @Test
  void servesAsThePageSays() throws Exception {
    var shell = PageShell.in(Files.createDirectory(temporary.resolve("shell")));
    String page = Files.readString(Path.of("../docs/serve.md"));
    shell.follow(PageListing.of(PageListing.section(page, "## Try it by hand")));
    List<String> answers = Files.readAllLines(shell.directory().resolve("answers.jsonl"));
    assertThat(answers)
        .anySatisfy(
            line -> assertThat(line).contains("1 resource is attached:\\ncmd://echo?arg=hello"))
        .anySatisfy(line -> assertThat(line).contains("\"text\":\"hello\\n\""))
        .anySatisfy(line -> assertThat(line).contains("\"isError\":true"));
  }

  @Test
  void printsConfigurationsThatNameWhatUsersStart() {
    assertThat(attache("serve", "--print-config", "cursor").run().out())
        .contains("\"command\": \"" + attache.toAbsolutePath() + "\",\n")
        .contains("[\"serve\", \"--workspace\", \"" + workspace + "\"]");
    assertThat(
            attache("serve", "--print-config", "codex")
                .with("ATTACHE_LAUNCHER", "/clone/attache")
                .run()
                .out())
        .startsWith("[mcp_servers.attache]\ncommand = \"/clone/attache\"\n");
  }

  @Test
  void keepsStandardOutputFreeOfWhatJavaSays() {
    Ended ended =
        attache("serve")
            .with("JAVA_TOOL_OPTIONS", "-XX:+UseLargePages") // of which most systems have none
            .input("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
            .run();
    assertThat(ended.out()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    assertThat(ended.err()).contains("Picked up JAVA_TOOL_OPTIONS: -XX:+UseLargePages");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void saysNothingOfOptionsThatADirectoryHasForJava() throws IOException {
    Files.writeString(workspace.resolve(".hotspotrc"), "+PrintFlagsFinal\n");
    Files.writeString(workspace.resolve(".hotspot_compiler"), "quiet\n");
    assertWorks(attache("canonicalize", "a.txt"));
  }

  @Test
  void findsJavaOnThePath() {
    String path = System.getProperty("java.home") + "/bin:" + System.getenv("PATH");
    assertWorks(attache("canonicalize", "a.txt").without("JAVA_HOME").with("PATH", path));
    assertWorks(attache("canonicalize", "a.txt").with("JAVA_HOME", "").with("PATH", path));
  }

  @Test
  void saysWhichJavaItNeeds() throws IOException {
    Ended wrong = attache("--version").with("JAVA_HOME", "/no/such").run();
    assertThat(wrong.err())
        .isEqualTo("attache: JAVA_HOME (/no/such) has no bin/java; set it to a JDK 17 or later\n");
    assertThat(wrong.exitCode()).isEqualTo(1);
    Path old = temporary.resolve("old");
    Files.createDirectories(old.resolve("bin"));
    Files.writeString(old.resolve("release"), "JAVA_RUNTIME_VERSION=\"11.0.2+9\"\n");
    Files.createSymbolicLink(old.resolve("bin/java"), Path.of("/bin/false"));
    Ended tooOld = attache("--version").with("JAVA_HOME", old.toString()).run();
    assertThat(tooOld.err())
        .isEqualTo("attache: Java 11.0.2+9 is too old; set JAVA_HOME to a JDK 17 or later\n");
    assertThat(tooOld.exitCode()).isEqualTo(1);
  }

  @Test
  void startsFromItsArchive() {
    Launch.assumePrepared();
    Ended ended =
        attache("resolve", "--json", "a.txt").with("ATTACHE_JAVA_OPTS", "-Xlog:class+load").run();
    for (String name :
        List.of(
            "dev.attache.cli.Main",
            "dev.attache.cli.resolve.ResolveCommand",
            "dev.attache.core.Resolver",
            "dev.attache.handlers.file.FileHandler",
            "com.fasterxml.jackson.core.JsonFactory")) {
      assertThat(ended.out()).contains(name + " source: shared objects file");
    }
    assertThat(ended.out().lines())
        .as("all but what implements an interface of picocli, whose classes are too old")
        .filteredOn(line -> line.contains("source: file:"))
        .filteredOn(line -> !line.contains("dev.attache.cli.options.Options"))
        .isEmpty();
  }

  @Test
  void preparesOnceAndSaysSo() throws IOException {
    assertPreparesOnce(temporary.resolve("dist"));
  }

  @Test
  void startsFromADirectoryWithBlanksAndUnicode() throws IOException {
    assertPreparesOnce(temporary.resolve("größe 日本 'quoted' $x"));
  }

  private void assertPreparesOnce(Path place) throws IOException {
    Path copy = Launch.distribution(place);
    Launch first = Launch.in(workspace, copy, "canonicalize", "a.txt");
    boolean isPrepared = Launch.isPreparedIn(place);
    assertThat(first.without("ATTACHE_QUIET_START").run().err())
        .isEqualTo(isPrepared ? "attache: preparing for a quick start (once)\n" : "");
    try (Stream<Path> lib = Files.list(place.resolve("lib"))) {
      assertThat(lib.filter(each -> each.toString().endsWith(".jsa")))
          .hasSize(isPrepared ? 1 : 0)
          .allMatch(each -> each.toFile().length() > 0);
    }
    assertWorks(Launch.in(workspace, copy, "canonicalize", "a.txt").without("ATTACHE_QUIET_START"));
    assertWorks(Launch.in(workspace, copy, "canonicalize", "a.txt").with("LC_ALL", "C"));
  }

  @Test
  void preparesTheProcessesThatConvertDocumentsAsWell() throws IOException {
    Path place = temporary.resolve("dist");
    Path copy = Launch.distribution(place);
    Path documents = Files.createDirectories(place.resolve("lib/documents"));
    Path lib = Path.of(System.getProperty("attache.distribution"), "lib");
    Files.copy(lib.resolve("documents.classes"), place.resolve("lib/documents.classes"));
    try (Stream<Path> all = Files.list(lib.resolve("documents"))) {
      for (Path jar : all.toList()) {
        Files.copy(jar, documents.resolve(jar.getFileName()), COPY_ATTRIBUTES);
      }
    }
    assertWorks(Launch.in(workspace, copy, "canonicalize", "a.txt"));
    assertThat(place.resolve("lib"))
        .isDirectoryContaining(
            file ->
                file.getFileName().toString().matches("documents-.*\\.jsa")
                    && file.toFile().length() > 1_000_000);
    Files.writeString(workspace.resolve("a.rtf"), "{\\rtf1 {\\b Text} of it.\\par}");
    Ended ended = Launch.in(workspace, copy, "resolve", "a.rtf").run();
    assertThat(ended.out()).contains("**Text** of it.");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void startsTwiceAtOnceForTheFirstTime() throws IOException {
    Path copy = Launch.distribution(temporary.resolve("dist"));
    var one = Launch.in(workspace, copy, "canonicalize", "a.txt").start();
    var two = Launch.in(workspace, copy, "canonicalize", "a.txt").start();
    for (Ended ended : List.of(one.end(), two.end())) {
      assertThat(ended.out()).isEqualTo("file://" + workspace + "/a.txt\n");
      assertThat(ended.err()).isEmpty();
    }
    try (Stream<Path> lib = Files.list(temporary.resolve("dist/lib"))) {
      assertThat(lib).as("the jar, its list, one archive and its note").hasSize(4);
    }
    assertWorks(Launch.in(workspace, copy, "canonicalize", "a.txt"));
  }

  @Test
  void startsWhereNothingCanBeWritten() throws IOException {
    Path copy = Launch.distribution(temporary.resolve("dist"));
    Path lib = temporary.resolve("dist/lib");
    Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(lib), "root can write everywhere");
      assertWorks(Launch.in(workspace, copy, "canonicalize", "a.txt"));
    } finally {
      Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void startsWithoutAnArchive() {
    Path copy = Launch.distribution(temporary.resolve("dist"));
    assertWorks(
        Launch.in(workspace, copy, "canonicalize", "a.txt").with("ATTACHE_NO_ARCHIVE", "1"));
    assertThat(temporary.resolve("dist/lib")).isDirectoryContaining("glob:**.jar");
    assertThat(temporary.resolve("dist/lib")).isDirectoryNotContaining("glob:**.jsa");
  }

  @Test
  void passesOptionsToJava() throws IOException {
    for (int i = 0; i < 2000; i++) {
      Files.writeString(workspace.resolve("file" + i + ".txt"), "x".repeat(50_000));
    }
    Ended ended = shell("\"$0\" resolve | wc -c").with("ATTACHE_JAVA_OPTS", "-Xmx64m -Xss1m").run();
    assertThat(ended.err()).isEmpty();
    assertThat(Long.parseLong(ended.out().strip())).isGreaterThan(100_000_000);
  }

  @Test
  void endsSilentlyWhenTheReaderHasGone() throws IOException {
    for (int i = 0; i < 3000; i++) {
      Files.writeString(workspace.resolve("file" + i), "x");
    }
    for (String command : List.of("plan --json", "resolve", "resolve --strict")) {
      Ended ended = shell("{ \"$0\" " + command + "; echo $? > ../code; } | head -n 1").run();
      assertThat(ended.err()).as(command).isEmpty();
      assertThat(ended.out().lines()).as(command).hasSize(1);
      assertThat(temporary.resolve("code")).as(command).hasContent("141\n");
    }
  }

  @Test
  void saysThatTheDeviceIsFull() {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no such file: /dev/full");
    Ended ended = shell("exec \"$0\" resolve > /dev/full").run();
    assertThat(ended.err())
        .isEqualTo("attache: cannot write the result: no space left on device\n");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @Test
  void readsListsFromPipes() {
    assertThat(shell("printf 'a.txt\\n' | \"$0\" resolve --from -").run().out()).contains("hello");
    assertThat(shell("printf 'a.txt\\0' | \"$0\" plan --from - --from-format nul").run().out())
        .contains("1 to attach");
    assertThat(shell("printf 'hi' | \"$0\" resolve -").run().out()).contains("\nhi\n");
    assertThat(attache("resolve", "-").input("from a file").run().out()).contains("from a file");
  }

  @Test
  void leavesTheFileThatItIsRedirectedToOut() {
    Ended ended = shell("\"$0\" resolve > a-result && exec \"$0\" resolve > a-result").run();
    assertThat(ended.err().lines())
        .hasSize(2)
        .containsOnly(
            "attache: file://" + workspace + "/a-result: skipped, the result is written to it");
    assertThat(workspace.resolve("a-result"))
        .hasContent("<resource path=\"a.txt\">\nhello\n\n</resource>\n");
  }

  @Test
  void removesItsTemporaryFileWhenItIsStopped() throws Exception {
    Path out = Files.createDirectory(temporary.resolve("out"));
    Ended ended =
        shell(
                "mkfifo ../pipe; \"$0\" resolve - -o ../out/result < ../pipe & "
                    + "exec 3> ../pipe; while [ -z \"$(ls -A ../out)\" ]; do sleep 0.1; done; "
                    + "kill -TERM $!; wait $!")
            .run();
    assertThat(ended.exitCode()).isEqualTo(143);
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void recordsNothingOfATurnThatIsInterrupted() throws Exception {
    Files.writeString(
        workspace.resolve("slow.sh"), "echo $PPID > ../parent\nexec sleep 30\n", UTF_8);
    var turn =
        attache(
                "query",
                "--print",
                "--new",
                "--id",
                "one",
                "-a",
                "a.txt",
                "-a",
                "cmd:sh slow.sh",
                "text")
            .with("HOME", temporary.toString())
            .start();
    Path parent = temporary.resolve("parent");
    await().until(() -> Files.exists(parent) && Files.size(parent) > 0);
    // not from a shell's background, where what is interrupted from the keyboard is not heard
    String id = Files.readString(parent, UTF_8).strip();
    assertThat(shell("kill -INT " + id).run().exitCode()).isZero();
    assertThat(turn.end().exitCode()).isEqualTo(130);
    Ended list = attache("conversation", "ls", "--json").run();
    assertThat(list.out()).isEmpty();
    assertThat(list.exitCode()).isZero();
  }

  @Test
  @Tag("network")
  void fetchesFromTheWeb() throws IOException {
    try (var server = new MockWebServer()) {
      server.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
      server.enqueue(
          new MockResponse.Builder()
              .addHeader("Content-Type", "text/html")
              .body("<title>T</title><h1>Hello</h1>")
              .build());
      String host = "127.0.0.1:" + server.getPort();
      Ended ended = attache("resolve", "http://" + host + "/", "--allow-host", host).run();
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out()).endsWith("note=\"HTML, as Markdown\">\n# Hello\n\n</resource>\n");
      assertThat(ended.exitCode()).isZero();
    }
  }

  @Test
  void saysWhichHandlersCannotBeUsedAndUsesTheOthers() throws IOException {
    Ended ended = withHandlers("no.such.Handler\n" + Unusable.class.getName(), "doctor");
    assertThat(ended.out())
        .isEqualTo(
            """
            handler no.such.Handler of %1$s cannot be used: the class is missing
            fix: add the class to the jar, or remove its name from \
            META-INF/services/dev.attache.resource.spi.ResourceHandler
            handler dev.attache.cli.LauncherIT$Unusable of %1$s cannot be used: \
            its constructor failed: java.lang.IllegalStateException: no luck
            fix: fix it where it is built, or ask its author to
            5 usable, 2 not
            """
                .formatted(temporary.resolve("handlers")));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isEqualTo(1);
    Ended list = withHandlers("no.such.Handler", "ls");
    assertThat(list.out().lines()).hasSize(14).element(1).asString().startsWith("file  ");
    assertThat(list.err())
        .isEqualTo(
            "attache: handler no.such.Handler of "
                + temporary.resolve("handlers")
                + " cannot be used: the class is missing; run attache handlers doctor\n");
    assertThat(list.exitCode()).isZero(); // doctor is the command that answers by its exit code
  }

  @Test
  void stopsIfTwoHandlersClaimOneScheme() throws IOException {
    Ended ended = withHandlers(SecondFileHandler.class.getName(), "ls");
    String jar = home.resolve("lib/attache.jar").toString();
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains("two handlers claim the scheme \"file\": ")
        .contains("dev.attache.handlers.file.FileHandler of " + jar)
        .contains("dev.attache.cli.LauncherIT$SecondFileHandler of ")
        .hasLineCount(1);
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(withHandlers(SecondFileHandler.class.getName(), "doctor").out())
        .contains("two handlers claim the scheme \"file\"")
        .endsWith("\n0 usable, 1 not\n");
  }

  @Test
  void usesTheHandlersThatAProgramOfOthersNamesInItsManifest() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    StringJoiner classPath = new StringJoiner(" ");
    for (Path each : withHandlers("no.such.Handler")) {
      classPath.add(each.toUri().toString());
    }
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath.toString());
    Path program = temporary.resolve("program.jar");
    new JarOutputStream(Files.newOutputStream(program), manifest).close();
    assertThat(handlers(program.toString(), "doctor").out())
        .startsWith("handler no.such.Handler of " + temporary.resolve("handlers"))
        .endsWith("\n5 usable, 1 not\n");
  }

  /** Runs a command about handlers with more of them on the class path. */
  private Ended withHandlers(String services, String command) throws IOException {
    StringJoiner classPath = new StringJoiner(":");
    withHandlers(services).forEach(each -> classPath.add(each.toString()));
    return handlers(classPath.toString(), command);
  }

  /** The jar of the command, and what names and has more handlers. */
  private List<Path> withHandlers(String services) throws IOException {
    Path handlers = temporary.resolve("handlers");
    Path file = handlers.resolve("META-INF/services/" + ResourceHandler.class.getName());
    Files.createDirectories(file.getParent());
    Files.writeString(file, services + "\n");
    return List.of(
        home.resolve("lib/attache.jar"), handlers, Path.of("target/test-classes").toAbsolutePath());
  }

  private Ended handlers(String classPath, String command) {
    return Launch.in(
            workspace,
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            classPath,
            "dev.attache.cli.Main",
            "handlers",
            command)
        .run();
  }

  /** What a signal has ended is no result, and nothing of it goes on. */
  @Test
  void endsItsCommandsWithASignal() throws Exception {
    String seconds = "9" + System.nanoTime() % 1_000_000_000L;
    String script = "echo $$ >> started; trap '' TERM INT; setsid sleep " + seconds + " & wait";
    String command = "cmd:sh -c '" + script.replace("'", "'\\''") + "' ";
    Path pids = workspace.resolve("started");
    Launch.Launched launched =
        shell("\"$0\" \"$@\" & wait $!; echo $? > code", "resolve", command + 1, command + 2)
            .start();
    await().until(() -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
    ProcessHandle attache =
        ProcessHandle.of(Long.parseLong(Files.readAllLines(pids).get(0)))
            .flatMap(ProcessHandle::parent)
            .orElseThrow();
    attache.destroy();
    Ended ended = launched.end();
    assertThat(Files.readString(workspace.resolve("code"))).isEqualTo("143\n");
    assertThat(ended.out()).isEmpty();
    assertThat(ProcessHandle.allProcesses().map(each -> each.info().commandLine().orElse("")))
        .noneMatch(line -> line.contains(seconds));
  }

  /** A handler that cannot be made. */
  public static final class Unusable implements ResourceHandler {
    /** Fails. */
    public Unusable() {
      throw new IllegalStateException("no luck");
    }

    @Override
    public Set<String> schemes() {
      return Set.of("unusable");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      return List.of();
    }
  }

  /** A handler of a scheme that has one. */
  public static final class SecondFileHandler implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("file");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      return List.of();
    }
  }
}
