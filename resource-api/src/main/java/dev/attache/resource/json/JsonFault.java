package dev.attache.resource.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/** The fault of a text that should have been JSON, in a phrase for people. */
public final class JsonFault {

  private static final int MAX_LENGTH = 160;

  private JsonFault() {}

  /** {@return the beginning of what others wrote, on one line, for a message} */
  public static String cut(String text) {
    return text.codePointCount(0, text.length()) <= MAX_LENGTH
        ? JsonLine.visible(text)
        : JsonLine.visible(text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH))) + "…";
  }

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
