package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Tika's magics, compiled by the build into one array of bytes and evaluated there.
 *
 * <p>{@link MagicCompiler} describes the form. The results are those of {@code
 * org.apache.tika.mime.MimeTypes.getMimeType(byte[])}; what makes this quicker is that every rule
 * knows with which bytes a content may begin to match it, so that nearly all rules are passed over;
 * which are left for a first byte is found out once. Thread-safe.
 */
final class MagicTable {
  private final byte[] code;
  private final String[] types;
  private final int firstSets;
  private final int rules;
  private final Places[] byFirst = new Places[256];
  private final Map<Integer, Pattern> expressions = new ConcurrentHashMap<>(); // one for a rule

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
    var content = new MagicEvaluation(code, expressions, data, length);
    int priority = -1;
    for (int at : rulesFor(data[0])) {
      if (priority > code[at]) {
        break;
      }
      String type = types[u16(at + 1)];
      if (content.matches(at + 7) && mayBe.test(type)) {
        found.add(type);
        priority = code[at];
      }
    }
    return found;
  }

  /** Whether one of the rules for a type matches, whatever its priority. */
  boolean matches(String type, byte[] data, int length) {
    var content = new MagicEvaluation(code, expressions, data, length);
    for (int at : rulesFor(data[0])) {
      if (types[u16(at + 1)].equals(type) && content.matches(at + 7)) {
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

  /** Where the rules are that content with this first byte may match, in their order. */
  private int[] rulesFor(byte first) {
    Places known = byFirst[first & 0xff];
    if (known == null) {
      known = new Places(places(first));
      byFirst[first & 0xff] = known; // twice, perhaps, with the same ones
    }
    return known.at;
  }

  private int[] places(byte first) {
    int[] places = new int[64];
    int count = 0;
    for (int at = rules; at < code.length; at += 7 + u16(at + 5)) {
      if (mayBegin(u16(at + 3), first)) {
        places = count == places.length ? Arrays.copyOf(places, 2 * count) : places;
        places[count++] = at;
      }
    }
    return Arrays.copyOf(places, count);
  }

  private boolean mayBegin(int set, byte first) {
    return MagicEvaluation.isIn(code, firstSets + 32 * set, first);
  }

  private int u16(int at) {
    return ((code[at] & 0xff) << 8) | (code[at + 1] & 0xff);
  }

  /** Places in the code. What is final is there whole for every thread that sees it. */
  private static final class Places {
    final int[] at;

    Places(int[] at) {
      this.at = at;
    }
  }
}
