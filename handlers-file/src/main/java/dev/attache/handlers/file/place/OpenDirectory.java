package dev.attache.handlers.file.place;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A directory held open, through which its entries are reached by name alone and without following
 * links: what it was when it was opened it stays, whatever is renamed or swapped meanwhile.
 *
 * <p>Built on {@link SecureDirectoryStream}, that is on {@code openat} and its kin.
 */
public final class OpenDirectory implements Closeable {

  private final SecureDirectoryStream<Path> stream;

  private OpenDirectory(SecureDirectoryStream<Path> stream) {
    this.stream = stream;
  }

  /** Opens a directory by its path, following links: only for what the user configured. */
  @SuppressWarnings("StreamResourceLeak") // the caller closes what is returned
  static OpenDirectory root(Path path) throws IOException {
    return of(Files.newDirectoryStream(path), path);
  }

  /** Opens a directory in this one. */
  OpenDirectory directory(Path name) throws IOException {
    return of(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS), name);
  }

  /** Opens a file in this directory. The caller has seen that it is a regular one. */
  public SeekableByteChannel file(Path name) throws IOException {
    return stream.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** The attributes of an entry itself, not of what it may link to. */
  public BasicFileAttributes attributes(Path name) throws IOException {
    return stream
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** The names of all entries, in no order. Can be asked for once. */
  public List<Path> names() throws IOException {
    var names = new ArrayList<Path>();
    try {
      for (Path entry : stream) {
        names.add(entry.getFileName());
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  private static OpenDirectory of(DirectoryStream<Path> stream, Path path) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return new OpenDirectory(secure);
    }
    stream.close();
    throw new IOException(
        path + " is on a file system that cannot be read safely: it has no SecureDirectoryStream");
  }
}
