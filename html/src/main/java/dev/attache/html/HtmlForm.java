package dev.attache.html;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The form in which models are given an HTML page. */
public enum HtmlForm {
  /** The HTML as it is. */
  RAW,
  /** Its main content as Markdown, where it is clear what that is; else all of it. */
  MARKDOWN,
  /** All of it as Markdown. */
  FULL;

  /**
   * {@return the form with a name}
   *
   * @param name in lower case, as configurations have it
   * @throws IllegalArgumentException if there is none, naming all
   */
  public static HtmlForm parse(String name) {
    return Arrays.stream(values())
        .filter(form -> form.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "html (" + name + ") must be one of " + List.of(values())));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
