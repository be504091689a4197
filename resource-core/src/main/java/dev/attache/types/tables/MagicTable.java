package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tika's magics, compiled by the build into one array of bytes and evaluated there.
 *
 * <p>{@link MagicCompiler} describes the form. The results are those of {@code
 * org.apache.tika.mime.MimeTypes.getMimeType(byte[])}; what makes this quicker is that every rule
 * knows with which bytes a content may begin to match it, so that nearly all rules are passed over.
 */
final class MagicTable {
  private final byte[] code;
  private final String[] types;
  private final int firstSets;
  private final int rules;

  private MagicTable(byte[] code) {
    this.code = code;
    int at = 2;
    types = new String[u16(0)];
    for (int i = 0; i < types.length; i++) {
      types[i] = new String(code, at + 1, code[at] & 0xff, StandardCharsets.US_ASCII);
      at += 1 + (code[at] & 0xff);
    }
    firstSets = at + 2;
    rules = firstSets + 32 * u16(at);
  }

  static MagicTable load() {
    return new MagicTable(SortedTable.resource("magics.bin"));
  }

  /**
   * The types of the rules of the highest priority that match, in Tika's order.
   *
   * @param mayBe the types that count
   */
  List<String> match(byte[] data, int length, Predicate<String> mayBe) {
    List<String> found = new ArrayList<>(2);
    if (length == 0) {
      return found;
    }
    var content = new MagicEvaluation(code, data, length);
    int priority = -1;
    for (int at = rules; at < code.length; at += 7 + u16(at + 5)) {
      if (priority > code[at]) {
        break;
      }
      String type = types[u16(at + 1)];
      if (mayBegin(u16(at + 3), data[0]) && content.matches(at + 7) && mayBe.test(type)) {
        found.add(type);
        priority = code[at];
      }
    }
    return found;
  }

  /** Whether one of the rules for a type matches, whatever its priority. */
  boolean matches(String type, byte[] data, int length) {
    var content = new MagicEvaluation(code, data, length);
    for (int at = rules; at < code.length; at += 7 + u16(at + 5)) {
      if (types[u16(at + 1)].equals(type)
          && mayBegin(u16(at + 3), data[0])
          && content.matches(at + 7)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a rule for a type. */
  boolean knows(String type) {
    for (String known : types) {
      if (known.equals(type)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBegin(int set, byte first) {
    return MagicEvaluation.isIn(code, firstSets + 32 * set, first);
  }

  private int u16(int at) {
    return ((code[at] & 0xff) << 8) | (code[at + 1] & 0xff);
  }
}
