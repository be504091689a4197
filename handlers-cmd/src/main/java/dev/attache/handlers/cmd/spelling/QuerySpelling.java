package dev.attache.handlers.cmd.spelling;

import dev.attache.resource.ResourceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parser of one {@code cmd://PROGRAM?arg=…&arg=…}. */
final class QuerySpelling {

  private static final Set<String> ARGUMENT_KEYS = Set.of("arg", "args", "arg[]", "args[]");
  private static final String DESCRIPTION = "description";
  private static final String TIMEOUT = "timeout";
  private static final String DIRECTORY = "dir";
  private static final int MOST_SECONDS = 86_400;

  /** A value and where in the reference it, or the parameter without one, begins. */
  private record Value(String text, int position) {}

  private final ReferenceText text;
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, Value> metadata = new LinkedHashMap<>();

  private QuerySpelling(ReferenceText text) {
    this.text = text;
  }

  /** Reads a reference that begins with {@code cmd://}. */
  static CommandUri parse(ReferenceText text, Workspace workspace) throws ResourceException {
    return new QuerySpelling(text).command(workspace);
  }

  private CommandUri command(Workspace workspace) throws ResourceException {
    refuseFragment();
    int begin = text.afterScheme() + "//".length();
    int query = text.value().indexOf('?', begin);
    int end = query < 0 ? text.value().length() : query;
    String program = text.decode(begin, end, false);
    if (program.isEmpty()) {
      throw text.invalid("the program is missing", begin, "write cmd://PROGRAM?arg=…&arg=…");
    }
    readQuery(end + 1);

    Value named = metadata.remove(DIRECTORY);
    var placement = new Placement(text, workspace);
    Path directory =
        named == null ? workspace.directory() : placement.directory(named.text(), named.position());
    placement.checkProgram(program, directory, begin);
    Value description = metadata.remove(DESCRIPTION);
    Duration timeout = timeout(metadata.remove(TIMEOUT));
    return new CommandUri(
        program,
        arguments,
        directory,
        workspace.relative(directory),
        description == null ? null : description.text(),
        timeout,
        unknown(),
        warnings());
  }

  private void refuseFragment() throws ResourceException {
    int hash = text.value().indexOf('#');
    if (hash >= 0) {
      throw text.invalid(
          "# starts a fragment, which commands do not have", hash, "write %23 for it");
    }
  }

  private void readQuery(int begin) throws ResourceException {
    for (int i = begin; i < text.value().length(); ) {
      int ampersand = text.value().indexOf('&', i);
      int end = ampersand < 0 ? text.value().length() : ampersand;
      if (end > i) {
        readParameter(i, end);
      }
      i = end + 1;
    }
  }

  private void readParameter(int begin, int end) throws ResourceException {
    int equals = text.value().indexOf('=', begin);
    int endOfKey = equals < 0 || equals > end ? end : equals;
    String key = text.decode(begin, endOfKey, true);
    int position = Math.min(endOfKey + 1, end);
    String value = text.decode(position, end, true);
    if (key.isEmpty()) {
      throw text.invalid("a parameter has no name", begin, "write arg=… for an argument");
    }
    if (ARGUMENT_KEYS.contains(key)) {
      arguments.add(value);
    } else if (metadata.putIfAbsent(key, new Value(value, position)) != null) {
      throw text.invalid(ReferenceText.shown(key) + " is given twice", begin, "keep one of them");
    }
  }

  private @Nullable Duration timeout(@Nullable Value written) throws ResourceException {
    if (written == null) {
      return null;
    }
    String seconds = written.text();
    boolean isNumber = seconds.matches("[0-9]{1,5}");
    if (!isNumber || Integer.parseInt(seconds) < 1 || Integer.parseInt(seconds) > MOST_SECONDS) {
      throw text.invalid(
          "timeout ("
              + ReferenceText.shown(seconds)
              + ") must be a whole number from 1 to "
              + MOST_SECONDS,
          written.position(),
          "write the timeout in seconds");
    }
    return Duration.ofSeconds(Integer.parseInt(seconds));
  }

  private Map<String, String> unknown() {
    var unknown = new LinkedHashMap<String, String>();
    metadata.forEach((key, value) -> unknown.put(key, value.text()));
    return unknown;
  }

  private List<String> warnings() {
    return metadata.keySet().stream()
        .map(
            key ->
                ReferenceText.shown(key)
                    + " is not a command parameter and is ignored; write arg= for an argument")
        .toList();
  }
}
