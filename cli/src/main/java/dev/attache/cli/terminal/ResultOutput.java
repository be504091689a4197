package dev.attache.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The place where results go: standard output at once, standard output when all has gone well, or a
 * file that appears whole or not at all. Not thread-safe.
 */
public final class ResultOutput implements AutoCloseable {

  private static final int BUFFER_SIZE = 64 << 10;
  private static final int MAX_LINKS = 40;

  private final OutputStream stream;
  private final @Nullable Path temporary;
  private final @Nullable Path target;
  private final @Nullable OutputStream later;

  private ResultOutput(
      OutputStream stream,
      @Nullable Path temporary,
      @Nullable Path target,
      @Nullable OutputStream later) {
    this.stream = new ResultStream(stream);
    this.temporary = temporary;
    this.target = target;
    this.later = later;
  }

  /** Results that are shown while they come or, if {@code strict}, once all are there. */
  public static ResultOutput standard(Streams streams, boolean strict) throws OutputException {
    OutputStream out = buffered(streams);
    return standard(streams.outIsTerminal() ? new SanitizingOutputStream(out) : out, strict);
  }

  /** The same for results that are safe for a terminal as they are, and may hold colours. */
  public static ResultOutput colored(Streams streams, boolean strict) throws OutputException {
    return standard(buffered(streams), strict);
  }

  /** Results that are kept in memory. */
  public static ResultOutput memory(ByteArrayOutputStream memory) {
    return new ResultOutput(memory, null, null, null);
  }

  private static ResultOutput standard(OutputStream out, boolean strict) throws OutputException {
    try {
      return strict ? delayed(out) : new ResultOutput(out, null, null, null);
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }

  private static ResultOutput delayed(OutputStream later) throws IOException {
    Path spool = Files.createTempFile("attache-", ".out");
    spool.toFile().deleteOnExit();
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(spool), BUFFER_SIZE);
    return new ResultOutput(out, spool, null, later);
  }

  /** Results that replace a file once all are there. */
  public static ResultOutput file(Path file) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : targetOf(file.toAbsolutePath());
    if (Files.isDirectory(target)) {
      throw new FileSystemException(file.toString(), null, "it is a directory");
    }
    if (Files.exists(target) && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      return new ResultOutput( // a device or a pipe is written to, not replaced
          new BufferedOutputStream(Files.newOutputStream(target), BUFFER_SIZE), null, null, null);
    }
    Path temporary =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    temporary.toFile().deleteOnExit(); // before it is there, so that nothing can come between
    OutputStream out = Channels.newOutputStream(create(temporary, target));
    return new ResultOutput(new BufferedOutputStream(out, BUFFER_SIZE), temporary, target, null);
  }

  /** Creates a file that is from its first moment on no more open than the one it will replace. */
  private static SeekableByteChannel create(Path temporary, Path target) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (Files.exists(target)
        && target.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(target);
      SeekableByteChannel channel =
          Files.newByteChannel(
              temporary, options, PosixFilePermissions.asFileAttribute(permissions));
      Files.setPosixFilePermissions(temporary, permissions); // what the umask took away
      return channel;
    }
    return Files.newByteChannel(temporary, options);
  }

  /** Where a link leads that leads to nothing yet. */
  private static Path targetOf(Path link) throws IOException {
    Path target = link;
    for (int i = 0; i < MAX_LINKS && Files.isSymbolicLink(target); i++) {
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }

  /** The file that the results will be; null if they go to none. */
  @Nullable
  public Path file() {
    return target;
  }

  /** The file that the results are until they are complete; null if they go to none. */
  @Nullable
  public Path temporary() {
    return temporary;
  }

  public OutputStream stream() {
    return stream;
  }

  /**
   * Makes what was written final.
   *
   * @throws OutputException if it cannot be written
   */
  public void commit() throws OutputException {
    try {
      finish();
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }

  private void finish() throws IOException {
    if (temporary == null) {
      stream.flush();
      return;
    }
    stream.close();
    if (target != null) {
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } else if (later != null) {
      Files.copy(temporary, later);
      later.flush();
    }
  }

  /** Ends the writing; what was not committed is gone, unless it was shown already. */
  @Override
  public void close() throws OutputException {
    try {
      end();
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }

  private void end() throws IOException {
    try {
      stream.close(); // fails when the disk is full, and the rest is done all the same
    } finally {
      closeLater();
    }
  }

  private void closeLater() throws IOException {
    try {
      if (later != null) {
        later.close();
      }
    } finally {
      deleteTemporary();
    }
  }

  private void deleteTemporary() throws IOException {
    if (temporary != null) {
      Files.deleteIfExists(temporary);
    }
  }

  private static OutputStream buffered(Streams streams) {
    return new BufferedOutputStream(streams.out(), BUFFER_SIZE);
  }
}
