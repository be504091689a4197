package dev.attache.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.Text;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file of the lines that the user has typed in a workspace, in the state of the user, who alone
 * can read it.
 */
final class HistoryFile {

  /** So many lines are kept. */
  static final int MOST_LINES = 1000;

  private HistoryFile() {}

  /** Returns the file, which is there; null if there is no place for it. */
  static @Nullable Path of(Map<String, String> environment, Path workspace) {
    byte[] place = workspace.toString().getBytes(UTF_8);
    String name = Text.ofUtf8(place, 0, place.length).digest().shortForm();
    Path file = UserPlaces.state(environment, "attache/chat/" + name);
    try {
      return file == null ? null : created(file);
    } catch (IOException e) {
      return null; // lines are recalled in this session only
    }
  }

  private static Path created(Path file) throws IOException {
    Files.createDirectories(file.getParent(), permissions("rwx------"));
    try {
      Files.createFile(file, permissions("rw-------"));
    } catch (FileAlreadyExistsException e) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file;
  }

  private static FileAttribute<?> permissions(String spelled) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(spelled));
  }
}
