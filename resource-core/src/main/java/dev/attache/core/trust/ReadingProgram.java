package dev.attache.core.trust;

import dev.attache.resource.spi.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that can only read, whatever it is given: it starts no other, and changes nothing.
 * Exceptions are the options that are refused here, by which it would, or would follow links and
 * lists of names to files that nobody has named.
 *
 * <p>Not among them are, for what else they do: {@code date} and {@code hostname} (set the clock
 * and the name), {@code ps} (shows the environments of other processes), {@code tree} and {@code
 * uniq} (write files), {@code diff} (follows links below directories) and {@code file} (starts what
 * unpacks, and writes).
 *
 * @param letters options that are refused, in whatever group of letters: {@code L} for {@code -lL}
 * @param names long options that are refused, and so are their abbreviations
 */
record ReadingProgram(String letters, Set<String> names) {

  private static final Map<String, ReadingProgram> PROGRAMS = programs();

  /** What git does without running anything of the repository's, or changing it. */
  private static final Set<String> GIT_SUBCOMMANDS =
      Set.of(
          "blame",
          "cat-file",
          "count-objects",
          "describe",
          "diff",
          "diff-files",
          "diff-index",
          "diff-tree",
          "for-each-ref",
          "log",
          "ls-files",
          "ls-tree",
          "merge-base",
          "name-rev",
          "range-diff",
          "rev-list",
          "rev-parse",
          "shortlog",
          "show",
          "show-ref",
          "status");

  /** What makes even those run programs, write files, or read some outside of the repository. */
  private static final ReadingProgram GIT =
      new ReadingProgram(
          "O",
          Set.of(
              "contents",
              "exec",
              "ext-diff",
              "filters",
              "ignore-revs-file",
              "no-index",
              "open-files-in-pager",
              "output",
              "textconv",
              "upload-pack"));

  private static final String RULE = "must not end with *, because ";

  private static Map<String, ReadingProgram> programs() {
    var programs = new HashMap<String, ReadingProgram>();
    String plain =
        "basename cat cmp cut df dirname echo free head id nl nproc printf readlink realpath seq"
            + " stat tail tr uname uptime which whoami";
    for (String name : plain.split(" ", -1)) {
      programs.put(name, new ReadingProgram("", Set.of()));
    }
    programs.put("ls", new ReadingProgram("L", Set.of("dereference")));
    programs.put("du", new ReadingProgram("L", Set.of("dereference", "files0-from")));
    programs.put("wc", new ReadingProgram("", Set.of("files0-from")));
    for (String name : List.of("cksum", "md5sum", "sha1sum", "sha256sum")) {
      programs.put(name, new ReadingProgram("c", Set.of("check")));
    }
    for (String name : List.of("grep", "egrep", "fgrep")) {
      programs.put(name, new ReadingProgram("RSf", Set.of("dereference-recursive", "file")));
    }
    return Map.copyOf(programs);
  }

  /** Returns the program that a command line starts with; null if it is not among these. */
  static @Nullable ReadingProgram of(List<String> words) {
    if (words.get(0).equals("git")) {
      return words.size() > 1 && GIT_SUBCOMMANDS.contains(words.get(1)) ? GIT : null;
    }
    return PROGRAMS.get(words.get(0));
  }

  /** Why a command line must be written out to its end; empty if it need not be. */
  static String problemOfAnyArguments(List<String> words) {
    String program = words.get(0);
    if (of(words) != null) {
      return "";
    }
    if (program.contains("/")) {
      return RULE + "its program is named by a path; name each command exactly";
    }
    if (!program.equals("git")) {
      return RULE + program + " is not known to only read; name each command exactly";
    }
    if (words.size() == 1 || words.get(1).startsWith("-")) {
      return RULE + "git's own options can run anything; name a subcommand first, as in git log *";
    }
    return RULE + "git " + words.get(1) + " is not known to only read; name each command exactly";
  }

  /**
   * Whether arguments that nobody has seen beforehand keep to reading, and to the workspace.
   *
   * @param invocation where they are given
   */
  boolean allows(List<String> arguments, Invocation invocation, Path workspace) {
    return arguments.stream()
        .allMatch(
            argument ->
                !isRefused(argument)
                    && values(argument).stream()
                        .noneMatch(value -> leadsOut(value, invocation.directory(), workspace)));
  }

  private boolean isRefused(String argument) {
    if (argument.startsWith("--")) {
      int equals = argument.indexOf('=');
      String name = argument.substring(2, equals < 0 ? argument.length() : equals);
      // All names begin with the empty one, but "--" itself is no option.
      return !name.isEmpty() && names.stream().anyMatch(each -> each.startsWith(name));
    }
    return argument.startsWith("-") && argument.chars().anyMatch(c -> letters.indexOf(c) >= 0);
  }

  /** What of an argument may be the name of a file: all of it, or what may follow an option. */
  private static List<String> values(String argument) {
    var values = new ArrayList<>(List.of(argument));
    if (argument.startsWith("--")) {
      int equals = argument.indexOf('=');
      values.add(equals < 0 ? "" : argument.substring(equals + 1));
    } else if (argument.startsWith("-")) {
      for (int i = 2; i < argument.length(); i++) {
        values.add(argument.substring(i)); // nobody knows which letter takes a value
      }
    }
    return values;
  }

  private static boolean leadsOut(String value, Path directory, Path workspace) {
    if (value.startsWith("/")
        || value.startsWith("~")
        || Arrays.asList(value.split("/", -1)).contains("..")) {
      return true;
    }
    try {
      Path file = directory.resolve(value);
      return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          && !file.toRealPath().startsWith(workspace);
    } catch (InvalidPathException e) {
      return false; // no file has that name
    } catch (IOException e) {
      return true; // a link to nowhere
    }
  }
}
