package dev.attache.types.tables;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tika.mime.MimeTypes;
import org.jspecify.annotations.Nullable;

/**
 * The build's compiler of Tika's magics into what {@link MagicTable} reads.
 *
 * <p>The form, all numbers big-endian: the number of types (2 bytes), each type's length (1) and
 * name; the number of first-byte sets (2), each a bit set of 32 bytes; the rules in Tika's order,
 * each its priority (1), type (2), first-byte set (2), length (2) and clause. A clause is its kind
 * (1), the length of the rest (2), and either more clauses (after a minimum, 1, if some suffice) or
 * the range of offsets (2, 2) and a pattern (with its mask).
 */
final class MagicCompiler {
  private final List<String> types = new ArrayList<>();
  private final List<BitSet> firstSets = new ArrayList<>();

  private MagicCompiler() {}

  static byte[] compile(MimeTypes tika) throws IOException {
    return new MagicCompiler().table((List<?>) TikaInternals.read(tika, "magics"));
  }

  private byte[] table(List<?> magics) throws IOException {
    var rules = new ByteArrayOutputStream();
    var out = new DataOutputStream(rules);
    for (Object magic : magics) {
      String type = TikaInternals.read(magic, "type").toString();
      if (type.equals(TypeTree.OCTET_STREAM)) {
        continue; // Tika's own evaluation takes such a match for none
      }
      Object clause = TikaInternals.read(magic, "clause");
      byte[] code = clause(clause);
      out.writeByte((int) TikaInternals.read(magic, "priority"));
      out.writeShort(index(types, type));
      out.writeShort(index(firstSets, firstBytes(clause)));
      out.writeShort(code.length);
      out.write(code);
    }
    var table = new ByteArrayOutputStream();
    writeHeader(new DataOutputStream(table));
    rules.writeTo(table);
    return table.toByteArray();
  }

  private void writeHeader(DataOutputStream out) throws IOException {
    out.writeShort(types.size());
    for (String type : types) {
      out.writeByte(type.length());
      out.writeBytes(type);
    }
    out.writeShort(firstSets.size());
    for (BitSet set : firstSets) {
      out.write(bits(set));
    }
  }

  private static byte[] bits(BitSet set) {
    return Arrays.copyOf(set.toByteArray(), 32);
  }

  private static <T> int index(List<T> list, T item) {
    int index = list.indexOf(item);
    if (index < 0) {
      list.add(item);
      return list.size() - 1;
    }
    return index;
  }

  private static byte[] clause(Object clause) throws IOException {
    var body = new ByteArrayOutputStream();
    var out = new DataOutputStream(body);
    int kind = kind(clause);
    if (kind == MagicEvaluation.AT_LEAST) {
      out.writeByte((int) TikaInternals.read(clause, "min"));
    }
    List<?> children = children(clause);
    if (children != null) {
      for (Object child : children) {
        out.write(clause(child));
      }
    } else {
      writePattern(kind, detector(clause), out);
    }
    return withHeader(kind, body.toByteArray());
  }

  private static byte[] withHeader(int kind, byte[] body) throws IOException {
    var code = new ByteArrayOutputStream();
    var out = new DataOutputStream(code);
    out.writeByte(kind);
    out.writeShort(body.length);
    out.write(body);
    return code.toByteArray();
  }

  private static void writePattern(int kind, Object detector, DataOutputStream out)
      throws IOException {
    out.writeShort((int) TikaInternals.read(detector, "offsetRangeBegin"));
    out.writeShort((int) TikaInternals.read(detector, "offsetRangeEnd"));
    if (kind == MagicEvaluation.REGEX) {
      out.write(bits(firstBytesAt(detector)));
      out.write(firstPairs(detector));
    }
    out.write((byte[]) TikaInternals.read(detector, "pattern"));
    if (kind == MagicEvaluation.MASKED) {
      out.write((byte[]) TikaInternals.read(detector, "mask"));
    }
  }

  private static int kind(Object clause) {
    return switch (clause.getClass().getSimpleName()) {
      case "AndClause" -> MagicEvaluation.ALL;
      case "OrClause" -> MagicEvaluation.ANY;
      case "MinShouldMatchClause" -> MagicEvaluation.AT_LEAST;
      case "MagicMatch" -> patternKind(detector(clause));
      default -> throw new IllegalStateException("unknown clause of Tika's: " + clause.getClass());
    };
  }

