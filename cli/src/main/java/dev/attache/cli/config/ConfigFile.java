package dev.attache.cli.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.terminal.UsageException;
import dev.attache.support.places.UserPlaces;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A configuration file: its name, as people know it, and its text. */
public final class ConfigFile {

  /** Where a workspace has its settings. */
  public static final String OF_WORKSPACE = ".attache/config.toml";

  private static final int MAX_SIZE = 1 << 20;

  private final String name;
  private final String text;

  private ConfigFile(String name, String text) {
    this.name = name;
    this.text = text;
  }

  /**
   * Reads the file that {@code --config} names, or else the user's own (XDG Base Directory
   * Specification); null if the user has none.
   *
   * @throws UsageException if there is a file, and it cannot be read
   */
  static @Nullable ConfigFile find(@Nullable String option, Map<String, String> environment)
      throws UsageException {
    if (option != null) {
      if (option.isEmpty()) {
        throw new UsageException("--config () must not be empty");
      }
      return read(option, option, "--config (" + option + ")");
    }
    String own = ofUser(environment);
    return own != null && exists(own) ? read(own, own, own) : null;
  }

  /**
   * Reads the file that came with a workspace; null if it has none, or if that is the user's own.
   *
   * @throws UsageException if there is a file, and it cannot be read or is not in the workspace
   */
  static @Nullable ConfigFile ofWorkspace(Path workspace, @Nullable ConfigFile own)
      throws UsageException {
    Path file = workspace.resolve(OF_WORKSPACE);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try {
      if (own != null && Files.isSameFile(file, FileProblem.path(own.name))) {
        return null;
      }
      Path real = file.toRealPath();
      if (!real.startsWith(workspace.toRealPath())) {
        throw new UsageException(
            OF_WORKSPACE + " must not be a link that points outside the workspace");
      }
      if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        throw new UsageException(OF_WORKSPACE + " must be a regular file");
      }
      return read(real.toString(), OF_WORKSPACE, OF_WORKSPACE);
    } catch (IOException e) {
      throw new UsageException(OF_WORKSPACE + " cannot be read: " + FileProblem.of(e));
    }
  }

  /** Returns where the user's own file is, or would be; null if nobody knows. */
  static @Nullable String ofUser(@Nullable String option, Map<String, String> environment) {
    return option != null ? option : ofUser(environment);
  }

  private static @Nullable String ofUser(Map<String, String> environment) {
    String directory = UserPlaces.configuration(environment);
    return directory == null ? null : directory + "/config.toml";
  }

  private static boolean exists(String file) throws UsageException {
    try {
      return Files.exists(FileProblem.path(file));
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read: " + FileProblem.of(e));
    }
  }

  private static ConfigFile read(String file, String name, String subject) throws UsageException {
    try (InputStream in = FileProblem.open(file)) {
      byte[] bytes = in.readNBytes(MAX_SIZE + 1);
      if (bytes.length > MAX_SIZE) {
        throw new UsageException(subject + " is larger than the limit of " + MAX_SIZE + " bytes");
      }
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      boolean isMarked = text.startsWith("\uFEFF");
      return new ConfigFile(name, isMarked ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new UsageException(subject + " is not UTF-8");
    } catch (IOException e) {
      throw new UsageException(subject + " cannot be read: " + FileProblem.of(e));
    }
  }

  /** The file as people know it. */
  String name() {
    return name;
  }

  String text() {
    return text;
  }

  /** Returns the file and, if it can be seen without a parser, the line of a setting. */
  String place(List<String> table, String key) {
    int line = line(String.join(".", table), key);
    if (line == 0) { // a table that has its own header
      line = line(String.join(".", table) + "." + key, "");
    }
    return line == 0 ? name : name + ":" + line;
  }

  /** Returns the file and the line on which a table begins. */
  String place(List<String> table) {
    int line = line(String.join(".", table), "");
    return line == 0 ? name : name + ":" + line;
  }

  /** Returns the file and, unless it is unknown (0), a place in it. */
  String place(int line, int column) {
    return line == 0 ? name : name + ":" + line + ":" + column;
  }

  /** The line of a key, or of the header of its table if the key is empty; 0 if there is none. */
  private int line(String table, String key) {
    String here = "";
    int number = 0;
    for (String each : (Iterable<String>) text.lines()::iterator) {
      number++;
      String line = each.strip();
      boolean isHeader = line.startsWith("[") && line.indexOf(']') > 0;
      if (isHeader) {
        here = bare(line.substring(1, line.lastIndexOf(']')));
      }
      if (here.equals(table) && (key.isEmpty() ? isHeader || table.isEmpty() : isOf(key, line))) {
        return number;
      }
    }
    return 0;
  }

  private static boolean isOf(String key, String line) {
    int equals = line.indexOf('=');
    return equals > 0 && bare(line.substring(0, equals)).equals(key);
  }

  private static String bare(String key) {
    return key.replaceAll("[\"']|(?<=\\.)\\s+|\\s+(?=\\.)", "").strip();
  }
}
