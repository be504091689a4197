package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.types.tables.SortedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of {@code key-shapes.txt}, by the places in a text where one may begin. Thread-safe.
 *
 * <p>Of each beginning, the three bytes that are rarest in texts are its anchor.
 */
final class KeyTable {

  /** The length of an anchor. */
  static final int ANCHOR = 3;

  /** What may come after a beginning that is shorter than an anchor. */
  private static final byte[] AFTER =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-=.+/".getBytes(US_ASCII);

  /**
   * The pairs of characters that come most often in texts and sources, in groups, of which each comes
   * half as often as the one before.
   */
  private static final String[] COMMON = {
      "  e inrether ton, orattes t ensest iesdehetilen  aisetalanarntco",
      " sliioit crid meedtr \"r nd ongnsro= ta 'ce =f  rtora p fpaasicneilecurpe',ctel "
          + "ngeodveacfihi bams. dll: siif",
      "maomexnay chprutdioula wncha ess lrsfocaeanoo eflounul mrtoppttuFFofmprntsa otl "
          + "==g lt\" igvaem00po\",clblibadusoctyolckidimeppl huekee.ht-- Sspso=\"belsh lurr "
          + "uaibuttrywi Tieageeos",
      "ho vypsu /Stm rm//shabownislCoe,dapumoubirap Alfxt O. oogit.rguF Cppiv Pia Imiey"
          + "e_doFDc ldwa.cboxshrup Lt_Liumnu/ \"\"Inrc20rulys/quRe Fcr 2 gfamlf. Npy -ipcuw "
          + "ffe:baThu5auciu6r'uiovviddbys,scu8nf 0u7ewghLIavfr.hR femmu9.stcgnr.rdtpeveg01/a",
      ".pOReqwht,S INsaxcs:wobsjee\"t-tmnp__ayE obd.u0grn.ud GPae' 1No_cExftogERpibj Dm"
          + "s_sARfubrSe Wiz/tdsdue-ANPrrkTH/lzek  R/cgsoiITnkxp MbiNT.gREmbs\"g.Deu3 Bl.t:t/"
          + "ucpsFiweESyt_tkat'ua11ix._SE0x\":/pl/Ma_ps_e/ _.otwf=d_p go/sxen,'sdl10TI kONENu"
          + "2nnpm_itdr,u .anv E/dT  Ut\".in'ys.es'yr y.ly.NagtHEguSo..1.nyok_deoufFoak/ir_ &"
          + "0 ':KeACebtlu4&&EDsy.nccrl' .rIS- n\"DE_f30s=CEwr/gNSGenlyo/bOF"
  };

  /** What may be the end of an anchor of two bytes. */
  private static final String SIGNS = "_-~";

  /** By pair of bytes, about how often it comes in texts. */
  private static final byte[] FREQUENCIES = frequencies();

  /** The table that the build makes a part of a class. */
  static final KeyTable STANDARD = KeyTable.of(SortedTable.text("key-shapes"));

  /** By pair of bytes, 1 if it is a part of an anchor, else 0. */
  final byte[] pairs = new byte[1 << 16];

  /** By slot, 1 if it is that of an anchor, else 0. */
  final byte[] anchors = new byte[1 << 16];

  /** The beginnings by the first pair of their anchors; null where there are none. */
  final Beginning[] @Nullable [] byPair = new Beginning[1 << 16][];

  /** The shapes that the names of files have a part in. */
  final List<KeyShape> ofFiles = new ArrayList<>();

  private final List<String> harmless = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();
  private List<String> quoted = List.of();

  /** One beginning of one shape. The last byte of its anchor may be the first after it. */
  static final class Beginning {

    final byte[] text;
    final int offset; // where in it the anchor is
    final KeyShape shape;

    private Beginning(byte[] text, int offset, KeyShape shape) {
      this.text = text;
      this.offset = offset;
      this.shape = shape;
    }

    boolean isAt(byte[] bytes, int from, int start, int end) {
      int length = text.length;
      if (start < from || length > end - start) {
        return false;
      }
      for (int i = 0; i < length; i++) {
        if (bytes[start + i] != text[i]) {
          return false;
        }
      }
      return true;
    }
  }

  private KeyTable() {}

