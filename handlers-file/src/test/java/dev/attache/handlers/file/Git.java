package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The git program, the reference for every ignore rule, in an environment of its own.
 *
 * <p>Names and contents are byte strings: one char from 0 to 255 for each byte.
 */
public final class Git {
  /** Java hands only text to a process, so the shell makes the directory's bytes. */
  private static final String IN_DIRECTORY =
      "cd \"$(printf %b \"$1/.\")\" && shift && exec git \"$@\"";

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private Git() {}

  /** What {@code git ls-files -o --exclude-standard} lists, sorted. */
  public static List<String> untracked(Path directory, Map<String, String> environment) {
    return listed(directory, environment, "-o", "--exclude-standard");
  }

  /** What {@code git ls-files} lists, sorted. */
  public static List<String> tracked(Path directory, Map<String, String> environment) {
    return listed(directory, environment);
  }

  private static List<String> listed(
      Path directory, Map<String, String> environment, String... options) {
    var arguments = new ArrayList<>(List.of("ls-files", "-z"));
    arguments.addAll(List.of(options));
    String out = run(directory, environment, arguments.toArray(String[]::new));
    return out.isEmpty() ? List.of() : Arrays.stream(out.split("\0")).sorted().toList();
  }

  public static String run(Path directory, Map<String, String> environment, String... arguments) {
    boolean isPlain = directory.toUri().getRawPath().indexOf('%') < 0;
    var command = new ArrayList<String>();
    command.addAll(
        isPlain ? List.of("git") : List.of("sh", "-c", IN_DIRECTORY, "git", octal(directory)));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    if (isPlain) {
      builder.directory(directory.toFile());
    }
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
    builder.environment().putAll(environment);
    try {
      Process git = builder.start();
      git.getOutputStream().close();
      byte[] out = git.getInputStream().readAllBytes();
      int exit = git.waitFor();
      assertThat(exit)
          .as("these tests compare with git, so it must be on the PATH")
          .isNotEqualTo(127);
      assertThat(exit).as("exit code of %s in %s", command, directory).isZero();
      return bytes(out);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted while git ran");
    } catch (IOException e) {
      return fail("these tests compare with git, so it must be on the PATH, and sh", e);
    }
  }

  /** Makes a repository by hand, which is many times faster than {@code git init}. */
  public static void init(Path gitDirectory) throws IOException {
    Files.createDirectories(gitDirectory.resolve("objects"));
    Files.createDirectories(gitDirectory.resolve("refs"));
    Files.createDirectories(gitDirectory.resolve("info"));
    Files.writeString(gitDirectory.resolve("HEAD"), "ref: refs/heads/main\n");
  }

  /** Writes an index in which these paths are tracked, in the order in which they are given. */
  public static void track(Path gitDirectory, String... paths) throws IOException {
    var index = new ByteArrayOutputStream();
    var out = new DataOutputStream(index);
    out.writeBytes("DIRC");
    out.writeInt(2);
    out.writeInt(paths.length);
    for (String path : paths) {
      byte[] name = path.getBytes(StandardCharsets.UTF_8);
      out.write(new byte[60]);
      out.writeShort(Math.min(name.length, 0xfff));
      out.write(name);
      out.write(new byte[8 - (62 + name.length) % 8]);
    }
    out.write(new byte[20]);
    Files.write(gitDirectory.resolve("index"), index.toByteArray());
  }

  /** The path below a directory whose bytes are given, whatever the platform's charset is. */
  public static Path path(Path directory, String bytes) {
    var uri = new StringBuilder(directory.toUri().toString());
    if (uri.charAt(uri.length() - 1) != '/') {
      uri.append('/');
    }
    for (byte b : bytes(bytes)) {
      uri.append(b == '/' ? "/" : "%" + HEX.toHexDigits(b));
    }
    return Path.of(URI.create(uri.toString()));
  }

  private static String octal(Path directory) {
    String path = directory.toUri().getRawPath();
    Matcher escaped = Pattern.compile("%(..)").matcher(path);
    return escaped.replaceAll(
        hex -> String.format("\\\\0%03o", Integer.parseInt(hex.group(1), 16)));
  }

  public static byte[] bytes(String bytes) {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }

  public static String bytes(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
