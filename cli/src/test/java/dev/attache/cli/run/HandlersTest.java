package dev.attache.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.CliRun;
import dev.attache.cli.TestWorkspace;
import dev.attache.handlers.cmd.CommandHandler;
import dev.attache.handlers.file.FileHandler;
import dev.attache.handlers.git.RepositoryHandler;
import dev.attache.handlers.http.HttpHandler;
import dev.attache.handlers.mcp.McpHandler;
import dev.attache.test.Golden;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandlersTest {

  @TempDir Path temporary;

  private CliRun run(String... line) {
    return TestWorkspace.in(temporary).run(line);
  }

  private static List<Class<?>> handlers() {
    return List.of(
        CommandHandler.class,
        FileHandler.class,
        HttpHandler.class,
        McpHandler.class,
        RepositoryHandler.class);
  }

  private static String withoutOrigin(String text) throws URISyntaxException {
    String shown = text;
    for (Class<?> handler : handlers()) {
      var source = handler.getProtectionDomain().getCodeSource().getLocation();
      shown = shown.replace(Path.of(source.toURI()).toString(), "$ORIGIN");
    }
    return shown;
  }

  @Test
  void areListed() throws URISyntaxException {
    CliRun run = run("handlers", "ls");
    Golden.assertMatches("handlers/ls.txt", withoutOrigin(run.out()));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void areListedForPrograms() throws URISyntaxException {
    CliRun run = run("handlers", "ls", "--json");
    Golden.assertMatches("handlers/ls.jsonl", withoutOrigin(run.out()));
    assertThat(run("--json", "handlers", "ls").out()).isEqualTo(run.out());
    assertThat(run("handlers", "--json", "ls").out()).isEqualTo(run.out());
  }

  @Test
  void areWell() {
    CliRun run = run("handlers", "doctor");
    assertThat(run.out()).isEqualTo("5 usable, 0 not\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run("handlers", "doctor", "--json").out()).isEmpty();
  }
}
