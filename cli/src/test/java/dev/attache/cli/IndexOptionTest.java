package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@EnabledOnOs(OS.LINUX)
class IndexOptionTest {

  private static final String NOTEBOOK =
      "{\"cells\":[{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"# A\"]}],"
          + "\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":5}";

  @TempDir Path temporary;

  private TestWorkspace workspace() throws InterruptedException {
    TestWorkspace workspace =
        TestWorkspace.in(temporary)
            .environment(Map.of("XDG_CACHE_HOME", temporary.resolve("cache").toString()))
            .file("latin1.txt", "Größe".getBytes(ISO_8859_1))
            .file("notes.ipynb", NOTEBOOK)
            .file("key.txt", "AKIA" + "2E0A8F3B244C9986\nghp_" + "a".repeat(36))
            .file("data.bin", new byte[100_000]);
    for (int i = 0; i < 300; i++) {
      workspace.file("src/F" + i + ".java", "class F" + i + " {}\n".repeat(i));
    }
    Thread.sleep(2_100); // younger files are not remembered
    return workspace;
  }

  private Path indexes() {
    return temporary.resolve("cache/attache/index");
  }

  private static String run(TestWorkspace workspace, List<String> arguments, String... more) {
    var all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    CliRun run = workspace.run(all.toArray(String[]::new));
    return (run.out() + run.err() + run.exitCode())
        .replaceAll("\"capturedAt\":\"[^\"]*\"", "\"capturedAt\":…");
  }

  @Test
  void changesNoOutputWhateverElseIsAskedFor() throws Exception {
    TestWorkspace workspace = workspace();
    for (List<String> command :
        List.of(List.of("plan", "--json"), List.of("plan"), List.of("--json", "--no-content"))) {
      for (List<String> options :
          List.of(
              List.<String>of(),
              List.of("--raw"),
              List.of("--allow-secrets"),
              List.<String>of(),
              List.of("--max-bytes", "50"),
              List.of("key.txt", "."))) {
        var arguments = new ArrayList<>(command);
        arguments.addAll(options);
        String expected = run(workspace, arguments, "--no-index");
        assertThat(expected).as("%s", arguments).contains("F299.java", "key.txt");
        assertThat(run(workspace, arguments)).as("%s", arguments).isEqualTo(expected);
        assertThat(run(workspace, arguments)).as("%s again", arguments).isEqualTo(expected);
      }
    }
    for (String tokenizer : List.of("o200k", "estimate")) {
      List<String> arguments = List.of("plan", "--tokenizer", tokenizer);
      assertThat(run(workspace, arguments)).isEqualTo(run(workspace, arguments, "--no-index"));
    }
    assertThat(indexes()).isDirectoryContaining("glob:**/lock");
  }

  @Test
  void keepsNothingIfTheUserWantsItSo() throws Exception {
    TestWorkspace workspace = workspace();
    run(workspace, List.of("plan", "--no-index"));
    run(workspace, List.of("--json")); // contents are always read
    assertThat(indexes()).doesNotExist();
  }

  @Test
  void isAsPlanAndNoContentWantIt() throws Exception {
    TestWorkspace workspace = workspace();
    run(workspace, List.of("plan"));
    assertThat(count()).isEqualTo(1);
    run(workspace, List.of("--json", "--no-content"));
    assertThat(count()).isEqualTo(2);
  }

  private long count() throws IOException {
    try (var files = Files.list(indexes())) {
      return files.filter(each -> !each.endsWith("lock")).count();
    }
  }
}
