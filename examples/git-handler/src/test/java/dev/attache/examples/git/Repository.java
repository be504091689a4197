package dev.attache.examples.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A repository in a directory, made with the program git itself. */
record Repository(Path directory) {

  static Repository init(Path directory) throws IOException {
    Files.createDirectories(directory);
    var repository = new Repository(directory);
    repository.git("init", "-q", "-b", "main", ".");
    return repository;
  }

  /** The same one in another directory. */
  Repository copyTo(Path target) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : files.skip(1).toList()) {
        Files.copy(each, target.resolve(directory.relativize(each)));
      }
    }
    return new Repository(target);
  }

  Repository write(String path, String content) throws IOException {
    return write(path, content.getBytes(UTF_8));
  }

  Repository write(String path, byte[] content) throws IOException {
    Path file = directory.resolve(path);
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.write(file, content);
    return this;
  }

  /** Commits all that there is; returns the ID. */
  String commit(String message) throws IOException {
    git("add", "-A", ".");
    git("commit", "-q", "--allow-empty", "-m", message);
    return git("rev-parse", "HEAD").strip();
  }

  /** Runs git, which finds nothing of whoever runs the tests; returns what it prints. */
  String git(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("git", "-c", "protocol.file.allow=always"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.putAll(
        Map.of(
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_AUTHOR_NAME", "A U Thor",
            "GIT_AUTHOR_EMAIL", "author@example.org",
            "GIT_AUTHOR_DATE", "2026-01-02T03:04:05+0530",
            "GIT_COMMITTER_NAME", "C O Mitter",
            "GIT_COMMITTER_EMAIL", "committer@example.org",
            "GIT_PAGER", "cat",
            "LC_ALL", "C.UTF-8"));
    environment.put("GIT_COMMITTER_DATE", "2026-01-02T03:04:05+0530");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IOException(command + " ended with " + exit);
      }
      return output;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroy();
    }
  }
}
