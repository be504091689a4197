package dev.attache.cli.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A workspace in a repository for {@link ArchiveTraining}, with a small file of each sort. */
record TrainingWorkspace(Path repository, Path workspace) implements AutoCloseable {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0};

  private static final String SETTINGS =
      """
      # Training
      [file]
      hidden = false
      [http]
      allow = ["intranet.example", '10.1.0.0/16']
      timeout = 30
      cache-size = "256M"
      [cmd]
      timeout = 10
      environment = ["GIT_*"]
      trust = ["git log *"]
      [http."https://example.org"]
      headers = { Authorization = "Bearer ${TOKEN}" }
      """;

  private static final String DECLARATIONS =
      """
      [conversation]
      attachments = ["README.md", "cmd:true", "!cmd:false"]
      """;

  /** Writes all files below a new directory. */
  static TrainingWorkspace create() throws IOException {
    Path repository = Files.createTempDirectory("attache-training-");
    Path workspace = Files.createDirectory(repository.resolve("workspace"));
    var files = new TrainingWorkspace(repository, workspace);
    try {
      writeRepository(repository);
      write(workspace);
      return files;
    } catch (IOException e) {
      files.close();
      throw e;
    }
  }

  /** Writes settings with models that are at a URL, and returns their file. */
  Path models(String url) throws IOException {
    return Files.writeString(
        repository.resolve("models.toml"),
        """
        [agent]
        model = "chat"
        [providers.chat]
        kind = "openai-chat"
        base-url = "%s"
        [providers.messages]
        kind = "anthropic"
        base-url = "%<s"
        """
            .formatted(url));
  }

  private static void writeRepository(Path repository) throws IOException {
    Path git = Files.createDirectory(repository.resolve(".git"));
    Files.createDirectory(git.resolve("objects"));
    Files.createDirectory(git.resolve("refs"));
    Files.createDirectory(git.resolve("info"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("config"), "[core]\n\tbare = false\n");
    Files.writeString(git.resolve("info/exclude"), "*.swp\n");
    Files.writeString(repository.resolve(".gitignore"), "/other\n");
    Path settings = Files.createDirectory(repository.resolve("attache"));
    Files.writeString(settings.resolve("config.toml"), SETTINGS + servers());
  }

  private static String servers() {
    List<String> words = TrainingTools.command();
    return "[mcp.servers.training]\ncommand = '"
        + words.get(0)
        + "'\nargs = ['"
        + String.join("', '", words.subList(1, words.size()))
        + "']\n";
  }

  private static void write(Path workspace) throws IOException {
    Path sources = Files.createDirectories(workspace.resolve("src/main"));
    Files.createDirectory(workspace.resolve(".hidden"));
    Path settings = Files.createDirectory(workspace.resolve(".attache"));
    Files.writeString(settings.resolve("config.toml"), DECLARATIONS);
    Files.writeString(
        workspace.resolve(".mcp.json"),
        "{\"mcpServers\": {\"web\": {\"url\": \"http://127.0.0.1:9/\", \"headers\": {\"A\":"
            + " \"b\"}}}}");
    Files.writeString(workspace.resolve(".gitignore"), "*.log\n/build/\n!keep.log\n**/gen/*.c\n");
    Files.writeString(workspace.resolve("a.log"), "ignored\n");
    Files.writeString(workspace.resolve("README.md"), "# Training\n");
    Files.writeString(workspace.resolve("LICENSE"), "Free.\n");
    Files.writeString(
        workspace.resolve("result.json"),
        "{\"content\": [{\"type\": \"text\", \"text\": \"found\"}, {\"type\": \"resource\","
            + " \"resource\": {\"uri\": \"src/main/main.rs\", \"text\": \"fn main() {}\\n\"}}]}");
    Files.writeString(workspace.resolve("run"), "#!/usr/bin/env python3\nprint(1)\n");
    Files.writeString(workspace.resolve("page.html"), "<!DOCTYPE html><html></html>\n");
    Files.writeString(workspace.resolve("pom.xml"), "<?xml version=\"1.0\"?><project/>\n");
    Files.writeString(sources.resolve("Größe.java"), "class Größe {}\n");
    Files.writeString(sources.resolve("main.rs"), "fn main() {}\n");
    Files.write(sources.resolve("latin1.txt"), new byte[] {'a', (byte) 0xe4, '\n'});
    Files.write(sources.resolve("logo.png"), PNG);
    Files.write(sources.resolve("unknown"), new byte[] {0, 1, 2, 3});
  }

  /** Deletes everything. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(repository)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
