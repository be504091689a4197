package dev.attache.handlers.cmd;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.cmd.git.GitGuard;
import dev.attache.handlers.cmd.git.GitReader;
import dev.attache.handlers.cmd.git.ProcessGit;
import dev.attache.handlers.cmd.run.CommandEnvironment;
import dev.attache.support.process.ProgramPath;
import dev.attache.support.process.SearchPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A repository of the real git, whose programs leave marks, beside a home of its own. */
public final class Checkout {
  public static final Path GIT = git();

  /** What every command could read: the question that credential helpers answer. */
  private static final String INPUT = "protocol=https\nhost=a.example\n\n";

  private final Path base;
  private final Path directory;

  private Checkout(Path base, Path directory) {
    this.base = base;
    this.directory = directory;
  }

  /** What a command printed, one char for each byte, and its exit code. */
  public record Output(int exitCode, String out, String errors) {}

  /** An empty repository in an empty directory. */
  public static Checkout in(Path base) throws IOException {
    Files.createDirectories(base.resolve("home"));
    Files.writeString(
        base.resolve("home/.gitconfig"),
        "[user]\nname = Ann\nemail = ann@example.org\n[init]\ndefaultBranch = main\n");
    var checkout = new Checkout(base, Files.createDirectories(base.resolve("work")));
    checkout.git("init");
    return checkout;
  }

  /** A repository inside this one. */
  public Checkout nested(String name) throws IOException {
    var nested = new Checkout(base, Files.createDirectories(directory.resolve(name)));
    nested.git("init");
    return nested;
  }

  public Path directory() {
    return directory;
  }

  Path home() {
    return base.resolve("home");
  }

  public Map<String, String> environment() {
    var parent = new HashMap<>(System.getenv());
    parent.put("HOME", home().toString());
    return CommandEnvironment.of(parent, List.of("GIT_CONFIG_NOSYSTEM=1"));
  }

  public Checkout write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  public Checkout set(String key, String value) {
    git("config", "--add", key, value);
    return this;
  }

  /** Sets in what the person has, not the repository. */
  public Checkout setGlobally(String key, String value) {
    git("config", "--global", "--add", key, value);
    return this;
  }

  public Checkout commit(String message) {
    git("add", "-A");
    git("commit", "-m", message);
    return this;
  }

  /** A program that leaves a mark, by which it is known to have run. */
  public String marking(String mark) throws IOException {
    Path script = base.resolve("programs").resolve(mark);
    Files.createDirectories(script.getParent());
    Files.writeString(script, "#!/bin/sh\necho '" + mark + "' >>" + base.resolve("marks") + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script.toString();
  }

  /** The marks that there are, each once. */
  public List<String> marks() throws IOException {
    Path marks = base.resolve("marks");
    return Files.exists(marks)
        ? Files.readAllLines(marks).stream().distinct().sorted().toList()
        : List.of();
  }

  void forgetMarks() throws IOException {
    Files.deleteIfExists(base.resolve("marks"));
  }

  /** Has git prepare something here, and expects that it can. */
  public String git(String... arguments) {
    Output output = unguarded(arguments);
    assertThat(output.exitCode()).as("%s: %s", List.of(arguments), output.errors()).isZero();
    return output.out();
  }

  public Output unguarded(String... arguments) {
    return run(GIT.toString(), List.of(arguments), Map.of());
  }

  public Output guarded(String... arguments) {
    GitGuard guard = guard(arguments);
    assertThat(guard.refusal()).isNull();
    return run(GIT.toString(), guard.arguments(), guard.variables());
  }

  /** Runs a shell script, which may call git, in the way other commands run. */
  public Output guardedShell(String script) {
    GitGuard guard = guard(Path.of("/bin/sh"), List.of("-c", script));
    return run("/bin/sh", guard.arguments(), guard.variables());
  }

  public GitGuard guard(String... arguments) {
    return guard(GIT, List.of(arguments));
  }

  public GitGuard guard(Path program, List<String> arguments) {
    return GitGuard.of(program, arguments, directory, environment(), reader());
  }

  public static GitReader reader() {
    return ProcessGit.of(GIT, PATIENCE);
  }

  private Output run(String program, List<String> arguments, Map<String, String> variables) {
    return run(directory, program, arguments, variables);
  }

  /** Runs a program somewhere, with variables besides those that commands have here. */
  public Output run(
      Path where, String program, List<String> arguments, Map<String, String> variables) {
    var command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).directory(where.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment());
    builder.environment().putAll(variables);
    try {
      Path in = Files.writeString(base.resolve("in"), INPUT);
      builder.redirectInput(in.toFile());
      Path out = Files.createTempFile(base, "out", "");
      Path errors = Files.createTempFile(base, "errors", "");
      builder.redirectOutput(out.toFile()).redirectError(errors.toFile());
      Process process = builder.start();
      return new Output(
          process.waitFor(), Files.readString(out, ISO_8859_1), Files.readString(errors, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static Path git() {
    try {
      SearchPath path = SearchPath.of(System.getenv().getOrDefault("PATH", ""));
      return ProgramPath.find("cmd:git", "git", path, Path.of("/"));
    } catch (IOException e) {
      throw new AssertionError("these tests need git", e);
    }
  }
}
