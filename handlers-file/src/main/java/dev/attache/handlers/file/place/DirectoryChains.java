package dev.attache.handlers.file.place;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The chains of open directories of one run, lent to one thread at a time. Thread-safe. */
public final class DirectoryChains implements Closeable {

  /** What is done in a directory while it is open. */
  @FunctionalInterface
  public interface Use<T> {
    T in(OpenDirectory directory) throws IOException;
  }

  private final Deque<DirectoryChain> idle = new ArrayDeque<>();
  private boolean closed;

  /** Opens a directory by its path relative to a root, for as long as it is used. */
  public <T> T use(Path root, String directory, Use<T> use) throws IOException {
    DirectoryChain chain = borrow(root);
    try {
      return use.in(chain.open(directory));
    } finally {
      giveBack(chain);
    }
  }

  private DirectoryChain borrow(Path root) throws IOException {
    synchronized (this) {
      for (Iterator<DirectoryChain> chains = idle.iterator(); chains.hasNext(); ) {
        DirectoryChain chain = chains.next();
        if (chain.root().equals(root)) {
          chains.remove();
          return chain;
        }
      }
    }
    return new DirectoryChain(root);
  }

  private void giveBack(DirectoryChain chain) throws IOException {
    synchronized (this) {
      if (!closed) {
        idle.push(chain);
        return;
      }
    }
    chain.close();
  }

  @Override
  public void close() throws IOException {
    List<DirectoryChain> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(idle);
      idle.clear();
    }
    for (DirectoryChain chain : open) {
      chain.close();
    }
  }
}
