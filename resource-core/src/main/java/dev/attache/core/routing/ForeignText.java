package dev.attache.core.routing;

import dev.attache.support.text.OneLine;

/** The words of a stranger, as a short piece of one line. */
public final class ForeignText {

  private static final int MAX_LENGTH = 500;

  private ForeignText() {}

  /**
   * {@return a text without control characters, and of a long one the beginning}
   *
   * @param text words of any length, with anything in them
   */
  public static String of(String text) {
    return OneLine.blanked(OneLine.fit(text, MAX_LENGTH));
  }

  /**
   * {@return what an exception says of itself, even if it fails at that}
   *
   * @param thrown what a stranger's code threw
   */
  public static String of(Throwable thrown) {
    try {
      return of(thrown.toString());
    } catch (RuntimeException | Error e) { // a stranger's class
      return thrown.getClass().getName();
    }
  }
}
