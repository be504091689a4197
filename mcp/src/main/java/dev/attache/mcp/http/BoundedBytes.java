package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A body as bytes, of a size that is bounded: beyond it is either an error or cut off. */
final class BoundedBytes implements BodyReader.Content<byte[]> {

  private final int maxBytes;
  private final @Nullable Supplier<McpException> tooLarge;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /**
   * @param tooLarge what is thrown if there is more; null if that is left out instead
   */
  BoundedBytes(int maxBytes, @Nullable Supplier<McpException> tooLarge) {
    this.maxBytes = maxBytes;
    this.tooLarge = tooLarge;
  }

  @Override
  public void add(ByteBuffer buffer) throws McpException {
    int room = maxBytes - bytes.size();
    if (buffer.remaining() > room && tooLarge != null) {
      throw tooLarge.get();
    }
    var piece = new byte[Math.min(room, buffer.remaining())];
    buffer.get(piece);
    bytes.write(piece, 0, piece.length);
  }

  @Override
  public byte[] end() {
    return bytes.toByteArray();
  }
}
