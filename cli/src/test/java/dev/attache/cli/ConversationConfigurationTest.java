package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.attache.cli.config.ConfigFiles;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.delivery.DedupOverrides;
import dev.attache.delivery.DedupRules;
import dev.attache.delivery.DedupSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table {@code [conversation]} of configuration files. */
class ConversationConfigurationTest {

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
  }

  private ConversationDefaults load(StringWriter err) throws UsageException {
    Map<String, String> environment =
        Map.of("XDG_CONFIG_HOME", workspace.home() + "/config", "HOME", "/x");
    var streams =
        new Streams(
            java.io.InputStream.nullInputStream(),
            java.io.OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            environment);
    return Configuration.of(
            ConfigFiles.read(null, environment, workspace.directory()),
            Set.of("file", "http", "https", "ftp"),
            java.util.List.of(),
            new Console(streams, false))
        .conversation();
  }

  private void own(String text) {
    workspace.workspace().file("../home/config/attache/config.toml", text);
  }

  private void theirs(String text) {
    workspace.workspace().file(".attache/config.toml", text);
  }

  @Test
  void hasNoCacheThatIsDearerToReadThanToWrite() throws UsageException {
    own("[conversation.cache]\nread = 2.0\nwrite = 1.0\n");
    assertThatThrownBy(() -> load(new StringWriter()))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(
            "config.toml:2: [conversation.cache] read (2.0) must not be above write (1.0)");
    own("[conversation.cache]\nwrite = 0.05\n");
    assertThatThrownBy(() -> load(new StringWriter()))
        .hasMessageEndingWith(
            "config.toml:2: [conversation.cache] write (0.05) must not be below read (0.1)");
    own("[conversation.cache]\nread = 2\nwrite = 2\n");
    assertThat(load(new StringWriter()).superseded().read()).isEqualTo(2);
    theirs("[conversation.cache]\nread = 3\n");
    assertThatThrownBy(() -> load(new StringWriter()))
        .hasMessageEndingWith("[conversation.cache] read (3.0) must not be above write (2.0)");
  }

  @Test
  void isReadWithAllItsTables() throws UsageException {
    own(
        """
        [conversation]
        refresh = "notify"
        superseded = "keep-until-cold"
        [conversation.dedup]
        enabled = false
        min-bytes = "4K"
        lookback-turns = 7
        [conversation.dedup.tools.read_file]
        enabled = true
        [conversation.dedup.handlers.cmd]
        min-bytes = 0
        [conversation.cache]
        ttl = 60
        requests = 3
        write = 2
        read = 0.25
        """);
    var err = new StringWriter();
    ConversationDefaults defaults = load(err);
    assertThat(err.toString()).isEmpty();
    assertThat(defaults.general())
        .contains(
            entry("refresh", "notify"),
            entry("superseded", "keep-until-cold"),
            entry("cache.ttl", 60L),
            entry("cache.requests", 3L),
            entry("cache.write", new BigDecimal("2")),
            entry("cache.read", new BigDecimal("0.25")));
    DedupSettings dedup = defaults.dedup();
    assertThat(dedup.general()).isEqualTo(new DedupRules(false, 4096, 7));
    assertThat(dedup.tools())
        .containsExactly(entry("read_file", new DedupOverrides(true, null, null)));
    assertThat(dedup.handlers()).containsExactly(entry("cmd", new DedupOverrides(null, 0L, null)));
  }

  @Test
  void isTheUsersAndOverItTheWorkspaces() throws UsageException {
    own("[conversation.dedup]\nmin-bytes = 10\nlookback-turns = 5\n");
    theirs("[conversation]\nrefresh = 'notify'\ndedup.min-bytes = 20\n");
    var err = new StringWriter();
    ConversationDefaults defaults = load(err);
    assertThat(err.toString()).isEmpty();
    assertThat(defaults.dedup().general()).isEqualTo(new DedupRules(true, 20, 5));
    assertThat(defaults.general()).containsEntry("refresh", "notify");
  }

  @Test
  void addsTheWorkspacesRulesOfAToolToTheUsers() throws UsageException {
    own(
        """
        [conversation.dedup.tools.find]
        min-bytes = 10
        lookback-turns = 5
        [conversation.dedup.tools.list]
        enabled = false
        """);
    theirs("[conversation.dedup.tools.find]\nmin-bytes = 20\n");
    assertThat(load(new StringWriter()).dedup().tools())
        .containsOnly(
            entry("find", new DedupOverrides(null, 20L, 5)),
            entry("list", new DedupOverrides(false, null, null)));
  }

  @Test
  void isWhatTheProgramSaysWithoutAnyFile() throws UsageException {
    assertThat(load(new StringWriter()).dedup()).isEqualTo(DedupSettings.DEFAULT);
    assertThat(load(new StringWriter()).general()).isEmpty();
  }

  @Test
  void saysWhatThereIsNot() throws UsageException {
    theirs("[conversation]\nrefersh = 1\ndedup.min-byte = 2\n[conversation.cache]\nprice = 1\n");
    var err = new StringWriter();
    load(err);
    assertThat(err.toString().lines())
        .containsExactlyInAnyOrder(
            "attache: .attache/config.toml: unknown setting min-byte in [conversation.dedup];"
                + " did you mean min-bytes?",
            "attache: .attache/config.toml:5: unknown setting price in [conversation.cache]",
            "attache: .attache/config.toml:2: [conversation] refersh is not used; put it into your"
                + " own file: "
                + workspace.home()
                + "/config/attache/config.toml");
  }

  @Test
  void saysWhichHandlersThereAreNot() throws UsageException {
    own(
        """
        [conversation.dedup.handlers.https]
        enabled = false
        [conversation.dedup.handlers.ftp]
        enabled = false
        [conversation.dedup.handlers.zzz]
        enabled = false
        """);
    var err = new StringWriter();
    assertThat(load(err).dedup().handlers())
        .containsExactly(entry("ftp", new DedupOverrides(false, null, null)));
    String file = "attache: " + workspace.home() + "/config/attache/config.toml";
    assertThat(err.toString().lines())
        .containsExactly(
            file
                + ":1: unknown handler https in [conversation.dedup.handlers]; did you mean"
                + " http?",
            file + ":5: unknown handler zzz in [conversation.dedup.handlers]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          refresh = 'always'         | [conversation] refresh must be manual, notify or refresh, delta or full, or one of each: notify full
          superseded = true          | [conversation] superseded must be keep, keep-until-cold or drop
          dedup = 1                  | [conversation] dedup must be a table
          dedup.enabled = 'yes'      | [conversation.dedup] enabled must be true or false
          dedup.min-bytes = -1       | [conversation.dedup] min-bytes must be a number of bytes, such as 4096 or 64K
          dedup.lookback-turns = 1.5 | [conversation.dedup] lookback-turns must be a whole number from 0 to 2147483647
          dedup.tools.a.enabled = 1  | [conversation.dedup.tools.a] enabled must be true or false
          cache.ttl = -1             | [conversation.cache] ttl must be a whole number from 0 to 2147483647
          cache.read = 'cheap'       | [conversation.cache] read must be a number above 0 and up to 1000
          """)
  void refusesWhatBreaksARule(String setting, String message) throws Exception {
    theirs("[conversation]\n" + setting + "\n");
    CliRun run = workspace.run("query", "--print", "hello");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines().get(0))
        .startsWith("attache: .attache/config.toml")
        .endsWith(": " + message);
    assertThat(Files.exists(workspace.directory().resolve(".attache/conversations"))).isFalse();
  }
}
