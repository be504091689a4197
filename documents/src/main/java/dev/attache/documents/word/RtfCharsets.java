package dev.attache.documents.word;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The fonts of an RTF document, which say what its bytes mean. */
final class RtfCharsets {

  private static final int SYMBOL = 2;

  private static final Map<Integer, String> BY_FONT =
      Map.ofEntries(
          Map.entry(77, "x-MacRoman"),
          Map.entry(128, "windows-31j"),
          Map.entry(129, "x-windows-949"),
          Map.entry(130, "x-Johab"),
          Map.entry(134, "GBK"),
          Map.entry(136, "Big5"),
          Map.entry(161, "windows-1253"),
          Map.entry(162, "windows-1254"),
          Map.entry(163, "windows-1258"),
          Map.entry(177, "windows-1255"),
          Map.entry(178, "windows-1256"),
          Map.entry(186, "windows-1257"),
          Map.entry(204, "windows-1251"),
          Map.entry(222, "x-windows-874"),
          Map.entry(238, "windows-1250"),
          Map.entry(254, "IBM437"));

  private final Map<Integer, Charset> fonts = new HashMap<>();
  private final Map<Integer, Boolean> symbols = new HashMap<>();
  private Charset standard = named("windows-1252");
  private int standardFont;

  private static Charset named(String name) {
    return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.ISO_8859_1;
  }

  private static Charset ofCodePage(int page) {
    return switch (page) {
      case 10000 -> named("x-MacRoman");
      case 65001 -> StandardCharsets.UTF_8;
      case 932 -> named("windows-31j");
      case 936 -> named("GBK");
      case 949 -> named("x-windows-949");
      case 950 -> named("Big5");
      case 874 -> named("x-windows-874");
      default ->
          named(
              page >= 1250 && page <= 1258
                  ? "windows-" + page
                  : page < 1000 ? "IBM" + page : "windows-1252");
    };
  }

  void codePage(int page) {
    standard = ofCodePage(page);
  }

  void standardFont(int font) {
    standardFont = font;
  }

  int standardFont() {
    return standardFont;
  }

  void define(int font, int charset) {
    symbols.put(font, charset == SYMBOL);
    String name = BY_FONT.get(charset);
    if (name != null) {
      fonts.put(font, named(name));
    } else if (charset == 0) {
      fonts.put(font, named("windows-1252"));
    }
  }

  void defineCodePage(int font, int page) {
    fonts.put(font, ofCodePage(page));
  }

  void name(int font, String name) {
    String known = name.toLowerCase(Locale.ROOT);
    if (known.startsWith("symbol") || known.startsWith("wingdings")) {
      symbols.put(font, true);
    }
  }

  String decode(byte[] bytes, int font) {
    if (symbols.getOrDefault(font, false)) {
      var text = new StringBuilder();
      for (byte each : bytes) {
        text.append(each >= 0 ? String.valueOf((char) each) : symbol(each & 0xff));
      }
      return text.toString();
    }
    return new String(bytes, fonts.getOrDefault(font, standard));
  }

  /** A sign of a font of symbols. */
  static String symbol(int code) {
    return switch (code) {
      case 0xb7, 0xa7, 0xd8, 0x76 -> "•";
      case 0xfc -> "✓";
      default -> code < 0x7f ? String.valueOf((char) code) : "";
    };
  }
}