  private static int patternKind(Object detector) {
    if ((boolean) TikaInternals.read(detector, "isRegex")) {
      return MagicEvaluation.REGEX;
    }
    boolean ignoresCase = (boolean) TikaInternals.read(detector, "isStringIgnoreCase");
    for (byte mask : (byte[]) TikaInternals.read(detector, "mask")) {
      if (mask != -1) {
        if (ignoresCase) {
          throw new IllegalStateException("a mask and no case in one pattern: " + detector);
        }
        return MagicEvaluation.MASKED;
      }
    }
    return ignoresCase ? MagicEvaluation.IGNORE_CASE : MagicEvaluation.BYTES;
  }

  private static @Nullable List<?> children(Object clause) {
    if (clause.getClass().getSimpleName().equals("MagicMatch")) {
      return null;
    }
    Object clauses = TikaInternals.read(clause, "clauses");
    return clauses instanceof Object[] array ? List.of(array) : (List<?>) clauses;
  }

  /** The first bytes with which a content may match; too many is safe, too few is not. */
  private static BitSet firstBytes(Object clause) {
    List<?> children = children(clause);
    if (children == null) {
      return firstBytesOfPattern(detector(clause));
    }
    boolean all = kind(clause) == MagicEvaluation.ALL;
    var set = new BitSet();
    set.set(0, 256, all);
    for (Object child : children) {
      if (all) {
        set.and(firstBytes(child));
      } else {
        set.or(firstBytes(child));
      }
    }
    return set;
  }

  private static BitSet firstBytesOfPattern(Object detector) {
    boolean anchored = (int) TikaInternals.read(detector, "offsetRangeEnd") == 0;
    BitSet set = firstBytesAt(detector);
    if (!anchored) {
      set.set(0, 256);
    }
    return set;
  }

  /** The bytes that a place may have for the pattern to match there. */
  private static BitSet firstBytesAt(Object detector) {
    byte[] pattern = (byte[]) TikaInternals.read(detector, "pattern");
    byte mask = ((byte[]) TikaInternals.read(detector, "mask"))[0];
    int kind = patternKind(detector);
    boolean isRegex = kind == MagicEvaluation.REGEX;
    var regex = Pattern.compile(isRegex ? new String(pattern, StandardCharsets.UTF_8) : "");
    var set = new BitSet();
    for (int b = 0; b < 256; b++) {
      int lower = kind == MagicEvaluation.IGNORE_CASE ? Character.toLowerCase(b) : b;
      set.set(
          b,
          isRegex
              ? mayBegin(regex, String.valueOf((char) b))
              : (byte) (lower & mask) == pattern[0]);
    }
    return set;
  }

  /**
   * The number of pairs of bytes that a searched expression may begin with, and they; 0 if many or
   * any.
   */
  private static byte[] firstPairs(Object detector) {
    var pairs = new ByteArrayOutputStream();
    var regex =
        Pattern.compile(
            new String((byte[]) TikaInternals.read(detector, "pattern"), StandardCharsets.UTF_8));
    pairs.write(0);
    for (int pair = 0; pair < 65536; pair++) {
      if (mayBegin(regex, (char) (pair >> 8) + String.valueOf((char) (pair & 0xff)))) {
        pairs.write(pair >> 8);
        pairs.write(pair);
      }
    }
    byte[] all = pairs.toByteArray();
    if (all.length > 32 || regex.matcher("\0").lookingAt()) {
      return new byte[1]; // too many to be of use, or the zeros beyond the end could begin a match
    }
    all[0] = (byte) (all.length / 2);
    return all;
  }

  /** Whether more bytes could turn what is no match yet into one ({@link Matcher#hitEnd}). */
  private static boolean mayBegin(Pattern regex, String beginning) {
    Matcher matcher = regex.matcher(beginning);
    return matcher.lookingAt() || matcher.hitEnd();
  }

  private static Object detector(Object magicMatch) {
    return TikaInternals.call(magicMatch, "getDetector");
  }
}
