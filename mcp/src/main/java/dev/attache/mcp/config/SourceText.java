package dev.attache.mcp.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The reading of files into texts: of limited size, in UTF-8, with or without a mark. */
final class SourceText {

  private static final int MAX_SIZE = 1 << 20;

  private SourceText() {}

  /**
   * Reads a file or a pipe that the user names.
   *
   * @throws IOException that says which file it is and what is wrong with it
   */
  static String ofUser(Path file, String label) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(label + " cannot be read: it is a directory");
    }
    try {
      file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
      return read(() -> new FileInputStream(file.toFile()), label);
    } catch (FileSystemException e) {
      throw new IOException(label + " cannot be read: " + reason(e), e);
    }
  }

  /**
   * Reads a file that came with a workspace; null if it has none.
   *
   * @throws IOException that says which file it is and what is wrong with it
   */
  static @Nullable String ofProject(Path workspace, String label) throws IOException {
    Path file = workspace.resolve(label);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    return inWorkspace(workspace, file, label);
  }

  /**
   * Reads a file that must lie in a workspace, wherever links lead.
   *
   * @throws IOException that says which file it is and what is wrong with it
   */
  static String inWorkspace(Path workspace, Path file, String label) throws IOException {
    if (!file.normalize().startsWith(workspace)) {
      throw new IOException(label + " must be in the workspace"); // and is not touched
    }
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(workspace.toRealPath())) {
        throw new IOException(label + " must not be a link that points outside the workspace");
      }
      requireRegular(real, label, LinkOption.NOFOLLOW_LINKS);
      // It may have become a link since.
      return read(() -> Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS), label);
    } catch (FileSystemException e) {
      throw new IOException(label + " cannot be read: " + reason(e), e);
    }
  }

  /**
   * Reads what must be a regular file, because reading anything else might never end.
   *
   * @throws IOException that says which file it is and what is wrong with it
   */
  static String ofRegularFile(Path file, String label) throws IOException {
    try {
      requireRegular(file, label);
      return read(() -> new FileInputStream(file.toFile()), label);
    } catch (FileSystemException e) {
      throw new IOException(label + " cannot be read: " + reason(e), e);
    }
  }

  private static void requireRegular(Path file, String label, LinkOption... options)
      throws IOException {
    if (!Files.readAttributes(file, BasicFileAttributes.class, options).isRegularFile()) {
      throw new IOException(label + " must be a regular file");
    }
    file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
  }

  /** How a file is opened. */
  @FunctionalInterface
  private interface Opening {
    InputStream open() throws IOException;
  }

  private static String read(Opening file, String label) throws IOException {
    byte[] bytes;
    // unbuffered, reading many bytes asks a pipe for its position, and so does a channel
    try (InputStream in = new BufferedInputStream(file.open())) {
      bytes = in.readNBytes(MAX_SIZE + 1);
    } catch (IOException e) {
      throw new IOException(label + " cannot be read: " + e.getMessage(), e);
    }
    if (bytes.length > MAX_SIZE) {
      throw new IOException(label + " is larger than the limit of " + MAX_SIZE + " bytes");
    }
    return decode(bytes, label);
  }

  private static String decode(byte[] bytes, String label) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = UTF_8.newDecoder().decode(in, out, true);
    if (result.isError()) {
      throw new IOException(label + ":" + line(bytes, in.position()) + ": is not UTF-8");
    }
    String text = out.flip().toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static int line(byte[] bytes, int end) {
    int line = 1;
    for (int i = 0; i < end; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  private static String reason(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemLoopException) {
      return "its links form a loop";
    }
    String reason = e.getReason();
    return reason == null ? "it cannot be reached" : reason.toLowerCase(Locale.ROOT);
  }
}
