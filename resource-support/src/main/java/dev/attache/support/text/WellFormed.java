package dev.attache.support.text;

import dev.attache.resource.json.WholeCharacters;

/** Text that UTF-8 can express. */
public final class WellFormed {

  private WellFormed() {}

  /**
   * {@return the text with every unpaired surrogate replaced by U+FFFD; mostly the same object}
   *
   * @param text any characters
   */
  public static String text(String text) {
    return WholeCharacters.of(text);
  }
}
