package dev.attache.handlers.http.markdown;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What models are given of an HTML page. */
public enum HtmlForm {
  /** The HTML as it is. */
  RAW,
  /** Its main content as Markdown, where it is clear what that is; else all of it. */
  MARKDOWN,
  /** All of it as Markdown. */
  FULL;

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
