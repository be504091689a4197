package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
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
            .file("data.bin", new byte[100_000])
            .file("broken.pdf", "%PDF-1.7\n\0".getBytes(ISO_8859_1))
            .file("a.png", image());
    for (int i = 0; i < 300; i++) {
      workspace.file("src/F" + i + ".java", "class F" + i + " {}\n".repeat(i));
    }
    Thread.sleep(2_100); // younger files are not remembered
    return workspace;
  }

  private static byte[] image() {
    var bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB), "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
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

  @Test
  void readsNoContentsOfATreeThatIsAsItWas() throws Exception {
    TestWorkspace workspace = workspace().file("large.txt", "word ".repeat(300_000));
    Files.delete(workspace.path("broken.pdf")); // documents are read to be converted
    Thread.sleep(2_100);
    for (List<String> command :
        List.of(
            List.of("plan"),
            List.of("plan", "--for", "anthropic"),
            List.of("--json", "--no-content"))) {
      run(workspace, command);
      run(workspace, command); // which loads classes
      long before = bytesRead();
      run(workspace, command);
      long between = bytesRead();
      run(workspace, command, "--no-index");
      assertThat(between - before).as("%s", command).isLessThan(500_000);
      assertThat(bytesRead() - between).as("%s", command).isGreaterThan(1_500_000);
    }
  }

  /** How many bytes this process has read so far. */
  private static long bytesRead() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("rchar: "))
        .mapToLong(line -> Long.parseLong(line.substring(7)))
        .sum();
  }

  private long count() throws IOException {
    try (var files = Files.list(indexes())) {
      return files.filter(each -> !each.endsWith("lock")).count();
    }
  }
}
