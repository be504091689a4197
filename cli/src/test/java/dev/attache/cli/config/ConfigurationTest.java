package dev.attache.cli.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.attache.cli.ConfiguredRun;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration file, and what handlers are given of it. */
class ConfigurationTest {

  @TempDir Path temporary;

  private Path workspace = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void createDirectories() throws IOException {
    Path real = temporary.toRealPath();
    workspace = Files.createDirectory(real.resolve("ws"));
    file = Files.createDirectories(real.resolve("settings/attache")).resolve("config.toml");
  }

  private Map<String, String> environment() {
    return Map.of("XDG_CONFIG_HOME", temporary.resolve("settings").toString());
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
  }

  private ConfiguredRun run(String... line) throws UsageException {
    return ConfiguredRun.of(workspace, environment(), line);
  }

  private Map<String, Object> http(String text, String... line) throws Exception {
    write(text);
    ConfiguredRun run = run(line);
    assertThat(run.err()).isEmpty();
    return run.http();
  }

  private void assertRefused(String message, String... line) {
    assertThatThrownBy(() -> run(line))
        .isInstanceOf(UsageException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  private void assertNotes(String... notes) throws UsageException {
    assertThat(run().err().lines())
        .containsExactly(
            List.of(notes).stream()
                .map(note -> "attache: " + note.replace("FILE", file.toString()))
                .toArray(String[]::new));
  }

  @Test
  void givesNothingThatNobodySet() throws Exception {
    assertThat(run().http()).isEmpty();
    assertThat(http("")).isEmpty();
    assertThat(http("# nothing\n[http]\n[file]\n")).isEmpty();
    assertThat(run().timeout()).isLessThanOrEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void givesTheHandlerItsSection() throws Exception {
    assertThat(
            http(
                """
                [http]
                allow = ["intranet.example", "10.1.0.0/16"]
                timeout = 5
                parallel = 8
                per-host = 4
                proxy = "http://proxy.example:3128"
                html = "raw"
                offline = true
                cache = false
                cache-size = "256M"

                [http."https://example.org:8443"]
                headers = { Authorization = "Bearer ${TOKEN}", X-Empty = "" }
                [http."http://[::1]/".headers]
                a = "b"
                """))
        .containsExactly(
            entry("allow", List.of("intranet.example", "10.1.0.0/16")),
            entry("timeout", 5L),
            entry("parallel", 8L),
            entry("per-host", 4L),
            entry("proxy", "http://proxy.example:3128"),
            entry("html", "raw"),
            entry("offline", true),
            entry("cache", false),
            entry("cache-size", 256L << 20),
            entry(
                "https://example.org:8443",
                Map.of("headers", Map.of("Authorization", "Bearer ${TOKEN}", "X-Empty", ""))),
            entry("http://[::1]/", Map.of("headers", Map.of("a", "b"))));
  }

  @Test
  void takesASizeAsANumberToo() throws Exception {
    assertThat(http("[http]\ncache-size = 1000000")).containsEntry("cache-size", 1_000_000L);
    assertThat(http("[http]\ncache-size = 0")).containsEntry("cache-size", 0L);
    assertThat(http("[http]\ncache-size = \"0\"")).containsEntry("cache-size", 0L);
    assertThat(http("http.cache-size = \"8 KiB\"")).containsEntry("cache-size", 8192L);
  }

  @Test
  void givesOtherHandlersTheirSectionsAsTheyAre() throws Exception {
    write("[handlers.other]\nkey = 1\n[handlers.other.below]\nlist = [true]\n");
    ConfiguredRun run = run();
    assertThat(run.err()).isEmpty();
    assertThat(run.other())
        .containsExactly(entry("key", 1), entry("below", Map.of("list", List.of(true))));
  }

  @Test
  void letsOptionsWin() throws Exception {
    String text =
        "[http]\nallow = [\"a\"]\nhtml = \"raw\"\ntimeout = 5\nparallel = 2\nper-host = 1\n";
    assertThat(
            http(
                text,
                "--allow-host=b:80",
                "--html=full",
                "--timeout=9",
                "-j3",
                "--offline",
                "--allow-host",
                "c"))
        .containsExactly(
            entry("allow", List.of("a", "b:80", "c")),
            entry("timeout", 9L),
            entry("parallel", 3L),
            entry("per-host", 1L),
            entry("html", "full"),
            entry("offline", true));
    assertThat(http("", "-j3", "--allow-host=b"))
        .containsExactly(
            entry("allow", List.of("b")), entry("parallel", 3L), entry("per-host", 3L));
  }

  @Test
  void leavesTheTimeOfAnItemToItsHandlerUnlessTheUserSaysHowLong() throws Exception {
    write("[http]\ntimeout = 500\n");
    assertThat(run().http()).containsEntry("timeout", 500L);
    assertThat(run().timeout()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
    ConfiguredRun run = run("--timeout=60");
    assertThat(run.http()).containsEntry("timeout", 60L);
    assertThat(run.timeout()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
  }

  @Test
  void readsTheFileOfTheHomeDirectory() throws Exception {
    Path config = Files.createDirectories(temporary.resolve("home/.config/attache"));
    Files.writeString(config.resolve("config.toml"), "[http]\noffline = true\n");
    String home = temporary.resolve("home").toString();
    for (String directory : List.of("", "relative")) {
      var environment = Map.of("HOME", home, "XDG_CONFIG_HOME", directory);
      assertThat(ConfiguredRun.of(workspace, environment).http()).containsEntry("offline", true);
    }
    assertThat(ConfiguredRun.of(workspace, Map.of("HOME", home)).http()).isNotEmpty();
    assertThat(ConfiguredRun.of(workspace, Map.of("HOME", "")).http()).isEmpty();
    assertThat(ConfiguredRun.of(workspace, Map.of()).http()).isEmpty();
  }

  @Test
  void readsAnotherFileInPlaceOfTheUsersOwn() throws Exception {
    write("broken");
    Path other = Files.writeString(temporary.resolve("other.toml"), "http.offline = false\n");
    assertThat(run("--config", other.toString()).http()).containsExactly(entry("offline", false));
    assertThat(run("--config", "/dev/null").http()).isEmpty();
  }

  @Test
  void refusesAnotherFileThatIsNotThere() {
    assertRefused(
        "--config (no/such) cannot be read: no such file or directory", "--config=no/such");
    assertRefused("--config () must not be empty", "--config=");
    assertRefused("--config (/) cannot be read: it is a directory", "--config=/");
  }

  @Test
  void notesWhatItDoesNotKnow() throws Exception {
    write(
        """
        timeout = 3
        [htp]
        allow = []
        [http]
        timout = 3
        zzz = "secret"
        [file]
        Hidden = true
        [http."https://example.org"]
        header = { a = "secret" }
        """);
    assertNotes(
        "FILE:10: unknown setting header in [http.\"https://example.org\"]; did you mean headers?",
        "FILE:5: unknown setting timout in [http]; did you mean timeout?",
        "FILE:6: unknown setting zzz in [http]",
        "FILE:8: unknown setting Hidden in [file]; did you mean hidden?",
        "FILE:1: unknown setting timeout outside of a table",
        "FILE:2: unknown table [htp]; did you mean http?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "http = 3 | FILE:1: http must be a table",
        "file = [] | FILE:1: file must be a table",
        "other = 'x' | FILE:1: other must be a table",
        "[file];ignore = 'no' | FILE:2: [file] ignore must be true or false",
        "[http];offline = 1 | FILE:2: [http] offline must be true or false",
        "[http];;timeout = 0 | FILE:3: [http] timeout must be a whole number from 1 to 86400",
        "[http];timeout = 1.5 | FILE:2: [http] timeout must be a whole number from 1 to 86400",
        "http.timeout = '5' | FILE: [http] timeout must be a whole number from 1 to 86400",
        "[http];parallel = 99999999999999999999 | FILE:2: [http] parallel must be a whole number"
            + " from 1 to 1024",
        "[http];'per-host' = -1 | FILE:2: [http] per-host must be a whole number from 1 to 1024",
        "[http];html = 'text' | FILE:2: [http] html must be markdown, raw or full",
        "[http];allow = 'a' | FILE:2: [http] allow must be a list of strings, such as [\"a\","
            + " \"b\"]",
        "[http];allow = ['a', 1] | FILE:2: [http] allow must be a list of strings, such as [\"a\","
            + " \"b\"]",
        "[http];allow = [''] | FILE:2: [http] allow must be a list of strings, such as [\"a\","
            + " \"b\"]",
        "[http];proxy = 'host:3128' | FILE:2: [http] proxy must be the http:// URL of a proxy"
            + " without path and password, such as http://proxy.example:3128",
        "[http];proxy = 'http://u:p@ x' | FILE:2: [http] proxy must be the http:// URL of a proxy"
            + " without path and password, such as http://proxy.example:3128",
        "[http];proxy = 'https://proxy.example' | FILE:2: [http] proxy must be the http:// URL of a"
            + " proxy without path and password, such as http://proxy.example:3128",
        "[http];proxy = 'http://u:p@proxy.example' | FILE:2: [http] proxy must be the http:// URL"
            + " of a proxy without path and password, such as http://proxy.example:3128",
        "[http];proxy = 'http://proxy.example/path' | FILE:2: [http] proxy must be the http:// URL"
            + " of a proxy without path and password, such as http://proxy.example:3128",
        "[http];;allow = ['a', '127.0.0.1:99999'] | FILE:3: [http] allow (127.0.0.1:99999) must"
            + " have a port from 1 to 65535",
        "[http];allow = ['http://u:p@x'] | FILE:2: [http] allow (http://REDACTED@x) must be a host,"
            + " not a URL",
        "[http];cache-size = -1 | FILE:2: [http] cache-size must be a number of bytes, or a string"
            + " such as \"256M\"",
        "[http.'https://h'.headers];[http.'HTTPS://H:443/'.headers] | FILE: [http] HTTPS://H:443/"
            + " must not be set together with https://h: they are the same origin",
        "[http];cache-size = 'much' | FILE:2: [http] cache-size (much) must be a number of bytes,"
            + " such as 4096, 512K or 10M",
        "[http];cache-size = 1.5 | FILE:2: [http] cache-size must be a number of bytes, or a string"
            + " such as \"256M\"",
        "[http.'https://u:p@h'];a = 1 | FILE:1: the name of a table in [http] must be an origin,"
            + " such as https://example.org:8443",
        "[http.'https://h/path'];a = 1 | FILE:1: the name of a table in [http] must be an origin,"
            + " such as https://example.org:8443",
        "[http.'ftp://h'];a = 1 | FILE:1: the name of a table in [http] must be an origin, such as"
            + " https://example.org:8443",
        "[http.'https://h'];headers = 'a' | FILE:2: [http.\"https://h\"] headers must be a table",
        "[http.'https://h'.headers];A = 1 | FILE:2: [http.\"https://h\".headers] A must be a string"
            + " of printable ASCII characters",
        "[http.'https://h'.headers];A = \"b\\n"
            + "c\" | FILE:2: [http.\"https://h\".headers] A must be a string of printable ASCII"
            + " characters",
        "[http.'https://h'.headers];'A B' = 'c' | FILE:2: [http.\"https://h\".headers] A B is not a"
            + " header name",
      })
  void refusesWhatBreaksARule(String lines, String message) throws Exception {
    write(lines.replace(';', '\n'));
    assertRefused(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[http];timeout = ; | FILE:2:11: not valid TOML: newline not permitted here",
        "[http | FILE:1:6: not valid TOML: premature end of file",
        "x = 1 y | FILE:1:7: not valid TOML: more data after value has already ended. Invalid value preceding this"
            + " position?",
        "x = 'abc;' | FILE:1:9: not valid TOML: newline not permitted here",
      })
  void saysWhereAFileIsNoToml(String lines, String message) throws Exception {
    write(lines.replace(';', '\n'));
    assertRefused(message);
  }

  @Test
  void refusesNestingWithoutEnd() throws Exception {
    write("x = " + "[".repeat(5000));
    assertThatThrownBy(this::run)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(file + ": not valid TOML: document nesting depth");
  }

  @Test
  void refusesADirectoryInPlaceOfTheFile() throws Exception {
    Files.createDirectory(file);
    assertRefused("FILE cannot be read: it is a directory");
  }

  @Test
  void refusesAFileThatCannotBeRead() throws Exception {
    write("");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-w-------"));
    assumeFalse(Files.isReadable(file), "run by somebody who may read everything");
    assertRefused("FILE cannot be read: permission denied");
  }

  @Test
  void refusesAHugeFile() throws Exception {
    write("#".repeat(1 << 20));
    assertThat(run().http()).isEmpty();
    write("#".repeat((1 << 20) + 1));
    assertRefused("FILE is larger than the limit of 1048576 bytes");
  }

  @Test
  void refusesWhatIsNotUtf8() throws Exception {
    Files.write(file, "# caf\u00e9".getBytes(ISO_8859_1));
    assertRefused("FILE is not UTF-8");
  }

  @Test
  void passesOverAByteOrderMark() throws Exception {
    assertThat(http("\uFEFFhttp.offline = true")).containsEntry("offline", true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "", "Markdown"})
  void refusesAnotherFormOfHtml(String form) {
    assertRefused("--html (" + form + ") must be markdown, raw or full", "--html=" + form);
  }

  @Test
  void refusesAnEmptyHost() {
    assertRefused("--allow-host () must not be empty", "--allow-host=");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:99999, must have a port from 1 to 65535",
    "http://x, 'must be a host, not a URL'",
    "10.0.0.0/33, must end in a prefix length from 0 to 32"
  })
  void refusesAHostThatIsNone(String host, String rule) {
    assertRefused("--allow-host (" + host + ") " + rule, "--allow-host", host);
  }

  @Test
  void showsNoPasswordOfAHost() {
    assertRefused(
        "--allow-host (http://REDACTED@x) must be a host, not a URL", "--allow-host=http://u:p@x");
  }

  @Test
  void takesProxiesInAllSpellings() throws Exception {
    for (String proxy : List.of("http://[::1]:3128", "HTTP://proxy.example", "http://10.0.0.1/")) {
      assertThat(http("[http]\nproxy = \"" + proxy + "\"")).containsEntry("proxy", proxy);
    }
  }

  @Test
  void saysWhetherAnswersOfServersMayBeOutcomes() throws Exception {
    write("[mcp]\noutcome = false\n");
    assertThat(run().readsOutcomes()).isFalse();
    write("");
    assertThat(run().readsOutcomes()).isTrue();
    write("[mcp]\noutcome = 'no'\n");
    assertRefused("FILE:2: [mcp] outcome must be true or false");
  }
}
