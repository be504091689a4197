package dev.attache.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms in which the text of a resource stands in a prompt. */
public enum ResourceLayout {
  /** An element: {@code <resource path="src/App.java">}. The usual form. */
  ELEMENT("element"),

  /** A line that names it, and a fenced block of Markdown. */
  FENCE("fence"),

  /** The element, with a fenced block inside. */
  ELEMENT_FENCE("element+fence");

  /** What the words are, after "must be". */
  public static final String RULE = "element, fence or element+fence";

  private final String word;

  ResourceLayout(String word) {
    this.word = word;
  }

  /** {@return the word for it in settings, options and histories} */
  public String word() {
    return word;
  }

  /** {@return the words for all of them, in order} */
  public static List<String> words() {
    var words = new ArrayList<String>();
    for (ResourceLayout each : values()) {
      words.add(each.word);
    }
    return List.copyOf(words);
  }

  /**
   * {@return the form that a word stands for; null if it stands for none}
   *
   * @param word a word as settings, options and histories have it
   */
  public static @Nullable ResourceLayout ofWord(String word) {
    for (ResourceLayout each : values()) {
      if (each.word.equals(word)) {
        return each;
      }
    }
    return null;
  }
}
