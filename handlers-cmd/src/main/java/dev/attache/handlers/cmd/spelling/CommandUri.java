package dev.attache.handlers.cmd.spelling;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.PercentEncoding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command as a {@code cmd:} reference has it, in either of its two spellings: {@code
 * cmd://git?arg=diff&arg=--cached} or {@code cmd:git diff --cached}.
 *
 * <p>Its identity, the {@link #canonical} URI, is the program, the arguments and the directory.
 *
 * @param program the program as it was named: {@code git}, {@code ./run.sh}, {@code /usr/bin/git}
 * @param arguments what it is given, without the program itself
 * @param directory the directory it runs in: absolute, symlinks resolved as far as it exists
 * @param relativeDirectory the same within the workspace, with slashes; empty for the workspace
 * @param description what the user says that it is
 * @param timeout how long it may take, or null for as long as any
 * @param metadata the parameters that nobody knows, in their order
 * @param warnings what the user may have meant otherwise, one line each
 */
public record CommandUri(
    String program,
    List<String> arguments,
    Path directory,
    String relativeDirectory,
    @Nullable String description,
    @Nullable Duration timeout,
    Map<String, String> metadata,
    List<String> warnings) {

  private static final PercentEncoding WORD = PercentEncoding.keeping("-._~");
  private static final PercentEncoding PATH = PercentEncoding.keeping("-._~/");

  public CommandUri {
    arguments = List.copyOf(arguments);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a reference whose scheme is {@code cmd}, in any case.
   *
   * @param workspace the directory that it runs in unless it names one within
   * @throws ResourceException {@code INVALID_URI}, with the position of what is wrong
   */
  public static CommandUri parse(String reference, Path workspace) throws ResourceException {
    ReferenceText text = new ReferenceText(reference);
    text.checkCharacters();
    return text.isQuery()
        ? QuerySpelling.parse(text, new Workspace(workspace))
        : LineSpelling.parse(text, new Workspace(workspace));
  }

  /**
   * Returns a command that nobody spelled as a reference, and that runs in the workspace.
   *
   * @param words the program and what it is given
   */
  public static CommandUri of(List<String> words, Path workspace) {
    return new CommandUri(
        words.get(0),
        words.subList(1, words.size()),
        new Workspace(workspace).directory(),
        "",
        null,
        null,
        Map.of(),
        List.of());
  }

  /**
   * The one spelling of this command. Everything but RFC 3986's unreserved characters, and slashes
   * in the program and the directory, is encoded.
   */
  public ResourceUri canonical() {
    var parameters = new ArrayList<String>();
    arguments.forEach(argument -> parameters.add("arg=" + WORD.encode(argument)));
    if (!relativeDirectory.isEmpty()) {
      parameters.add("dir=" + PATH.encode(relativeDirectory));
    }
    String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
    return ResourceUri.of("cmd://" + PATH.encode(program) + query);
  }
}
