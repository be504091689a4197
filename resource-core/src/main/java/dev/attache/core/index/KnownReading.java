package dev.attache.core.index;

import dev.attache.core.secrets.FoundKey;
import dev.attache.resource.ContentDigest;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of having read a content, without the content. Immutable.
 *
 * @param isText whether it is a text
 * @param size the bytes of the content: those of the UTF-8, if it is a text
 * @param digest that of the content
 * @param bytesDigest that of the bytes from which a text was converted; null if it was not
 * @param type how its type was decided
 * @param notes what was converted or uncertain, a line each
 * @param keys what looks like keys in it; null if nobody has looked
 * @param count what a plan says of it; null if nobody has counted
 */
public record KnownReading(
    boolean isText,
    long size,
    ContentDigest digest,
    @Nullable ContentDigest bytesDigest,
    TypeDecision type,
    List<String> notes,
    @Nullable List<FoundKey> keys,
    @Nullable Count count) {

  private static final int TEXT = 1;
  private static final int CONVERTED = 2;
  private static final int SEARCHED = 4;
  private static final int COUNTED = 8;
  private static final int DECLARED = 16;
  private static final int NAMED = 32;
  private static final int SNIFFED = 64;

  private static final int HEX = 16;
  private static final int DIGEST_BYTES = 32;
  private static final ContentKind[] KINDS = ContentKind.values();

  /**
   * What a plan says of a content.
   *
   * @param kind what it is worth
   * @param tokens what it costs, in one form, counted in one way
   */
  public record Count(ContentKind kind, long tokens) {}

  public KnownReading {
    notes = List.copyOf(notes);
    keys = keys == null ? null : List.copyOf(keys);
  }

  /** The same with what a plan says of it. */
  public KnownReading counted(ContentKind kind, long tokens) {
    return new KnownReading(
        isText, size, digest, bytesDigest, type, notes, keys, new Count(kind, tokens));
  }

  /** The bytes from which {@link #parse} makes it again. */
  byte[] bytes() {
    var bytes = new ByteArrayOutputStream(128);
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(flags());
      out.writeLong(size);
      writeDigest(out, digest);
      if (bytesDigest != null) {
        writeDigest(out, bytesDigest);
      }
      writeType(out);
      out.writeShort(notes.size());
      for (String note : notes) {
        out.writeUTF(note);
      }
      if (keys != null) {
        out.writeShort(keys.size());
        for (FoundKey key : keys) {
          out.writeUTF(key.name());
          out.writeInt(key.line());
        }
      }
      if (count != null) {
        out.writeByte(count.kind.ordinal());
        out.writeLong(count.tokens);
      }
    } catch (IOException e) {
      return new byte[0]; // a line of more than 64 KiB: not worth remembering
    }
    return bytes.toByteArray();
  }

  private int flags() {
    return (isText ? TEXT : 0)
        | (bytesDigest != null ? CONVERTED : 0)
        | (keys != null ? SEARCHED : 0)
        | (count != null ? COUNTED : 0)
        | (type.declared() != null ? DECLARED : 0)
        | (type.byName() != null ? NAMED : 0)
        | (type.sniffed() != null ? SNIFFED : 0);
  }

  private void writeType(DataOutputStream out) throws IOException {
    for (String each : new @Nullable String[] {type.declared(), type.byName(), type.sniffed()}) {
      if (each != null) {
        out.writeUTF(each);
      }
    }
    out.writeUTF(type.chosen());
    out.writeUTF(type.why());
  }

  private static void writeDigest(DataOutputStream out, ContentDigest digest) throws IOException {
    String hex = digest.hex();
    for (int i = 0; i < hex.length(); i += 2) {
      out.writeByte(
          Character.digit(hex.charAt(i), HEX) << 4 | Character.digit(hex.charAt(i + 1), HEX));
    }
  }

  /** Reads what {@link #bytes} wrote; null if that is not what it is. */
  static @Nullable KnownReading parse(byte[] bytes, int from) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from))) {
      int flags = in.readUnsignedByte();
      long size = in.readLong();
      ContentDigest digest = readDigest(in);
      ContentDigest bytesDigest = has(flags, CONVERTED) ? readDigest(in) : null;
      var type =
          new TypeDecision(
              has(flags, DECLARED) ? in.readUTF() : null,
              has(flags, NAMED) ? in.readUTF() : null,
              has(flags, SNIFFED) ? in.readUTF() : null,
              in.readUTF(),
              in.readUTF());
      List<String> notes = readNotes(in);
      List<FoundKey> keys = has(flags, SEARCHED) ? readKeys(in) : null;
      Count count =
          has(flags, COUNTED) ? new Count(KINDS[in.readUnsignedByte()], in.readLong()) : null;
      return in.read() >= 0
          ? null
          : new KnownReading(has(flags, TEXT), size, digest, bytesDigest, type, notes, keys, count);
    } catch (IOException | ArrayIndexOutOfBoundsException e) {
      return null;
    }
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private static ContentDigest readDigest(DataInputStream in) throws IOException {
    byte[] hash = new byte[DIGEST_BYTES];
    in.readFully(hash);
    return ContentDigest.of(hash);
  }

  private static List<String> readNotes(DataInputStream in) throws IOException {
    int count = in.readUnsignedShort();
    if (count == 0) {
      return List.of();
    }
    var notes = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      notes.add(in.readUTF());
    }
    return notes;
  }

  private static List<FoundKey> readKeys(DataInputStream in) throws IOException {
    int count = in.readUnsignedShort();
    if (count == 0) {
      return List.of();
    }
    var keys = new ArrayList<FoundKey>();
    for (int i = 0; i < count; i++) {
      keys.add(new FoundKey(in.readUTF(), in.readInt()));
    }
    return keys;
  }
}
