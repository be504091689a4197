package dev.attache.cli;

import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options by which {@code resolve} and {@code plan} learn what they are about. */
final class ReferenceOptions {

  private static final String STANDARD_INPUT = "-";

  private final List<String> references = new ArrayList<>();

  void addTo(Options options) {
    options
        .parameters(
            "REF",
            references,
            "A file, directory, glob or URI; !REF excludes; - is standard input. Without any: the"
                + " workspace.")
        .values("REF", references, "The same as a parameter.", "--attach", "-a")
        .value("FILE", "Read more references from a file or -.", "--from")
        .value("FORMAT", "How --from is written: lines, nul or json.", "--from-format")
        .value("NAME", "The name of standard input, such as Main.java.", "--name")
        .value("TYPE", "The MIME type of standard input.", "--type");
  }

  /**
   * Returns the references in the order in which they were given, those of {@code --from} last.
   *
   * @param unreadable takes what is wrong with single entries of {@code --from}
   */
  List<String> references(Arguments arguments, Streams streams, ReferenceList.Problems unreadable)
      throws UsageException {
    String name = arguments.value("--name");
    String from = arguments.value("--from");
    if (from == null && arguments.value("--from-format") != null) {
      throw new UsageException("--from-format says how --from is written; give --from too");
    }
    requireStandardInput(name, arguments.value("--type"));
    var all = new ArrayList<String>();
    for (String reference : references) {
      all.add(reference.equals(STANDARD_INPUT) ? StandardInputHandler.uri(name) : reference);
    }
    if (from != null) {
      ReferenceList.Form form = ReferenceList.Form.parse(arguments.value("--from-format", "lines"));
      all.addAll(listed(streams, from, form, unreadable));
    }
    boolean listIsEmpty = from != null && all.isEmpty();
    if (!listIsEmpty && all.stream().allMatch(reference -> isExclusion(reference, arguments))) {
      all.add(0, ".");
    }
    return all;
  }

  /** The handler of the reference {@code -}, if there is one. */
  ResourceHandler[] standardInput(Arguments arguments, Streams streams) {
    return references.contains(STANDARD_INPUT)
        ? new ResourceHandler[] {
          new StandardInputHandler(
              streams.in(), arguments.value("--name"), arguments.value("--type"))
        }
        : new ResourceHandler[0];
  }

  /** How long one item may take if nobody says: whoever writes a pipe may take a day. */
  @Nullable Duration patience() {
    return references.contains(STANDARD_INPUT) ? Duration.ofDays(1) : null;
  }

  /** A path that exists is that path, also if it begins with the mark of an exclusion. */
  private static boolean isExclusion(String reference, Arguments arguments) {
    if (!reference.startsWith("!")) {
      return false;
    }
    try {
      Path path = Path.of(arguments.value("--workspace", ".")).resolve(reference);
      return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      return true;
    }
  }

  private void requireStandardInput(@Nullable String name, @Nullable String type)
      throws UsageException {
    if ((name != null || type != null) && !references.contains(STANDARD_INPUT)) {
      throw new UsageException("--name and --type describe standard input; name it with -");
    }
    if (name != null && name.isEmpty()) {
      throw new UsageException("--name () must not be empty");
    }
  }

  private List<String> listed(
      Streams streams, String file, ReferenceList.Form form, ReferenceList.Problems unreadable)
      throws UsageException {
    if (file.equals(STANDARD_INPUT) && references.contains(STANDARD_INPUT)) {
      throw new UsageException("standard input can be a reference or a list of them, not both");
    }
    try (InputStream in = open(streams, file)) {
      return ReferenceList.read(in, form, unreadable);
    } catch (IOException e) {
      throw new UsageException("--from (" + file + ") cannot be read: " + FileProblem.of(e));
    }
  }

  private static InputStream open(Streams streams, String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? streams.in() : FileProblem.open(file);
  }
}
