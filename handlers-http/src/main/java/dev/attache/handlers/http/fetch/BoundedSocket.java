package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.BodySpooler;
import dev.attache.support.net.GuardedSocket;
import dev.attache.support.net.PublicNetwork;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.net.SocketFactory;

/**
 * A guarded socket that ends if the peer says too much before we say something again. The client
 * reads the line with the size of a chunk whole, and a peer that never ends one would fill the
 * memory.
 */
final class BoundedSocket extends GuardedSocket {

  /**
   * What any peer may say at a time: headers, and twice the window of an HTTP/2 connection, which
   * answers many requests.
   */
  private static final long ALLOWANCE = 32 << 20;

  private final long maxBytes;
  private volatile long heard;

  private BoundedSocket(PublicNetwork network, long maxBytes) {
    super(network);
    this.maxBytes = maxBytes;
  }

  /**
   * Returns a factory of such sockets.
   *
   * @param maxBytes how many bytes a resource may have; chunks and TLS may add as many
   */
  static SocketFactory factory(PublicNetwork network, long maxBytes) {
    return factory(() -> new BoundedSocket(network, maxBytes));
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        InterruptibleCall call = InterruptibleCall.current();
        int read = call == null ? super.read() : read(call);
        count(Math.min(read, 0) + 1);
        return read;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        InterruptibleCall call = InterruptibleCall.current();
        int read =
            call == null ? super.read(bytes, offset, length) : read(call, bytes, offset, length);
        count(Math.max(read, 0));
        return read;
      }

      private int read(InterruptibleCall call) throws IOException {
        call.enter();
        try {
          return super.read();
        } finally {
          call.leave();
        }
      }

      private int read(InterruptibleCall call, byte[] bytes, int offset, int length)
          throws IOException {
        call.enter();
        try {
          return super.read(bytes, offset, length);
        } finally {
          call.leave();
        }
      }
    };
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(int b) throws IOException {
        heard = 0;
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        heard = 0;
        InterruptibleCall call = InterruptibleCall.current();
        if (call == null) {
          out.write(bytes, offset, length);
          return;
        }
        call.enter();
        try {
          out.write(bytes, offset, length);
        } finally {
          call.leave();
        }
      }
    };
  }

  private void count(int more) throws IOException {
    long sum = heard + more; // only one thread reads; a write in between makes no difference
    heard = sum;
    if (sum > ALLOWANCE && (sum - ALLOWANCE) / 2 > maxBytes) {
      throw new BodySpooler.TooLargeException(maxBytes);
    }
  }
}
