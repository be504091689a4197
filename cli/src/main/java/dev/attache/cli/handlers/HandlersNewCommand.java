package dev.attache.cli.handlers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.OutputException;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.support.text.FileProblem;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code attache handlers new}: writes the project of a new handler, ready to be built. */
public final class HandlersNewCommand implements Command {

  private final @Nullable String version;
  private final @Nullable Path repository;
  private final List<String> words = new ArrayList<>();

  /** The command of this distribution. */
  HandlersNewCommand() {
    this(Program.version(), AuthorRepository.find());
  }

  /**
   * The command of some distribution.
   *
   * @param version null if it is not known
   * @param repository what authors build against; null if it is not there
   */
  public HandlersNewCommand(@Nullable String version, @Nullable Path repository) {
    this.version = version;
    this.repository = repository;
  }

  @Override
  public void addTo(Options options) {
    options
        .parameter(0, "NAME", words, "Name of the project and its jar, such as weather-notes.")
        .lastParameter(1, "[DIR]", words, "Directory to create (default ./NAME).")
        .required("SCHEME", "Scheme of its URIs, such as weather.", "--scheme")
        .value("PACKAGE", "Java package (default org.example.NAME).", "--package");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache handlers new weather-notes --scheme weather",
        "attache handlers new jira ~/src/jira --scheme jira --package com.example.jira");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    String scheme = arguments.value("--scheme", ""); // which has to be there
    if (words.isEmpty()) {
      throw new UsageException("missing argument: NAME");
    }
    if (words.size() > 2) {
      throw new UsageException("too many arguments: give NAME and at most one DIR");
    }
    NewHandler handler = NewHandler.of(words.get(0), scheme, arguments.value("--package"));
    String place = words.size() == 2 ? words.get(1) : handler.name();
    if (place.isEmpty()) {
      throw new UsageException("DIR () must not be empty");
    }
    Console console = run.console();
    try {
      Path path = FileProblem.path(place);
      NewDirectory directory = NewDirectory.at(path);
      HandlerProject project = project(handler);
      Map<String, byte[]> files = project.files();
      directory.write(files);
      print(handler, project, place, List.copyOf(files.keySet()), run);
      if (project.hasRepository() && path.toRealPath().toString().contains("%")) {
        console.note(
            place
                + ": its path has a %, which Maven decodes where it looks for repository/; move the"
                + " project to a path without one before you build it");
      }
      return ExitCode.OK;
    } catch (OutputException e) {
      throw e;
    } catch (IOException e) {
      console.error("the project cannot be written: " + FileProblem.named(e));
      return ExitCode.FAILED;
    }
  }

  private HandlerProject project(NewHandler handler) throws IOException {
    if (version == null) {
      throw new IOException(
          "this attache is not packaged, so it has no version to build against; run the one in"
              + " cli/target/attache/bin, which mvn package makes");
    }
    if (AuthorRepository.isReleased(version)) {
      return new HandlerProject(handler, version, null);
    }
    if (repository == null) {
      throw new IOException(
          "the distribution has no folder repository beside lib, which handlers are built against;"
              + " unpack or build it again");
    }
    return new HandlerProject(
        handler, AuthorRepository.release(version), AuthorRepository.read(repository, version));
  }

  private static void print(
      NewHandler handler, HandlerProject project, String place, List<String> files, Run run)
      throws IOException {
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      if (run.options().isJson()) {
        ObjectLines.to(result.stream()).write(object(handler, project, place, files)).flush();
      } else {
        result.stream().write(text(handler, place, files).getBytes(UTF_8));
      }
      result.commit();
    }
  }

  private static String text(NewHandler handler, String place, List<String> files) {
    var text = new StringBuilder("wrote to " + Sanitizer.sanitizeLine(place) + ":\n");
    boolean hasRepository = false;
    for (String file : files) {
      if (!file.startsWith(HandlerProject.REPOSITORY)) {
        boolean isToEdit = file.equals(handler.source());
        text.append("  ").append(file).append(isToEdit ? "  (edit content)" : "").append('\n');
      } else if (!hasRepository) {
        hasRepository = true;
        text.append("  repository/  (what it is built against and Maven Central does not have)\n");
      }
    }
    text.append("next:\n");
    for (String line : next(handler, place)) {
      text.append("  ").append(Sanitizer.sanitizeLine(line)).append('\n');
    }
    return text.toString();
  }

  /** What to type next, each line for a shell. */
  public static List<String> next(NewHandler handler, String place) {
    return List.of(
        ShellWords.join(List.of("cd", place.startsWith("-") ? "./" + place : place)),
        "mvn verify",
        "attache --handler-jar target/"
            + handler.name()
            + ".jar resolve "
            + handler.scheme()
            + ":thing");
  }

  private static Map<String, Object> object(
      NewHandler handler, HandlerProject project, String place, List<String> files) {
    var object = new LinkedHashMap<String, Object>();
    object.put("directory", place);
    object.put("name", handler.name());
    object.put("scheme", handler.scheme());
    object.put("class", handler.packageName() + "." + handler.className());
    object.put("attacheVersion", project.version());
    object.put("edit", handler.source());
    object.put("files", files);
    object.put("next", next(handler, place));
    return object;
  }
}
