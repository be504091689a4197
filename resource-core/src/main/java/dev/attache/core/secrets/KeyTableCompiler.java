package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The build's reading of {@code key-shapes.txt}, which explains its own form: names in all
 * spellings, and of each beginning the anchor that is rarest in texts.
 */
public final class KeyTableCompiler implements Supplier<String> {

  /**
   * The pairs of characters that come most often in texts and sources, in groups, of which each
   * comes half as often as the one before.
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

  /** So that it is one digit. */
  private static final int MAX_OFFSET = 9;

  /** What may be the end of an anchor of two bytes. */
  private static final String SIGNS = "_-~";

  /** By pair of bytes, about how often it comes in texts. */
  private static final byte[] FREQUENCIES = frequencies();

  /** By pair of bytes, whether it is a part of an anchor. */
  private final boolean[] pairs = new boolean[1 << 16];

  /** Prepares to compile a table, once. */
  public KeyTableCompiler() {}

  /** {@return the whole table, compiled} */
  @Override
  public String get() {
    try (InputStream lines = KeyTableCompiler.class.getResourceAsStream("key-shapes.txt")) {
      return compile(new String(Objects.requireNonNull(lines).readAllBytes(), US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] frequencies() {
    var frequencies = new byte[1 << 16];
    Arrays.fill(frequencies, (byte) 1);
    int frequency = 1 << 6;
    for (String group : COMMON) {
      byte[] pairs = group.getBytes(US_ASCII);
      for (int i = 0; i < pairs.length; i += 2) {
        frequencies[pair(pairs[i], pairs[i + 1])] = (byte) frequency;
      }
      frequency /= 2;
    }
    return frequencies;
  }

  /**
   * Returns the lines as {@link KeyTable} reads them: the name, what follows, and the beginnings,
   * separated by tabs. A digit before each beginning says where its anchor is.
   */
  public static String compile(String lines) {
    var compiler = new KeyTableCompiler();
    var compiled = new StringBuilder();
    for (String line : lines.split("\n", -1)) {
      if (!line.isEmpty() && line.charAt(0) != '#') {
        compiler.add(line.split(" {2,}"), compiled);
      }
    }
    return compiled.toString();
  }

  private void add(String[] columns, StringBuilder compiled) {
    compiled.append(columns[0]).append('\t').append(columns[2]);
    boolean hasBeginnings = !columns[2].startsWith("@@");
    for (String word : NameSpellings.of(columns[1])) {
      int anchor = hasBeginnings ? anchor(word.getBytes(US_ASCII)) : 0;
      compiled.append('\t').append(anchor).append(word);
    }
    compiled.append('\n');
  }

  /** Returns where the anchor is that costs least beside those that are there. */
  private int anchor(byte[] text) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    int last = Math.min(text.length - 2, MAX_OFFSET);
    for (int offset = 0; offset <= last && least > 0; offset++) {
      int cost = cost(text, offset);
      if (cost < least) {
        best = offset;
        least = cost;
      }
    }
    for (byte[] anchor : KeyTable.anchors(text, best)) {
      pairs[pair(anchor[0], anchor[1])] = true;
      pairs[pair(anchor[1], anchor[2])] = true;
    }
    return best;
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
    int pair = pair(first, second);
    return pairs[pair] ? 0 : FREQUENCIES[pair];
  }

  private static int pair(byte first, byte second) {
    return (first << 8) | second;
  }
}
