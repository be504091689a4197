package dev.attache.resource.secrets;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern with a quick look at where its matches may begin, which are few places in most texts: a
 * search that tries the pattern only there finds the same, many times faster.
 *
 * @param beginning must be true wherever a match begins
 */
record SparsePattern(Pattern pattern, Beginning beginning) {

  /** A quick look at one place in a text. */
  interface Beginning {
    boolean isPossible(CharSequence text, int index);
  }

  Search in(CharSequence text) {
    return new Search(text, this);
  }

  /** A search for the matches in one text. */
  static final class Search {

    private final CharSequence text;
    private final SparsePattern sparse;
    private @Nullable Matcher matcher;

    private Search(CharSequence text, SparsePattern sparse) {
      this.text = text;
      this.sparse = sparse;
    }

    /** Finds the first match that begins here or later. */
    boolean find(int from) {
      for (int i = from; i < text.length(); i++) {
        if (sparse.beginning.isPossible(text, i) && match().region(i, text.length()).lookingAt()) {
          return true;
        }
      }
      return false;
    }

    /** What was found last. */
    Matcher match() {
      if (matcher == null) {
        matcher = sparse.pattern.matcher(text);
        matcher.useTransparentBounds(true).useAnchoringBounds(false); // it sees what is before
      }
      return matcher;
    }
  }
}
