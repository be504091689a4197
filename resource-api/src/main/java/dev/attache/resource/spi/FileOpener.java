package dev.attache.resource.spi;

import dev.attache.resource.ResourceException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/**
 * The opening of files by the rules of the handler that owns {@code file}, for handlers whose
 * sources are files, too. Implemented by that handler; others use {@link HandlerContext#open}.
 * Thread-safe.
 */
public interface FileOpener {

  /**
   * Opens a file for reading, if whoever {@link HandlerContext#requester asks} may have it: reached
   * from the workspace or another allowed root, without following links.
   *
   * @param path absolute, or relative to the workspace
   * @param context that of the caller, whose workspace, roots and requester count
   * @return the open file; the caller closes it
   * @throws ResourceException {@code DENIED}, {@code NOT_FOUND}, or {@code FAILED} when it is no
   *     regular file or cannot be read
   */
  SeekableByteChannel open(Path path, HandlerContext context) throws ResourceException;
}