  /** Reads the lines of a table. */
  static KeyTable of(String lines) {
    var table = new KeyTable();
    int end = 0;
    for (int start = 0; start < lines.length(); start = end + 1) {
      end = lines.indexOf('\n', start);
      if (end > start && lines.charAt(start) != '#') {
        table.add(lines.substring(start, end));
      }
    }
    return table;
  }

  private void add(String line) {
    int second = line.indexOf("  ");
    int third = line.lastIndexOf("  ");
    String rest = line.substring(third + 2);
    List<String> beginnings = NameSpellings.of(line.substring(second, third).strip());
    var shape = new KeyShape(line.substring(0, second), rest);
    switch (rest) {
      case KeyShape.HARMLESS:
        harmless.addAll(beginnings);
        break;
      case KeyShape.EXAMPLE:
        examples.addAll(beginnings);
        break;
      case KeyShape.QUOTED:
        quoted = beginnings;
        break;
      case KeyShape.ALONE, KeyShape.NUMBERS, KeyShape.PHRASE:
        shape.setFiles(beginnings);
        ofFiles.add(shape);
        break;
      default:
        for (String beginning : beginnings) {
          add(beginning, shape);
        }
    }
  }

  /** Whether a value without quotes counts in a file, or is code there. */
  boolean needsQuotes(String fileName) {
    return quoted.contains(fileName.substring(fileName.lastIndexOf('.') + 1));
  }

  /** Whether a name, up to its end, is of something that is random and no secret. */
  boolean isHarmless(String name) {
    for (int i = 0; i < harmless.size(); i++) {
      if (name.endsWith(harmless.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] frequencies() {
    var frequencies = new byte[1 << 16];
    Arrays.fill(frequencies, (byte) 1);
    byte frequency = 1 << 6;
    for (String group : COMMON) {
      byte[] pairs = group.getBytes(US_ASCII);
      for (int i = 0; i < pairs.length; i += 2) {
        frequencies[pair(pairs, i)] = frequency;
      }
      frequency /= 2;
    }
    return frequencies;
  }

  /** Whether a line has a value that documentation has made public. */
  boolean isExample(String line) {
    for (int i = 0; i < examples.size(); i++) {
      if (line.contains(examples.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Adds a beginning by the anchor that costs least beside those that are there. */
  private void add(String beginning, KeyShape shape) {
    byte[] text = beginning.getBytes(US_ASCII);
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int offset = 0; offset <= text.length - 2 && least > 0; offset++) {
      int cost = cost(text, offset);
      if (cost < least) {
        best = offset;
        least = cost;
      }
    }
    add(new Beginning(text, best, shape));
  }

  /**
   * Returns about how often the pairs of an anchor come that are in no other. What comes after a
   * sign, as most keys have one there, is needed once for all.
   */
  private int cost(byte[] text, int offset) {
    int cost = cost(text[offset], text[offset + 1]);
    if (offset + 2 < text.length) {
      return cost + cost(text[offset + 1], text[offset + 2]);
    }
    return SIGNS.indexOf(text[offset + 1]) >= 0 ? cost : Integer.MAX_VALUE - 1;
  }

  private int cost(byte first, byte second) {
    int pair = (first << 8) | second;
    return pairs[pair] != 0 ? 0 : FREQUENCIES[pair];
  }

  private void add(Beginning beginning) {
    byte[] text = beginning.text;
    int at = beginning.offset;
    pairs[pair(text, at)] = 1;
    if (at + 2 < text.length) {
      addEnd(text, at, text[at + 2]);
    } else {
      for (byte c : AFTER) {
        addEnd(text, at, c);
      }
    }
    int slot = pair(text, at);
    Beginning[] others = byPair[slot];
    Beginning[] all = others == null ? new Beginning[1] : Arrays.copyOf(others, others.length + 1);
    all[all.length - 1] = beginning;
    byPair[slot] = all;
  }

  private void addEnd(byte[] text, int at, byte end) {
    pairs[(text[at + 1] << 8) | end] = 1;
    anchors[slot(text[at], text[at + 1], end)] = 1;
  }

  /** Where the table of anchors has these three bytes, and few others that occur. */
  static int slot(byte first, byte second, byte third) {
    return ((first << 11) ^ (second << 5) ^ third) & 0xFFFF;
  }

  static int pair(byte[] bytes, int at) {
    return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
  }
}
