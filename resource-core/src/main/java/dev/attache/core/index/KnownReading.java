package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.core.secrets.FoundKey;
import dev.attache.resource.ContentDigest;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
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
  private static final int LEARNED = 16;

  private static final int HEX_LENGTH = 64;

  /**
   * What a plan says of a content.
   *
   * @param kind what it is worth
   * @param tokens what it costs, in one form, counted in one way
   * @param learned what who counted wants kept beside it; null for nothing
   */
  public record Count(ContentKind kind, long tokens, @Nullable String learned) {}

  public KnownReading {
    notes = List.copyOf(notes);
    keys = keys == null ? null : List.copyOf(keys);
  }

  /** Writes the fields from which {@link #parse} makes it again. */
  void writeTo(RecordFields out) {
    out.write(flags(), 1);
    out.write(size, 8);
    out.write(digest.hex().getBytes(ISO_8859_1));
    if (bytesDigest != null) {
      out.write(bytesDigest.hex().getBytes(ISO_8859_1));
    }
    KnownTypes.write(type, out);
    out.write(notes.size(), 2);
    for (String note : notes) {
      out.write(note);
    }
    if (keys != null) {
      out.write(keys.size(), 2);
      for (FoundKey key : keys) {
        out.write(key.name());
        out.write(key.line(), 4);
      }
    }
    if (count != null) {
      out.write(count.kind.name());
      out.write(count.tokens, 8);
      if (count.learned != null) {
        out.write(count.learned);
      }
    }
  }

  private int flags() {
    return (isText ? TEXT : 0)
        | (bytesDigest != null ? CONVERTED : 0)
        | (keys != null ? SEARCHED : 0)
        | (count != null ? COUNTED : 0)
        | (count != null && count.learned != null ? LEARNED : 0);
  }

  /**
   * Reads what {@link #writeTo} wrote; null if that is not what it is.
   *
   * @param end where it has to end
   * @param types the decisions that were read before
   */
  static @Nullable KnownReading parse(RecordFields in, int end, KnownTypes types) {
    try {
      int flags = (int) in.read(1);
      long size = in.read(8);
      ContentDigest digest = new ContentDigest(in.readAscii(HEX_LENGTH));
      ContentDigest bytesDigest =
          has(flags, CONVERTED) ? new ContentDigest(in.readAscii(HEX_LENGTH)) : null;
      TypeDecision type = types.read(in);
      List<String> notes = readNotes(in);
      List<FoundKey> keys = has(flags, SEARCHED) ? readKeys(in) : null;
      Count count =
          has(flags, COUNTED)
              ? new Count(
                  ContentKind.valueOf(in.readText()),
                  in.read(8),
                  has(flags, LEARNED) ? in.readText() : null)
              : null;
      return in.position() == end
          ? new KnownReading(has(flags, TEXT), size, digest, bytesDigest, type, notes, keys, count)
          : null;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      return null;
    }
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private static List<String> readNotes(RecordFields in) {
    int count = (int) in.read(2);
    if (count == 0) {
      return List.of();
    }
    var notes = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      notes.add(in.readText());
    }
    return notes;
  }

  private static List<FoundKey> readKeys(RecordFields in) {
    int count = (int) in.read(2);
    if (count == 0) {
      return List.of();
    }
    var keys = new ArrayList<FoundKey>();
    for (int i = 0; i < count; i++) {
      keys.add(new FoundKey(in.readText(), (int) in.read(4)));
    }
    return keys;
  }
}
