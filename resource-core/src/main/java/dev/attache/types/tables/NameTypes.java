package dev.attache.types.tables;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The types that file names tell: Tika's globs under Attaché's own names and extensions, in one
 * generated table.
 *
 * <p>Like Tika, it looks for the whole name, then for the longest known ending, and then once more
 * in lower case.
 */
public final class NameTypes {
  /** The longest extension is {@code .schema.json} or alike; longer endings are not looked up. */
  private static final int LONGEST_EXTENSION = 32;

  /** The files in there are named for classes, and a class may be called C. */
  private static final String SERVICES = "META-INF/services/";

  /** More endings than this are not remembered: names can be made up without end. */
  private static final int MOST_ENDINGS = 1024;

  private static final SortedTable TABLE = SortedTable.load("type-names");

  /** The whole names, because nearly every name is looked for among them in vain. */
  private static final Set<String> WHOLE_NAMES = TABLE.keys("=");

  /** What was said of endings before; {@link #UNKNOWN} where nothing was. */
  private static final Map<String, Named> ENDINGS = new ConcurrentHashMap<>();

  private static final Named UNKNOWN = new Named("", "", false);

  private NameTypes() {}

  /**
   * What a name says.
   *
   * @param ours the type of Attaché's table, or empty
   * @param tikas the type of Tika's globs, or empty
   * @param whole whether the whole name is known, and not just its extension
   */
  public record Named(String ours, String tikas, boolean whole) {
    /** The type for a text. */
    public String forText() {
      return ours.isEmpty() ? tikas : ours;
    }

    /** The type for bytes: source types are no help there when Tika knows better. */
    public String forBytes() {
      return tikas.isEmpty() ? ours : tikas;
    }

    /** What is left where our own type does not fit the content. */
    @Nullable
    public Named withoutOurs() {
      return tikas.isEmpty() ? null : new Named("", tikas, whole);
    }

    boolean isKnown() {
      return !ours.isEmpty() || !tikas.isEmpty();
    }

    public boolean isOurs() {
      return !ours.isEmpty();
    }

    public String why() {
      return whole ? "by file name" : "by extension";
    }
  }

  /** Looks up the last segment of a path or a plain name. */
  public static @Nullable Named find(@Nullable String path) {
    if (path == null) {
      return null;
    }
    int start = path.lastIndexOf('/') + 1;
    String name = path.substring(start);
    if (path.startsWith(SERVICES, start - SERVICES.length())) {
      return new Named(TypeTree.PLAIN, TypeTree.PLAIN, true);
    }
    var named = findExactly(name);
    if (named != null) {
      return named;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals(name) ? null : findExactly(lower);
  }

  /** The types of the programs that a {@code #!} line names, separated by commas, or null. */
  static @Nullable String ofInterpreter(String program) {
    return TABLE.find(program, 0, "#!");
  }

  private static @Nullable Named findExactly(String name) {
    String whole = WHOLE_NAMES.contains(name) ? TABLE.find(name, 0, "=") : null;
    if (whole != null) {
      return named(whole, true);
    }
    for (int i = Math.max(0, name.length() - LONGEST_EXTENSION); i < name.length() - 1; i++) {
      if (name.charAt(i) == '.' || name.charAt(i) == '-') {
        Named ending = ofEnding(name.substring(i));
        if (ending.isKnown()) {
          return ending;
        }
      }
    }
    return null;
  }

  private static Named ofEnding(String ending) {
    Named known = ENDINGS.get(ending);
    if (known == null) {
      String types = TABLE.find(ending);
      known = types == null ? UNKNOWN : named(types, false);
      if (ENDINGS.size() < MOST_ENDINGS) {
        ENDINGS.put(ending, known);
      }
    }
    return known;
  }

  private static Named named(String types, boolean whole) {
    int tab = types.indexOf('\t');
    return new Named(types.substring(0, tab), types.substring(tab + 1), whole);
  }
}
