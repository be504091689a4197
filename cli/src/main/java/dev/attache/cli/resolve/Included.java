package dev.attache.cli.resolve;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Forms of references that people know from other tools: {@code --include} and {@code -e}, which
 * take of directories only what globs match, and {@code FILE:10-20} for lines.
 */
final class Included {

  /** Made when a reference has a colon, which most have not. */
  private static final class Lines {
    private static final Pattern PATTERN = Pattern.compile("(.+):([0-9]+)(?:-([0-9]+))?");
  }

  private Included() {}

  /**
   * Returns references with a glob in place of each directory, for each of the globs. A glob
   * without a slash matches at any depth.
   *
   * @param workspace what relative paths start from
   */
  static List<String> in(Path workspace, List<String> references, List<String> globs) {
    if (globs.isEmpty()) {
      return references;
    }
    var all = new ArrayList<String>();
    for (String reference : references) {
      if (isDirectory(workspace, reference)) {
        all.addAll(below(reference, globs));
      } else {
        all.add(reference);
      }
    }
    return all;
  }

  /** Returns {@code FILE#L10-20} for {@code FILE:10-20}, if there is such a file and no other. */
  static String lines(Path workspace, String reference) {
    if (reference.indexOf(':') < 0) {
      return reference;
    }
    Matcher matcher = Lines.PATTERN.matcher(reference);
    try {
      if (!matcher.matches()
          || Files.exists(workspace.resolve(reference))
          || !Files.isRegularFile(workspace.resolve(matcher.group(1)))) {
        return reference;
      }
    } catch (InvalidPathException e) {
      return reference;
    }
    String end = matcher.group(3) == null ? "" : "-" + matcher.group(3);
    return matcher.group(1) + "#L" + matcher.group(2) + end;
  }

  private static boolean isDirectory(Path workspace, String reference) {
    try {
      return Files.isDirectory(workspace.resolve(reference));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static List<String> below(String directory, List<String> globs) {
    String quoted = directory.replaceAll("[*?\\[\\]{}\\\\,]", "\\\\$0");
    String start =
        quoted.equals(".") || quoted.equals("./")
            ? ""
            : quoted.endsWith("/") ? quoted : quoted + "/";
    var all = new ArrayList<String>();
    List<String> names = globs.stream().filter(glob -> glob.indexOf('/') < 0).toList();
    if (!names.isEmpty()) {
      all.add(
          start + "**/" + (names.size() == 1 ? names.get(0) : "{" + String.join(",", names) + "}"));
    }
    globs.stream()
        .filter(glob -> glob.indexOf('/') >= 0)
        .forEach(glob -> all.add(start + glob.replaceFirst("^/", "")));
    return all;
  }
}
