package dev.attache.documents.markdown;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of a paragraph, put together of runs as documents have them: neighbours of the same
 * looks become one, and spaces stay outside of emphasis, where Markdown needs them.
 */
public final class InlineText {

  /** A sign that no text has: what follows is not to be escaped. */
  static final String RAW = "\u0001";

  /** What a run looks like. */
  public enum Style {
    /** Heavier than the text around it. */
    BOLD("**"),
    /** Slanted. */
    ITALIC("*"),
    /** Crossed out. */
    STRIKE("~~");

    private final String marker;

    Style(String marker) {
      this.marker = marker;
    }
  }

  private record Run(String text, Set<Style> styles, @Nullable String link, boolean isRaw) {}

  private final List<Run> runs = new ArrayList<>();

  /** Adds a text without any looks. */
  public InlineText add(String text) {
    return add(text, Set.of(), null);
  }

  /** Adds a text that looks so, and leads to an address if there is one. */
  public InlineText add(String text, Set<Style> styles, @Nullable String link) {
    String clean = clean(text);
    if (clean.isEmpty()) {
      return this;
    }
    int last = runs.size() - 1;
    String target = link == null || link.isBlank() ? null : link;
    Set<Style> looks =
        clean.isBlank()
                && target == null
                && last >= 0
                && runs.get(last).link() == null
                && !runs.get(last).isRaw()
            ? runs.get(last).styles()
            : styles;
    if (last >= 0 && isLike(runs.get(last), looks, target)) {
      runs.set(last, new Run(runs.get(last).text() + clean, looks, target, false));
    } else {
      runs.add(new Run(clean, looks.isEmpty() ? Set.of() : EnumSet.copyOf(looks), target, false));
    }
    return this;
  }

  /** Adds all of another text. */
  public InlineText addAll(InlineText other) {
    runs.addAll(other.runs);
    return this;
  }

  /** Adds a piece of Markdown as it is. */
  public InlineText raw(String markdown) {
    runs.add(new Run(RAW + markdown, Set.of(), null, true));
    return this;
  }

  private static boolean isLike(Run run, Set<Style> styles, @Nullable String link) {
    return !run.isRaw()
        && run.styles().equals(styles)
        && (link == null ? run.link() == null : link.equals(run.link()));
  }

  /** {@return its letters, neither escaped nor marked} */
  public String text() {
    var text = new StringBuilder();
    runs.forEach(run -> text.append(run.text()));
    return text.toString();
  }

  /** {@return whether nothing of it can be seen} */
  public boolean isBlank() {
    return runs.stream().allMatch(run -> run.text().isBlank());
  }

  /** {@return the Markdown of it} */
  public String markdown() {
    return write(true);
  }

  /** {@return the Markdown of it without bold and italic, for headings} */
  public String plain() {
    return write(false);
  }

  /** {@return whether all that can be seen of it looks so} */
  public boolean isAll(Style style) {
    return !isBlank()
        && runs.stream().allMatch(run -> run.text().isBlank() || run.styles().contains(style));
  }

  private String write(boolean hasEmphasis) {
    var out = new StringBuilder();
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      out.append(run.isRaw() ? run.text() : written(i, hasEmphasis, out));
    }
    return out.toString().replaceAll("[ \\t]+(?=\\n)|(?<=\\n)[ \\t]+", "").strip();
  }

  private String written(int index, boolean hasEmphasis, StringBuilder before) {
    Run run = runs.get(index);
    String text = run.text();
    String core = text.strip();
    if (core.isEmpty()) {
      return text;
    }
    int start = text.indexOf(core);
    String inner = MarkdownEscape.text(core);
    boolean isWord =
        (start > 0 || isEdge(before, before.length() - 1))
            && (start + core.length() < text.length() || isEdge(following(index), 0));
    if (isWord && (hasEmphasis || run.styles().contains(Style.STRIKE))) {
      inner = emphasized(inner, run.styles(), hasEmphasis);
    }
    return text.substring(0, start)
        + linked(inner, core, run.link())
        + text.substring(start + core.length());
  }

  /** What the next run begins with; an emphasis is no edge. */
  private String following(int index) {
    if (index + 1 >= runs.size()) {
      return "";
    }
    Run next = runs.get(index + 1);
    boolean isMarked = !next.styles().isEmpty() && !Character.isWhitespace(next.text().charAt(0));
    return isMarked && next.link() == null ? "*" : next.text();
  }

  /** Whether emphasis can begin or end beside a sign: not within a word, nor beside other marks. */
  private static boolean isEdge(CharSequence text, int at) {
    if (at < 0 || at >= text.length()) {
      return true;
    }
    char c = text.charAt(at);
    return !Character.isLetterOrDigit(c) && c != '*' && c != '~';
  }

  private static String emphasized(String text, Set<Style> styles, boolean all) {
    String markers = "";
    for (Style style : Style.values()) {
      if (styles.contains(style) && (all || style == Style.STRIKE)) {
        markers += style.marker;
      }
    }
    if (markers.isEmpty()) {
      return text;
    }
    String closing = new StringBuilder(markers).reverse().toString();
    return markers + text.replace("\n", closing + "\n" + markers) + closing;
  }

  private static String linked(String inner, String text, @Nullable String link) {
    if (link == null) {
      return inner;
    }
    if (link.equals(text) || link.equals("mailto:" + text)) {
      return "<" + link + ">";
    }
    boolean isOdd = link.chars().anyMatch(c -> c <= ' ' || c == '(' || c == ')' || c == '<');
    String target = isOdd ? "<" + link.replaceAll("[<>\\n]", "") + ">" : link;
    return "["
        + inner.replace("\n", " ").replaceAll("(?<!\\\\)([\\[\\]])", "\\\\$1")
        + "]("
        + target
        + ")";
  }

  /** Takes out what nobody can see, and writes all spaces as spaces. */
  public static String clean(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char to = cleaned(c);
      if (to != c && out == null) {
        out = new StringBuilder(text.length()).append(text, 0, i);
      }
      if (out != null && to != 0) {
        out.append(to);
      }
    }
    return out == null ? text : out.toString();
  }

  private static char cleaned(char c) {
    if (c == '\n') {
      return c;
    }
    if (c == '\r' || c == 0x0b || c == 0x2028 || c == 0x2029) {
      return '\n';
    }
    if (c == '\t' || c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x3000) {
      return ' ';
    }
    boolean isHidden =
        c < ' '
            || (c >= 0x7f && c < 0xa0)
            || c == 0xad
            || c == 0x200b
            || c == 0xfeff
            || c == 0x2060
            || (c >= 0x202a && c <= 0x202e)
            || (c >= 0x2066 && c <= 0x2069);
    return isHidden ? 0 : c == 0x2011 ? '-' : c;
  }
}
