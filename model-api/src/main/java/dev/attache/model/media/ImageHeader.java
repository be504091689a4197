package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.ResourceContent;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What an image says of itself, of which all parts are there; its pixels are not looked at.
 * Immutable.
 *
 * @param mimeType what it is: PNG, JPEG, GIF, WebP, HEIC, HEIF or AVIF
 * @param width its pixels from left to right
 * @param height its pixels from top to bottom
 * @param orientation how it is to be turned, 1 to 8, as Exif numbers it; 1 if it is as it is to be
 * @param frames how many pictures it has; 1 if it does not move
 */
record ImageHeader(String mimeType, int width, int height, int orientation, int frames) {

  private static final String PNG = "\u0089PNG\r\n\u001a\n";
  private static final String EXIF = "Exif\0\0";

  /**
   * Goes through the parts of an image up to its end.
   *
   * @return null if it is none of these images, or cut off
   * @throws IOException if the content cannot be read
   */
  static @Nullable ImageHeader read(ResourceContent content) throws IOException {
    try (var stream = new ContentStream(content);
        var in = new DataInputStream(new BufferedInputStream(stream, 1 << 16))) {
      in.mark(16);
      String start = new String(in.readNBytes(12), ISO_8859_1);
      in.reset();
      if (start.startsWith(PNG)) {
        return png(in);
      } else if (start.startsWith("\u00ff\u00d8\u00ff")) {
        return new JpegParts(in).header();
      } else if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) {
        return gif(in);
      } else if (start.startsWith("RIFF") && start.endsWith("WEBP")) {
        return webp(in, content.size());
      } else if (HeifParts.isBegin(start)) {
        return new HeifParts(in, content.size()).header();
      }
      return null;
    } catch (EOFException e) {
      return null; // it is cut off: a failure of the content is no EOFException
    }
  }

  private static @Nullable ImageHeader png(DataInputStream in) throws IOException {
    in.skipNBytes(8);
    if (in.readInt() != 13 || !name(in).equals("IHDR")) {
      return null;
    }
    int width = in.readInt();
    int height = in.readInt();
    in.skipNBytes(5 + 4);
    boolean hasPixels = false;
    String name;
    do {
      long length = in.readInt() & 0xffffffffL;
      name = name(in);
      hasPixels |= name.equals("IDAT") && length > 0;
      in.skipNBytes(length + 4);
    } while (!name.equals("IEND"));
    return hasPixels ? of("image/png", width, height) : null;
  }

  private static @Nullable ImageHeader gif(DataInputStream in) throws IOException {
    in.skipNBytes(6);
    int width = little(in);
    int height = little(in);
    int flags = in.readUnsignedByte();
    in.skipNBytes(2);
    skipColours(in, flags);
    int frames = 0;
    while (true) {
      int kind = in.readUnsignedByte();
      if (kind == 0x21) {
        in.skipNBytes(1); // an extension
      } else if (kind == 0x2c) {
        int left = little(in);
        int top = little(in);
        int frameWidth = little(in);
        int frameHeight = little(in);
        if (frameWidth == 0 || frameHeight == 0) {
          return null;
        }
        width = Math.max(width, left + frameWidth);
        height = Math.max(height, top + frameHeight);
        skipColours(in, in.readUnsignedByte());
        in.skipNBytes(1);
        frames++;
      } else {
        return kind == 0x3b && frames > 0
            ? new ImageHeader("image/gif", width, height, 1, frames)
            : null;
      }
      for (int length = in.readUnsignedByte(); length > 0; length = in.readUnsignedByte()) {
        in.skipNBytes(length);
      }
    }
  }

  private static void skipColours(DataInputStream in, int flags) throws IOException {
    in.skipNBytes((flags & 0x80) == 0 ? 0 : 3L << ((flags & 7) + 1));
  }

  private static @Nullable ImageHeader webp(DataInputStream in, long size) throws IOException {
    in.skipNBytes(4);
    long length = Integer.reverseBytes(in.readInt()) & 0xffffffffL;
    in.skipNBytes(4);
    String kind = name(in);
    long part = Integer.reverseBytes(in.readInt()) & 0xffffffffL;
    if (length > size - 8 || part > length - 12) {
      return null; // it is cut off
    }
    byte[] head = new byte[10];
    in.readFully(head);
    return switch (kind) {
      case "VP8 " ->
          bits(head, 3, 24) == 0x2a019d
              ? of("image/webp", bits(head, 6, 14), bits(head, 8, 14))
              : null;
      case "VP8L" -> {
        int packed = bits(head, 1, 16) | (bits(head, 3, 16) << 16);
        yield head[0] == 0x2f
            ? of("image/webp", (packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1)
            : null;
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

  private static int little(DataInputStream in) throws IOException {
    return Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
  }

  private static String name(DataInputStream in) throws IOException {
    byte[] name = new byte[4];
    in.readFully(name);
    return new String(name, ISO_8859_1);
  }

  private static @Nullable ImageHeader of(String mimeType, int width, int height) {
    return width > 0 && height > 0 ? new ImageHeader(mimeType, width, height, 1, 1) : null;
  }

  /** The segments of a JPEG file up to its end (ITU-T T.81, annex B). */
  private static final class JpegParts {

    private static final int END = 0xd9;
    private static final int SCAN = 0xda;
    private static final int EXIF_PART = 0xe1;

    private final DataInputStream in;
    private int width;
    private int height;
    private int orientation = 1;

    JpegParts(DataInputStream in) {
      this.in = in;
    }

    @Nullable ImageHeader header() throws IOException {
      in.skipNBytes(2);
      boolean hasScan = false;
      int marker = marker();
      while (marker != END) {
        int length = in.readUnsignedShort() - 2;
        if (length < 0 || marker < 0xc0) {
          return null;
        } else if (marker == EXIF_PART) {
          orientation = orientation(in.readNBytes(length));
        } else if (isFrame(marker)) {
          if (marker > 0xc2 || length < 6 || in.readUnsignedByte() != 8) {
            return null; // of a kind that browsers do not show either
          }
          height = in.readUnsignedShort();
          width = in.readUnsignedShort();
          in.skipNBytes(length - 5L);
        } else {
          in.skipNBytes(length);
        }
        hasScan |= marker == SCAN;
        marker = marker == SCAN ? markerAfterScan() : marker();
      }
      return hasScan && width > 0 && height > 0
          ? new ImageHeader("image/jpeg", width, height, orientation, 1)
          : null;
    }

    private static boolean isFrame(int marker) {
      return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    }

    /** Returns the marker that has to be next; 0 if something else is. */
    private int marker() throws IOException {
      if (in.readUnsignedByte() != 0xff) {
        return 0;
      }
      int marker = in.readUnsignedByte();
      while (marker == 0xff) {
        marker = in.readUnsignedByte(); // filled
      }
      return marker;
    }

    private int markerAfterScan() throws IOException {
      while (true) {
        if (in.readUnsignedByte() == 0xff) {
          int marker = in.readUnsignedByte();
          while (marker == 0xff) {
            marker = in.readUnsignedByte();
          }
          if (marker != 0 && (marker < 0xd0 || marker > 0xd7)) {
            return marker;
          }
        }
      }
    }

    /** Returns tag 0x112 of the first directory (Exif 2.32, section 4.6.4); 1 if it has none. */
    private static int orientation(byte[] exif) {
      int tiff = EXIF.length();
      if (exif.length < tiff + 8 || !new String(exif, 0, tiff, ISO_8859_1).equals(EXIF)) {
        return 1;
      }
      boolean isLittle = exif[tiff] == 'I';
      long directory = tiff + number(exif, tiff + 4, 4, isLittle);
      if (directory + 2 > exif.length) {
        return 1;
      }
      long entries = number(exif, (int) directory, 2, isLittle);
      for (long at = directory + 2; entries-- > 0 && at + 12 <= exif.length; at += 12) {
        if (number(exif, (int) at, 2, isLittle) == 0x112) {
          long value = number(exif, (int) at + 8, 2, isLittle);
          return value >= 1 && value <= 8 ? (int) value : 1;
        }
      }
      return 1;
    }

    private static long number(byte[] bytes, int from, int count, boolean isLittle) {
      long value = 0;
      for (int i = 0; i < count; i++) {
        value = value << 8 | (bytes[from + (isLittle ? count - 1 - i : i)] & 0xff);
      }
      return value;
    }
  }
}
