package dev.attache.types;

import dev.attache.types.tables.SortedTable;
import java.util.Locale;

/**
 * The languages of Markdown fences, and the canonical names of MIME types; both from one table that
 * the build makes of {@code source-types.txt} and Tika's aliases.
 */
public final class FenceLanguages {
  private FenceLanguages() {}

  /**
   * {@return the info string for a fenced block of this type, such as {@code rust}; empty if there
   * is none} Types with a structured suffix (RFC 6839, RFC 9512) have the language of the suffix.
   *
   * @param type a MIME type without parameters, in any case
   */
  public static String of(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    String entry = Aliases.TABLE.find(name);
    String fence = entry == null ? "" : fence(entry);
    if (!fence.isEmpty()) {
      return fence;
    }
    int plus = name.lastIndexOf('+');
    return switch (plus < 0 ? "" : name.substring(plus + 1)) {
      case "json" -> "json";
      case "xml" -> "xml";
      case "yaml" -> "yaml";
      default -> "";
    };
  }

  private static String fence(String entry) {
    String fence = entry.substring(entry.indexOf('\t') + 1);
    if (!fence.isEmpty()) {
      return fence;
    }
    // An alias of Tika's for a type of ours leads there by way of the canonical name.
    String canonical = Aliases.TABLE.find(entry.substring(0, entry.indexOf('\t')));
    return canonical == null ? "" : canonical.substring(canonical.indexOf('\t') + 1);
  }

  /**
   * {@return the one name that the other names of a type stand for: {@code text/x-rust} for {@code
   * text/rust}}
   *
   * @param type a MIME type without parameters, in lower case
   */
  public static String canonical(String type) {
    String entry = Aliases.TABLE.find(type);
    return entry == null ? type : entry.substring(0, entry.indexOf('\t'));
  }

  private static final class Aliases {
    static final SortedTable TABLE = SortedTable.load("type-fences");
  }
}
