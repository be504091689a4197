package dev.attache.handlers.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A small directory tree with ignore files, all of it drawn from one seed and made to catch a
 * parser out.
 *
 * <p>Under one base: {@code home} with the user's configuration, {@code top} with the outer
 * repository, {@code store} for what {@code .git} files name. Byte strings as in {@link Git}.
 */
public final class HostileTree {
  private static final List<String> NAMES =
      List.of(
          "a",
          "b",
          "ab",
          "aab",
          "abb",
          "a.b",
          "foo",
          "foobar",
          "bar",
          "x.log",
          "x.tar.gz",
          "A",
          "1",
          ".a",
          ".hid",
          "a b",
          "a ",
          " a",
          "[a]",
          "]",
          "-",
          "*",
          "?",
          "\\",
          "!a",
          "#a",
          "a\r",
          "a\t",
          "\u00c3\u00a9",
          "\u00e6\u0097\u00a5",
          "\u00ff",
          "a\u00ffb",
          "\u00c3",
          "~",
          "^",
          ":",
          "a\nb",
          "x~",
          "build",
          "{a,b}");
  public final int seed;
  public final Path base;
  public final Map<String, String> environment = new HashMap<>();

  /** The directory to list from: the top of the outer repository or one below it. */
  public Path workspace;

  private final Random random;
  private final MixedCase letters;
  private final List<String> names = new ArrayList<>();
  private final HostileLines lines;
  private final StringBuilder script = new StringBuilder();
  private int repositories;

  private HostileTree(Path base, int seed) {
    this.base = base;
    this.seed = seed;
    this.random = new Random(seed);
    this.letters = MixedCase.of(seed);
    this.lines = new HostileLines(random, names);
    this.workspace = base.resolve("top");
  }

  public static HostileTree create(Path base, int seed) throws IOException {
    var tree = new HostileTree(base, seed);
    tree.environment.put("HOME", base.resolve("home").toString());
    tree.environment.put("GIT_CONFIG_NOSYSTEM", "1");
    tree.directory("top", 0);
    tree.repository("top");
    tree.ignoreFile("top/.gitignore");
    tree.user();
    return tree;
  }

  public Path home() {
    return base.resolve("home");
  }

  /** Shell commands that make the same tree in an empty directory. */
  public String script() {
    return script.toString();
  }

  private void directory(String path, int depth) throws IOException {
    mkdir(path);
    int entries = 2 + random.nextInt(depth == 0 ? 6 : 4);
    for (int i = 0; i < entries; i++) {
      String name = letters.mix(NAMES.get(random.nextInt(NAMES.size())));
      String child = path + "/" + name;
      if (Files.exists(Git.path(base, child))) {
        continue;
      }
      names.add(child.substring("top/".length()));
      if (depth < 3 && random.nextInt(5) < 2) {
        subdirectory(child, depth + 1);
      } else if (random.nextInt(20) == 0) {
        link(child);
      } else {
        write(child, "");
      }
    }
  }

  private void subdirectory(String path, int depth) throws IOException {
    directory(path, depth);
    if (random.nextInt(10) < 4) {
      ignoreFile(path + "/.gitignore");
    }
    if (random.nextInt(7) == 0) {
      repository(path);
    } else if (random.nextInt(20) == 0) {
      mkdir(path + "/.git");
    } else if (repositories == 0 && random.nextInt(6) == 0) {
      workspace = Git.path(base, path);
    }
  }

  private void repository(String root) throws IOException {
    boolean isNested = !root.equals("top");
    repositories += isNested ? 1 : 0;
    int layout = random.nextInt(10);
    String store = "store/" + random.nextInt(1_000_000);
    if (layout > 1) {
      store = root + "/.git";
    } else {
      write(root + "/.git", "gitdir: " + "../".repeat(root.split("/").length) + store + "\n");
    }
    String common = store;
    if (layout == 0) {
      common = store + "/common";
      write(store + "/commondir", "common\n");
      write(store + "/HEAD", "ref: refs/heads/main\n");
    }
    mkdir(common + "/objects");
    mkdir(common + "/refs");
    write(common + "/HEAD", "ref: refs/heads/main\n");
    if (random.nextBoolean()) {
      ignoreFile(common + "/info/exclude");
    }
    String config = letters.setting();
    if (random.nextInt(12) == 0) {
      boolean isRelative = random.nextBoolean();
      config = setting(isRelative ? "excl" : "~/repo ignore") + config;
      ignoreFile(isRelative ? root + "/excl" : "home/repo ignore");
    }
    if (!config.isEmpty()) {
      write(common + "/config", config);
    }
  }

  private void user() throws IOException {
    mkdir("home");
    environment.putAll(letters.environment());
    switch (random.nextInt(6)) {
      case 0 -> ignoreFile("home/.config/git/ignore");
      case 1 -> {
        write("home/.gitconfig", setting("~/ignore") + letters.setting());
        ignoreFile("home/ignore");
      }
      case 2 -> {
        write("home/global", "[include]\n\tpath = more\n");
        write("home/more", setting(home() + "/ignore"));
        environment.put("GIT_CONFIG_GLOBAL", home() + "/global");
        ignoreFile("home/ignore");
      }
      case 3 -> {
        environment.put("XDG_CONFIG_HOME", home() + "/xdg");
        ignoreFile("home/xdg/git/ignore");
        ignoreFile("home/.config/git/ignore");
      }
      default -> {}
    }
  }

  private String setting(String value) {
    String quoted = value.contains(" ") ? "\"" + value + "\"" : value;
    return switch (random.nextInt(4)) {
      case 0 -> "[core]\n\texcludesFile = " + quoted + "\n";
      case 1 -> "# x\n[CORE] ; y\r\nEXCLUDESFILE=" + quoted + " # z\r\n";
      case 2 ->
          "[core]\nexcludesfile = none\n[a \"b]\"]\nc = \"#\\\n\"\n[core]excludesfile=\\\n"
              + quoted;
      default -> "[core] bare=false\nexcludesfile = \"" + value + "\" \n[x]\n";
    };
  }

  private void ignoreFile(String path) throws IOException {
    var content = new StringBuilder(random.nextInt(8) == 0 ? "\u00ef\u00bb\u00bf" : "");
    String end = random.nextInt(6) == 0 ? "\r\n" : "\n";
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      content
          .append(letters.mix(lines.line()))
          .append(i == count - 1 && random.nextInt(4) == 0 ? "" : end);
    }
    write(path, content.toString());
  }

  private void mkdir(String path) throws IOException {
    Files.createDirectories(Git.path(base, path));
    script.append("mkdir -p ").append(quoted(path)).append('\n');
  }

  private void write(String path, String content) throws IOException {
    Path file = Git.path(base, path);
    Files.createDirectories(file.getParent());
    Files.write(file, Git.bytes(content));
    String parent = quoted(path.substring(0, path.lastIndexOf('/')));
    script.append("mkdir -p ").append(parent).append("; printf -- ");
    script.append(quoted(content).substring(1).replace("%", "%%"));
    script.append(" > ").append(quoted(path)).append('\n');
  }

  private void link(String path) throws IOException {
    Files.createSymbolicLink(Git.path(base, path), Path.of("."));
    script.append("ln -s . ").append(quoted(path)).append('\n');
  }

  private static String quoted(String bytes) {
    var quoted = new StringBuilder("$'");
    for (byte b : Git.bytes(bytes)) {
      boolean isPlain = b > ' ' && b < 127 && b != '\'' && b != '\\';
      quoted.append(isPlain ? String.valueOf((char) b) : String.format("\\%03o", b));
    }
    return quoted.append("'").toString();
  }
}
