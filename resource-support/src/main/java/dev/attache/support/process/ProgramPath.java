package dev.attache.support.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The search for the file of a program. */
public final class ProgramPath {
  /** As much of a script's first line as the kernels read, at least. */
  private static final int LONGEST_FIRST_LINE = 256;

  private final String uri;
  private final String program;
  private final SearchPath path;
  private final Path directory;

  private ProgramPath(String uri, String program, SearchPath path, Path directory) {
    this.uri = uri;
    this.program = program;
    this.path = path;
    this.directory = directory;
  }

  /**
   * {@return the absolute path of a program, as found: programs such as busybox go by their own
   * name, so a link is not followed}
   *
   * @param uri what needs the program
   * @param program a name, which is looked up, or a path
   * @param path where a name is looked up, in order
   * @param directory where the program is to run; a relative path starts there
   * @throws ResourceException of kind {@code NOT_FOUND} if there is none that could run
   */
  public static Path find(String uri, String program, SearchPath path, Path directory)
      throws ResourceException {
    var search = new ProgramPath(uri, program, path, directory);
    return search.requireInterpreter(program.contains("/") ? search.named() : search.lookedUp());
  }

  private Path named() throws ResourceException {
    Path file = real(directory.resolve(program));
    String fault = fault(file);
    if (fault != null) {
      throw notFound(fault);
    }
    return file;
  }

  /**
   * Where a path leads, but for its last link: by the links, as the system goes, and not by the
   * letters, by which {@code link/../x} would be another file.
   */
  private static Path real(Path file) {
    Path parent = file.getParent();
    Path name = file.getFileName();
    boolean isName = name != null && !name.toString().equals(".") && !name.toString().equals("..");
    try {
      return parent == null || !isName ? file : parent.toRealPath().resolve(name);
    } catch (IOException e) {
      return file; // which is missing, too
    }
  }

  private Path lookedUp() throws ResourceException {
    var hints = new ArrayList<String>();
    for (String entry : path.entries()) {
      Path file = directory.resolve(entry).resolve(program);
      String fault = fault(file);
      if (fault == null) {
        return file;
      }
      if (Files.exists(file)) {
        hints.add(fault);
      }
    }
    if (fault(directory.resolve(program)) == null) {
      hints.add("write ./" + program + " to run the one in " + directory);
    }
    if (!path.passedOver().isEmpty()) {
      hints.add("PATH entries that are not absolute were ignored");
    }
    throw notFound(nothing(hints));
  }

  private String nothing(List<String> hints) {
    String shown = Redaction.redactArguments(List.of(program)).get(0);
    String nothing = "program \"" + shown + "\" is not in the PATH";
    String nearest = NearestName.of(program, names());
    String meant = nearest == null ? nothing : nothing + "; did you mean " + nearest + "?";
    return hints.isEmpty() ? meant : meant + "; " + String.join("; ", hints);
  }

  /** The names of all files in the directories of the path. */
  private Set<String> names() {
    var names = new TreeSet<String>();
    for (String entry : path.entries()) {
      String[] files = directory.resolve(entry).toFile().list();
      if (files != null) {
        names.addAll(Arrays.asList(files));
      }
    }
    names.remove(program); // which cannot be run
    return names;
  }

  private static @Nullable String fault(Path file) {
    if (Files.isDirectory(file)) {
      return file + " is a directory";
    }
    if (!Files.exists(file)) {
      return "no such program: " + file;
    }
    if (!Files.isRegularFile(file)) {
      return file + " is not a file";
    }
    return Files.isExecutable(file) ? null : file + " is not executable (chmod +x makes it so)";
  }

  private Path requireInterpreter(Path file) throws ResourceException {
    String line = firstLine(file);
    if (!line.startsWith("#!")) {
      return file;
    }
    String interpreter = line.substring(2).strip().split("[ \t]", 2)[0];
    if (line.endsWith("\r") && line.strip().endsWith(interpreter)) {
      throw notFound("the first line of the script " + file + " ends in CR LF; it must end in LF");
    }
    if (!interpreter.isEmpty() && fault(directory.resolve(interpreter)) != null) {
      throw notFound("the interpreter " + interpreter + " of the script " + file + " is missing");
    }
    return file;
  }

  /** The first line, one char for each byte; empty if it cannot be read, as need not be. */
  private static String firstLine(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(LONGEST_FIRST_LINE), ISO_8859_1);
      int end = start.indexOf('\n');
      return end < 0 ? start : start.substring(0, end);
    } catch (IOException e) {
      return "";
    }
  }

  private ResourceException notFound(String message) {
    return ResourceException.of(Kind.NOT_FOUND, uri, message);
  }
}
