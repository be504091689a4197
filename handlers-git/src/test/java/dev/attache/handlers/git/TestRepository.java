package dev.attache.handlers.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A bare repository, and the checkout that its commits are made in. */
final class TestRepository {

  private final Path checkout;
  private final Path bare;

  private TestRepository(Path checkout, Path bare) {
    this.checkout = checkout;
    this.bare = bare;
  }

  /** Makes {@code NAME.git} in a directory, without commits, whose first branch is main. */
  static TestRepository create(Path directory, String name) throws Exception {
    Path checkout = directory.resolve(name + "-checkout");
    Path bare = directory.resolve(name + ".git");
    Files.createDirectories(checkout);
    var repository = new TestRepository(checkout, bare);
    run(directory, "init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
    run(directory, "init", "--quiet", "--initial-branch=main", checkout.toString());
    run(bare, "config", "uploadpack.allowFilter", "true");
    run(bare, "config", "http.receivepack", "false");
    repository.git("remote", "add", "origin", "../" + name + ".git");
    return repository;
  }

  /** The same repository in another directory, which costs no process of git. */
  TestRepository copy(Path directory) throws IOException {
    return new TestRepository(copy(checkout, directory), copy(bare, directory));
  }

  private static Path copy(Path tree, Path directory) throws IOException {
    Path copy = directory.resolve(tree.getFileName());
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.toList()) { // a directory comes before what is in it
        Files.copy(file, copy.resolve(tree.relativize(file)));
      }
    }
    return copy;
  }

  Path bare() {
    return bare;
  }

  Path checkout() {
    return checkout;
  }

  TestRepository write(String path, String content) throws IOException {
    return write(path, content.getBytes(UTF_8));
  }

  TestRepository write(String path, byte[] content) throws IOException {
    Path file = checkout.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return this;
  }

  /** Commits all and pushes the branch; answers the commit. */
  String commit() throws Exception {
    git("add", "--all", "--force");
    git("commit", "--quiet", "--allow-empty", "--message", "a change");
    push();
    return git("rev-parse", "HEAD").strip();
  }

  void push() throws Exception {
    git("push", "--quiet", "--force", "--tags", "origin", "HEAD");
  }

  String git(String... arguments) throws Exception {
    return run(checkout, arguments);
  }

  /** Makes a tree of one entry, whatever bytes its name has. */
  String makeTree(byte[] beginning, byte[] name) throws Exception {
    Process git = new ProcessBuilder("git", "mktree", "-z").directory(checkout.toFile()).start();
    try (var in = git.getOutputStream()) {
      in.write(beginning);
      in.write(name);
      in.write(0);
    }
    return new String(git.getInputStream().readAllBytes(), UTF_8).strip();
  }

  static String run(Path directory, String... arguments) throws Exception {
    var command =
        new ArrayList<>(List.of("git", "-c", "user.name=A", "-c", "user.email=a@a.example", "-C"));
    command.add(directory.toString());
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
    git.getOutputStream().close();
    String printed = new String(git.getInputStream().readAllBytes(), UTF_8);
    if (git.waitFor() != 0) {
      throw new AssertionError(command + ": " + printed);
    }
    return printed;
  }
}
