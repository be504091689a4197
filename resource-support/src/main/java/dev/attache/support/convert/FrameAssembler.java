package dev.attache.support.convert;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A reader of messages out of the pieces in which a stream comes. Whatever is no message ends it at
 * once: who has begun to print something else cannot be believed any more. Not thread-safe.
 */
public final class FrameAssembler {

  private final Consumer<Frame> receiver;
  private final ByteBuffer head = ByteBuffer.allocate(Frame.HEAD);
  private final ByteBuffer tail = ByteBuffer.allocate(Frame.TAIL);
  private ByteBuffer payload = ByteBuffer.allocate(0);

  /**
   * A reader that has read nothing.
   *
   * @param receiver takes each message when it is whole
   */
  public FrameAssembler(Consumer<Frame> receiver) {
    this.receiver = receiver;
  }

  /**
   * Takes the next bytes of the stream.
   *
   * @param bytes an array that holds them
   * @param offset where in it they begin
   * @param length how many there are
   * @throws IOException if they are no message
   */
  public void accept(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    while (rest.hasRemaining()) {
      if (head.hasRemaining()) {
        move(rest, head);
        if (!head.hasRemaining()) {
          begin();
        }
      } else if (payload.hasRemaining()) {
        move(rest, payload);
      } else {
        move(rest, tail);
        if (!tail.hasRemaining()) {
          end();
        }
      }
    }
  }

  /** {@return whether the stream may end here: between two messages} */
  public boolean isBetween() {
    return head.position() == 0;
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    int count = Math.min(from.remaining(), to.remaining());
    to.put(from.slice().limit(count));
    from.position(from.position() + count);
  }

  private void begin() throws IOException {
    int length = head.getInt(8);
    if (head.getInt(0) != Frame.MAGIC || length < 0 || length > Frame.MAX_PAYLOAD) {
      throw new IOException("no message");
    }
    payload = ByteBuffer.allocate(length);
  }

  private void end() throws IOException {
    byte[] bytes = payload.array();
    if (tail.getInt(0) != Frame.checksum(bytes)) {
      throw new IOException("a broken message");
    }
    var frame = new Frame(head.getInt(4), bytes);
    head.clear();
    tail.clear();
    payload = ByteBuffer.allocate(0);
    receiver.accept(frame);
  }
}
