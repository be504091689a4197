package dev.attache.server.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mark that tells without reading a file whether it may have changed. */
final class FileStamp {

  private static final String UNIX = "unix:size,lastModifiedTime,ctime,ino,dev";
  private static final String BASIC = "size,lastModifiedTime,fileKey";

  private FileStamp() {}

  /** The stamp of a file, to be compared with another one of it; null if there is no file. */
  static @Nullable Object of(Path file) {
    return read(file, UNIX, BASIC);
  }

  /** What a directory is the same by, wherever it is moved; null if there is none. */
  static @Nullable Object ofDirectory(Path directory) {
    Map<String, Object> attributes =
        read(directory, "unix:ino,dev,isDirectory", "fileKey,isDirectory");
    return attributes != null && Boolean.TRUE.equals(attributes.get("isDirectory"))
        ? attributes
        : null;
  }

  private static @Nullable Map<String, Object> read(Path path, String unix, String basic) {
    boolean isUnix = path.getFileSystem().supportedFileAttributeViews().contains("unix");
    try {
      return Files.readAttributes(path, isUnix ? unix : basic);
    } catch (IOException e) {
      return null;
    }
  }
}
