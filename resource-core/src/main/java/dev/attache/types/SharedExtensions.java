package dev.attache.types;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.types.tables.ContentTypes;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The extensions that several languages use, and what tells those apart at the beginning of a text:
 * {@code .pl} is Perl or Prolog, {@code .m} Objective-C or MATLAB, {@code .pro} Prolog or one of
 * many configurations.
 */
final class SharedExtensions {

  private static final int LOOK = 4096;

  private static final String PERL = "text/x-perl";
  private static final String PROLOG = "text/x-prolog";
  private static final String OBJECTIVE_C = "text/x-objcsrc";
  private static final String MATLAB = "text/x-matlab";
  private static final String PLAIN = "text/plain";

  /** What the languages look like; made when a file may be of one of them. */
  private static final class Look {
    private static final Pattern IS_PROLOG =
        Pattern.compile("(?m)^\\s*:-\\s*[a-z]|\\)\\s*:-\\s*$|\\) :- ");

    private static final Pattern IS_PERL =
        Pattern.compile(
            "(?m)^\\s*(?:use|no) [A-Za-z:]+|^\\s*package [\\w:]+|^\\s*(?:my|our|sub) [\\w$@%(]");

    private static final Pattern IS_OBJECTIVE_C =
        Pattern.compile("(?m)^\\s*(?:#\\s*(?:import|include|define|if)|@[a-z]+\\b|//|/\\*)");

    private static final Pattern IS_MATLAB =
        Pattern.compile(
            "(?m)^\\s*(?:function\\b|classdef\\b|%)|^\\s*(?:end|clear|clc)\\b\\s*;?\\s*$");
  }

  private SharedExtensions() {}

  /** Returns the type that a text of a named type has by its content; null if it is that type. */
  static @Nullable String otherThan(
      String named, @Nullable String fileName, byte[] data, int length) {
    return switch (named) {
      case PERL ->
          has(Look.IS_PROLOG, data, length) && !has(Look.IS_PERL, data, length) ? PROLOG : null;
      case PROLOG -> isPro(fileName) && isOther(data, length) ? PLAIN : null;
      case OBJECTIVE_C ->
          has(Look.IS_MATLAB, data, length) && !has(Look.IS_OBJECTIVE_C, data, length)
              ? MATLAB
              : null;
      default -> null;
    };
  }

  private static boolean isPro(@Nullable String fileName) {
    return fileName != null && fileName.endsWith(".pro");
  }

  private static boolean isOther(byte[] data, int length) {
    return !has(Look.IS_PROLOG, data, length) && ContentTypes.firstInk(data, length) != '<';
  }

  private static boolean has(Pattern pattern, byte[] data, int length) {
    return pattern.matcher(new String(data, 0, Math.min(length, LOOK), ISO_8859_1)).find();
  }
}
