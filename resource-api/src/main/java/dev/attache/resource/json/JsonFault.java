package dev.attache.resource.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/** The fault of a text that should have been JSON, in a phrase for people. */
public final class JsonFault {

  private static final int MAX_LENGTH = 160;

  private JsonFault() {}

  /**
   * {@return the beginning of what others wrote, on one line, for a message}
   *
   * @param text any characters; those that cannot be seen become escapes, and after 160 it is cut
   *     off
   */
  public static String cut(String text) {
    return text.codePointCount(0, text.length()) <= MAX_LENGTH
        ? JsonLine.visible(text)
        : JsonLine.visible(text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH))) + "…";
  }

  /**
   * {@return what a parser says of a text, with the place where it was then}
   *
   * @param e as a rule from a parser of JSON; of another the message is taken
   */
  public static String of(IOException e) {
    if (!(e instanceof JsonProcessingException problem)) {
      return cut(String.valueOf(e.getMessage()));
    }
    String what =
        problem instanceof StreamConstraintsException
            ? "a number has too many digits" // all else that the parser limits is checked before
            : cut(String.valueOf(problem.getOriginalMessage()));
    return problem.getLocation() == null
        ? what
        : what + " (at character " + problem.getLocation().getCharOffset() + ")";
  }
}
