package dev.attache.handlers.file.ignore;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The two settings of git's configuration files that matter here, {@code core.excludesFile} and
 * {@code core.ignoreCase}; of each, the last file that sets it wins.
 *
 * <p>The syntax is that of git-config(1), "CONFIGURATION FILE": names without regard to case,
 * values quoted, escaped and continued, comments, and {@code include.path} to a depth of ten.
 * Conditional includes are not followed. A line that git would refuse ends the file and is
 * reported.
 *
 * <p>A repository may come from anybody: its configuration includes files of its own and of the
 * user's, and no others, and all files together are bounded in number and in bytes.
 */
final class GitConfig {
  private static final int MAX_INCLUDE_DEPTH = 10;
  private static final int MAX_FILES = 100;
  private static final long MAX_TOTAL_BYTES = RuleFile.MAX_BYTES;

  private final Path home;
  private final Consumer<String> problems;
  private @Nullable String excludesFile;
  private boolean ignoresCase;
  private List<Path> within = List.of(); // where includes may lead; anywhere if it is empty
  private int files;
  private long bytes;
  private boolean isOver;

  GitConfig(Path home, Consumer<String> problems) {
    this.home = home;
    this.problems = problems;
  }

  /** Reads one file on top of those read before; a missing file changes nothing. */
  void load(Path file) {
    load(file, 0);
  }

  /**
   * Reads the configuration of a repository on top of those read before.
   *
   * @param own the directories that it may include files of
   */
  void load(Path file, List<Path> own) {
    var real = new ArrayList<Path>();
    for (Path each : own) {
      real.add(real(each));
    }
    within = real;
    load(file, 0);
    within = List.of();
  }

  /** The last value of {@code core.excludesFile}, {@code ~} expanded; null if never set. */
  @Nullable String excludesFile() {
    return excludesFile;
  }

  /** The last value of {@code core.ignoreCase}; false if never set. */
  boolean ignoresCase() {
    return ignoresCase;
  }

  /** Sets a key given outside any file, on top of those read before. */
  void set(String key, @Nullable String value) {
    if (value != null && key.equalsIgnoreCase("core.excludesfile")) {
      excludesFile = expand(value);
    } else if (key.equalsIgnoreCase("core.ignorecase")) {
      Truth.parse(value)
          .ifPresentOrElse(
              is -> ignoresCase = is,
              () -> problems.accept("core.ignoreCase (" + value + ") must be true or false"));
    }
  }

  private void load(Path file, int depth) {
    if (isOver) {
      return;
    }
    if (depth > MAX_INCLUDE_DEPTH) {
      isOver = true; // git would not go on, either
      problems.accept(file + ": included more than " + MAX_INCLUDE_DEPTH + " levels deep");
      return;
    }
    byte[] content = RuleFile.read(file, problems);
    bytes += content.length;
    if (++files > MAX_FILES || bytes > MAX_TOTAL_BYTES) {
      isOver = true;
      problems.accept(
          file
              + ": git's settings have more than "
              + (files > MAX_FILES ? MAX_FILES + " files" : MAX_TOTAL_BYTES + " bytes")
              + " including the files they include; the rest is ignored");
      return;
    }
    var reader = new GitConfigReader(new String(content, StandardCharsets.UTF_8));
    while (reader.next()) {
      apply(file, depth, reader.key(), reader.value());
    }
    if (reader.isBroken()) {
      problems.accept(file + ":" + reader.line() + ": not a line of a git configuration");
    }
  }

  private void apply(Path file, int depth, String key, @Nullable String value) {
    if (value != null && key.equals("include.path")) {
      include(file, depth, expand(value));
    } else {
      set(key, value);
    }
  }

  private void include(Path file, int depth, String path) {
    try {
      Path included = file.resolveSibling(path);
      if (within.isEmpty() || within.stream().anyMatch(real(included)::startsWith)) {
        load(included, depth + 1);
      } else {
        problems.accept(file + ": include.path points outside the repository and is ignored");
      }
    } catch (InvalidPathException e) {
      problems.accept(file + ": include.path (" + path + ") must be a path");
    }
  }

  /** The real path, or as much of it as there is. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  private String expand(String path) {
    boolean isInHome = path.equals("~") || path.startsWith("~/");
    return isInHome ? home + path.substring(1) : path;
  }

  /** A key as it is compared: section and name in lower case, the subsection as it is. */
  static String key(String section, @Nullable String subsection, String name) {
    String middle = subsection == null ? "" : "." + subsection;
    return section.toLowerCase(Locale.ROOT) + middle + "." + name.toLowerCase(Locale.ROOT);
  }

  /**
   * A truth value as git's configuration spells it (git-config(1), "Values"): a word, a name
   * without a value, or a number in the notation of C, with a unit or without, of which only zero
   * is false.
   */
  private static final class Truth {
    private static final Set<String> TRUE = Set.of("true", "yes", "on");
    private static final Set<String> FALSE = Set.of("", "false", "no", "off");
    private static final Pattern NUMBER =
        Pattern.compile("\\s*[+-]?(?:0x([0-9a-f]+)|(0[0-7]*)|([1-9][0-9]*))([kmg]?)");
    private static final BigInteger MAX = BigInteger.valueOf(Integer.MAX_VALUE);

    private Truth() {}

    /** The value that the text spells, null being a name without a value; empty if it is none. */
    static Optional<Boolean> parse(@Nullable String text) {
      String word = text == null ? "true" : text.toLowerCase(Locale.ROOT);
      boolean isTrue = TRUE.contains(word);
      return isTrue || FALSE.contains(word) ? Optional.of(isTrue) : number(word);
    }

    private static Optional<Boolean> number(String text) {
      Matcher matcher = NUMBER.matcher(text);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      BigInteger value = digits(matcher).shiftLeft(10 * " kmg".indexOf(unit(matcher)));
      return value.compareTo(MAX) > 0 ? Optional.empty() : Optional.of(value.signum() != 0);
    }

    private static BigInteger digits(Matcher number) {
      if (number.group(1) != null) {
        return new BigInteger(number.group(1), 16);
      }
      return number.group(2) != null
          ? new BigInteger(number.group(2), 8)
          : new BigInteger(number.group(3));
    }

    private static char unit(Matcher number) {
      return number.group(4).isEmpty() ? ' ' : number.group(4).charAt(0);
    }
  }
}
