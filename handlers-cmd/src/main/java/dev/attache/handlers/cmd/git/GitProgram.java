package dev.attache.handlers.cmd.git;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A kind of setting by which a repository can have git run a program, and what is put in its place.
 *
 * @param section the first part of the key
 * @param isNamed whether the key has a part in the middle
 * @param name the last part of the key
 * @param replacement a value that runs nothing, or what git itself would run
 * @param isHarmless which values may stay
 * @param use when the program is run
 */
record GitProgram(
    String section,
    boolean isNamed,
    String name,
    String replacement,
    Predicate<String> isHarmless,
    Use use) {

  /** When git runs a program. */
  enum Use {
    /** While it reads: what it prints may differ. */
    READING,
    /** While it connects, asks or writes. */
    WORKING
  }

  /** Fails, and says why; an external diff that prints nothing would hide what differs. */
  static final String NO_DIFF =
      "echo 'attache: the external diff of this repository is not run; use --no-ext-diff' >&2;"
          + " exit 1";

  /** What git does itself with a file that has no driver of its own. */
  private static final String PLAIN_MERGE =
      "git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B";

  private static final Set<String> LARGE_FILE_FILTERS =
      Set.of(
          "git-lfs clean -- %f",
          "git-lfs smudge -- %f",
          "git-lfs smudge --skip -- %f",
          "git-lfs filter-process",
          "git-lfs filter-process --skip");

  private static final Predicate<String> NONE = Set.<String>of()::contains;

  /**
   * Those that reading and ordinary work can come to, but for those that {@link GitOverrides} knows
   * how to treat. Pagers are not among them, since the environment of commands names one.
   */
  private static final List<GitProgram> ALL =
      List.of(
          reading("diff", "external", NO_DIFF),
          readingOfName("diff", "command", NO_DIFF),
          readingOfName("diff", "textconv", "cat"),
          filter("clean"),
          filter("smudge"),
          filter("process"),
          readingOfName("merge", "driver", PLAIN_MERGE),
          readingOfName("trailer", "command", "true"),
          readingOfName("trailer", "cmd", "true"),
          readingOfName("tar", "command", "false"),
          reading("gpg", "program", "gpg"),
          readingOfName("gpg", "program", "false"),
          readingOfName("gpg", "defaultkeycommand", "false"),
          readingOfName("lfs", "clean", "false"),
          readingOfName("lfs", "smudge", "false"),
          readingOfName("lfs", "path", "false"),
          working("core", "editor", "false"),
          working("sequence", "editor", "false"),
          working("core", "sshcommand", "ssh"),
          working("core", "askpass", ""),
          working("core", "alternaterefscommand", "true"),
          workingOfName("remote", "vcs", ""),
          workingOfName("hook", "command", "true"),
          new GitProgram(
              "submodule",
              true,
              "update",
              "checkout",
              value -> !value.startsWith("!"),
              Use.WORKING));

  /** The kind of program that a setting names, whatever its value. */
  static List<GitProgram> namedBy(GitSetting setting) {
    String section = setting.section();
    if (section.equals("alias")) {
      // An alias may also be options of git, and with them any setting: all of them go.
      return List.of(new GitProgram("alias", false, setting.name(), "", NONE, Use.READING));
    }
    return ALL.stream().filter(program -> program.matches(setting)).toList();
  }

  /** What is put in the place of a setting of this kind. */
  String replacementOf(GitSetting setting) {
    return switch (setting.key()) {
      case "gpg.openpgp.program" -> "gpg";
      case "gpg.x509.program" -> "gpgsm";
      case "gpg.ssh.program" -> "ssh-keygen";
      case "tar.tgz.command", "tar.tar.gz.command" -> "gzip -cn";
      default -> replacement;
    };
  }

  private boolean matches(GitSetting setting) {
    return setting.section().equals(section)
        && setting.subsection().isEmpty() != isNamed
        && setting.name().equals(name);
  }

  private static GitProgram filter(String name) {
    return new GitProgram("filter", true, name, "", LARGE_FILE_FILTERS::contains, Use.READING);
  }

  private static GitProgram reading(String section, String name, String replacement) {
    return new GitProgram(section, false, name, replacement, NONE, Use.READING);
  }

  private static GitProgram readingOfName(String section, String name, String replacement) {
    return new GitProgram(section, true, name, replacement, NONE, Use.READING);
  }

  private static GitProgram working(String section, String name, String replacement) {
    return new GitProgram(section, false, name, replacement, NONE, Use.WORKING);
  }

  private static GitProgram workingOfName(String section, String name, String replacement) {
    return new GitProgram(section, true, name, replacement, NONE, Use.WORKING);
  }
}
