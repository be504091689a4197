package dev.attache.core.index;

import dev.attache.types.TypeDecision;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The decisions on types that were read from an index lately, by their bytes: a tree has few, and
 * thousands of files with the same. Thread-safe, as it may forget any of them at any time.
 */
final class KnownTypes {

  private static final int DECLARED = 1;
  private static final int NAMED = 2;
  private static final int SNIFFED = 4;

  private final @Nullable Known[] lately = new Known[64];

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Known(byte[] bytes, TypeDecision type) {}

  /** Writes a decision behind its length. */
  static void write(TypeDecision type, RecordFields out) {
    int start = out.position();
    out.write(0, 2);
    out.write(
        flag(type.declared(), DECLARED)
            | flag(type.byName(), NAMED)
            | flag(type.sniffed(), SNIFFED),
        1);
    writeIfThere(type.declared(), out);
    writeIfThere(type.byName(), out);
    writeIfThere(type.sniffed(), out);
    out.write(type.chosen());
    out.write(type.why());
    out.writeLengthAt(start);
  }

  private static int flag(@Nullable String value, int flag) {
    return value == null ? 0 : flag;
  }

  private static void writeIfThere(@Nullable String value, RecordFields out) {
    if (value != null) {
      out.write(value);
    }
  }

  /** Reads a decision behind its length. */
  TypeDecision read(RecordFields in) {
    byte[] bytes = in.readBytes((int) in.read(2));
    int slot = Arrays.hashCode(bytes) & lately.length - 1;
    Known known = lately[slot];
    if (known == null || !Arrays.equals(known.bytes, bytes)) {
      known = new Known(bytes, parse(new RecordFields(bytes, 0)));
      lately[slot] = known;
    }
    return known.type;
  }

  private static TypeDecision parse(RecordFields in) {
    int flags = (int) in.read(1);
    return new TypeDecision(
        (flags & DECLARED) != 0 ? in.readText() : null,
        (flags & NAMED) != 0 ? in.readText() : null,
        (flags & SNIFFED) != 0 ? in.readText() : null,
        in.readText(),
        in.readText());
  }
}
