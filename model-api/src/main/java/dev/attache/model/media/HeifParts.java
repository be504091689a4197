package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The boxes of a HEIF file, of which HEIC and AVIF are kinds (ISO/IEC 23008-12; the boxes are those
 * of ISO/IEC 14496-12). Not thread-safe.
 */
final class HeifParts {

  /** Enough for the list of the tiles of a large image. */
  private static final int MOST_META = 4 << 20;

  private static final List<String> HEIC = List.of("heic", "heix", "heim", "heis");

  private final DataInputStream in;
  private long left;
  private @Nullable String mimeType;
  private @Nullable ByteBuffer meta;
  private boolean hasData;

  /**
   * @param size how many bytes there are
   */
  HeifParts(DataInputStream in, long size) {
    this.in = in;
    this.left = size;
  }

  /** Whether a file that begins so can be one. */
  static boolean isBegin(String start) {
    return start.startsWith("ftyp", 4);
  }

  /**
   * Goes through the boxes up to the end.
   *
   * @return null if it is no image, or cut off
   */
  @Nullable ImageHeader header() throws IOException {
    while (left >= 8) {
      long size = in.readInt() & 0xffffffffL;
      String name = name();
      long body = size == 0 ? left - 8 : size - 8;
      left -= 8;
      if (size == 1 && left >= 8) {
        body = in.readLong() - 16;
        left -= 8;
      }
      if (body < 0 || body > left || !take(name, (int) Math.min(body, Integer.MAX_VALUE), body)) {
        return null;
      }
      left -= body;
    }
    return mimeType == null || meta == null || !hasData ? null : header(mimeType, meta);
  }

  private String name() throws IOException {
    byte[] name = new byte[4];
    in.readFully(name);
    return new String(name, ISO_8859_1);
  }

  /** Reads a box; false if it cannot be one of an image. */
  private boolean take(String name, int length, long body) throws IOException {
    if (name.equals("ftyp")) {
      mimeType = length > 1 << 12 ? null : mimeType(new String(in.readNBytes(length), ISO_8859_1));
      return mimeType != null;
    } else if (name.equals("meta") && meta == null) {
      meta = body > MOST_META ? null : ByteBuffer.wrap(in.readNBytes(length));
      return meta != null;
    }
    in.skipNBytes(body);
    hasData |= name.equals("mdat") && body > 0;
    return true;
  }

  /** Returns the type of a list of brands; null if they are not of one picture. */
  private static @Nullable String mimeType(String brands) {
    var all = new ArrayList<String>();
    for (int i = 0; i + 4 <= brands.length(); i += i == 0 ? 8 : 4) { // a version is in between
      all.add(brands.substring(i, i + 4));
    }
    if (all.isEmpty()) {
      return null;
    }
    String first = all.get(0);
    if (HEIC.contains(first)) {
      return "image/heic";
    } else if (first.equals("avif") || (first.equals("mif1") && all.contains("avif"))) {
      return "image/avif";
    } else if (first.equals("mif1")) {
      return all.stream().anyMatch(HEIC::contains) ? "image/heic" : "image/heif";
    }
    return null;
  }

  /** Returns what is said of the primary item. */
  private static @Nullable ImageHeader header(String mimeType, ByteBuffer meta) {
    try {
      meta.getInt(); // its version and flags
      ByteBuffer primary = box(meta, "pitm");
      ByteBuffer all = box(meta, "iprp");
      ByteBuffer properties = all == null ? null : box(all, "ipco");
      ByteBuffer associations = all == null ? null : box(all, "ipma");
      return primary == null || properties == null || associations == null
          ? null
          : header(mimeType, boxes(properties), associated(number(primary), associations));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return null; // a box says that it is longer than what it is in
    }
  }

  private static long number(ByteBuffer primary) {
    int version = primary.getInt() >>> 24;
    return version == 0 ? primary.getShort() & 0xffff : primary.getInt() & 0xffffffffL;
  }

  /** Returns the numbers of the properties of an item, from 1 on. */
  private static List<Integer> associated(long item, ByteBuffer list) {
    int head = list.getInt();
    boolean isLong = head >>> 24 > 0;
    boolean areTwoBytes = (head & 1) != 0;
    var numbers = new ArrayList<Integer>();
    for (long entries = list.getInt() & 0xffffffffL; entries > 0; entries--) {
      long id = isLong ? list.getInt() & 0xffffffffL : list.getShort() & 0xffff;
      for (int count = list.get() & 0xff; count > 0; count--) {
        int number = areTwoBytes ? list.getShort() & 0x7fff : list.get() & 0x7f;
        if (id == item) {
          numbers.add(number);
        }
      }
    }
    return numbers;
  }

  private static @Nullable ImageHeader header(
      String mimeType, List<Box> properties, List<Integer> numbers) {
    int width = 0;
    int height = 0;
    boolean isTurned = false;
    for (int number : numbers) {
      if (number < 1 || number > properties.size()) {
        continue;
      }
      Box property = properties.get(number - 1);
      if (property.name.equals("ispe")) {
        width = property.body.getInt(4);
        height = property.body.getInt(8);
      } else if (property.name.equals("irot")) {
        isTurned = (property.body.get(0) & 1) != 0; // by a quarter, or three
      }
    }
    return width <= 0 || height <= 0
        ? null
        : new ImageHeader(mimeType, isTurned ? height : width, isTurned ? width : height, 1, 1);
  }

  /** A box without its head. */
  private record Box(String name, ByteBuffer body) {}

  /** Returns the first box of a name; null if there is none. */
  private static @Nullable ByteBuffer box(ByteBuffer parent, String name) {
    return boxes(parent).stream()
        .filter(each -> each.name.equals(name))
        .map(Box::body)
        .findFirst()
        .orElse(null);
  }

  /** Returns the boxes in what is left of another one, which stays as it is. */
  private static List<Box> boxes(ByteBuffer parent) {
    ByteBuffer rest = parent.slice();
    var boxes = new ArrayList<Box>();
    while (rest.remaining() >= 8) {
      long size = rest.getInt() & 0xffffffffL;
      byte[] name = new byte[4];
      rest.get(name);
      long body = size == 0 ? rest.remaining() : size - 8;
      if (body < 0 || body > rest.remaining()) {
        throw new BufferUnderflowException();
      }
      boxes.add(new Box(new String(name, ISO_8859_1), rest.slice(rest.position(), (int) body)));
      rest.position(rest.position() + (int) body);
    }
    return boxes;
  }
}
