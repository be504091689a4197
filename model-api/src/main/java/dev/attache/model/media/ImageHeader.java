package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.ResourceContent;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the header of an image says. Immutable.
 *
 * @param mimeType what it is: PNG, JPEG, GIF or WebP
 * @param width its pixels from left to right
 * @param height its pixels from top to bottom
 */
record ImageHeader(String mimeType, int width, int height) {

  private static final String PNG = "\u0089PNG\r\n\u001a\n";

  /**
   * Reads the header, and of a PNG file also whether it has its end.
   *
   * @return null if it is none of these images
   * @throws IOException if the content cannot be read
   */
  static @Nullable ImageHeader read(ResourceContent content) throws IOException {
    try (var in = new DataInputStream(new BufferedInputStream(content.open()))) {
      in.mark(16);
      String start = new String(in.readNBytes(12), ISO_8859_1);
      in.reset();
      if (start.startsWith(PNG)) {
        return png(in);
      } else if (start.startsWith("\u00ff\u00d8\u00ff")) {
        return jpeg(in);
      } else if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) {
        return gif(in);
      } else if (start.startsWith("RIFF") && start.endsWith("WEBP")) {
        return webp(in);
      }
      return null;
    } catch (EOFException e) {
      return null; // it is cut off
    }
  }

  private static @Nullable ImageHeader png(DataInputStream in) throws IOException {
    in.skipNBytes(8);
    int size = in.readInt();
    if (size != 13 || !name(in).equals("IHDR")) {
      return null;
    }
    int width = in.readInt();
    int height = in.readInt();
    in.skipNBytes(5 + 4);
    String name;
    do {
      long length = in.readInt() & 0xffffffffL;
      name = name(in);
      in.skipNBytes(length + 4);
    } while (!name.equals("IEND"));
    return of("image/png", width, height);
  }

  private static @Nullable ImageHeader jpeg(DataInputStream in) throws IOException {
    in.skipNBytes(2);
    while (true) {
      if (in.readUnsignedByte() != 0xff) {
        return null;
      }
      int marker = in.readUnsignedByte();
      while (marker == 0xff) {
        marker = in.readUnsignedByte(); // filled
      }
      int length = in.readUnsignedShort();
      boolean isFrame =
          marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
      if (isFrame) {
        in.readUnsignedByte();
        int height = in.readUnsignedShort();
        return of("image/jpeg", in.readUnsignedShort(), height);
      } else if (marker == 0xd9 || marker == 0xda || length < 2) {
        return null;
      }
      in.skipNBytes(length - 2L);
    }
  }

  private static @Nullable ImageHeader gif(DataInputStream in) throws IOException {
    in.skipNBytes(6);
    int width = Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
    return of("image/gif", width, Short.toUnsignedInt(Short.reverseBytes(in.readShort())));
  }

  private static @Nullable ImageHeader webp(DataInputStream in) throws IOException {
    in.skipNBytes(12);
    String kind = name(in);
    in.skipNBytes(4);
    byte[] head = in.readNBytes(10);
    if (head.length < 10) {
      return null;
    }
    return switch (kind) {
      case "VP8 " -> of("image/webp", bits(head, 6, 14), bits(head, 8, 14));
      case "VP8L" -> {
        int packed = bits(head, 1, 16) | (bits(head, 3, 16) << 16);
        yield of("image/webp", (packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
      }
      case "VP8X" -> of("image/webp", bits(head, 4, 24) + 1, bits(head, 7, 24) + 1);
      default -> null;
    };
  }

  /** Returns a number whose first byte is its lowest. */
  private static int bits(byte[] bytes, int from, int count) {
    int value = 0;
    for (int i = 0; i * 8 < count; i++) {
      value |= (bytes[from + i] & 0xff) << (i * 8);
    }
    return value & ((1 << count) - 1);
  }

  private static String name(DataInputStream in) throws IOException {
    byte[] name = new byte[4];
    in.readFully(name);
    return new String(name, ISO_8859_1);
  }

  private static @Nullable ImageHeader of(String mimeType, int width, int height) {
    return width > 0 && height > 0 ? new ImageHeader(mimeType, width, height) : null;
  }
}
