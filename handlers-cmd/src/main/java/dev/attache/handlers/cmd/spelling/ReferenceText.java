package dev.attache.handlers.cmd.spelling;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/** The text of a {@code cmd:} reference, whose positions every complaint names. */
record ReferenceText(String value) {

  private static final String QUERY = "//";

  /** Where the reference begins after its scheme. */
  int afterScheme() {
    return value.indexOf(':') + 1;
  }

  /** Whether it is spelled {@code cmd://}, with a query instead of words. */
  boolean isQuery() {
    return value.startsWith(QUERY, afterScheme());
  }

  /** Refuses what no argument of a program can hold. */
  void checkCharacters() throws ResourceException {
    for (int i = 0; i < value.length(); i++) {
      int c = value.codePointAt(i);
      if (c == 0) {
        throw invalid("a NUL cannot be passed to a program", i, "remove it");
      }
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        throw invalid("an unpaired surrogate is not a character", i, "remove it");
      }
      i += Character.charCount(c) - 1;
    }
  }

  /** Decodes a part of the reference once. */
  String decode(int begin, int end, boolean isPlusASpace) throws ResourceException {
    var decoded = new StringBuilder(end - begin);
    for (int i = begin; i < end; ) {
      char c = value.charAt(i);
      if (c == '%') {
        i = decodeRun(i, end, decoded);
      } else {
        decoded.append(isPlusASpace && c == '+' ? ' ' : c);
        i++;
      }
    }
    return decoded.toString();
  }

  /** Decodes the encoded bytes that follow each other here, and returns where they end. */
  private int decodeRun(int begin, int end, StringBuilder decoded) throws ResourceException {
    var bytes = new ByteArrayOutputStream();
    int next = begin;
    while (next < end && value.charAt(next) == '%') {
      bytes.write(decodeOne(next, end));
      next += 3;
    }
    try {
      decoded.append(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())));
    } catch (CharacterCodingException e) {
      throw invalid(
          value.substring(begin, next) + " is not UTF-8",
          begin,
          "encode the UTF-8 bytes of each character");
    }
    return next;
  }

  private int decodeOne(int percent, int end) throws ResourceException {
    int high = percent + 2 < end ? Character.digit(value.charAt(percent + 1), 16) : -1;
    int low = percent + 2 < end ? Character.digit(value.charAt(percent + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw invalid(
          "% is not followed by two hexadecimal digits", percent, "write %25 for a percent sign");
    }
    if (high == 0 && low == 0) {
      throw invalid("a NUL (%00) cannot be passed to a program", percent, "remove it");
    }
    return 16 * high + low;
  }

  /** Returns a part of a reference, once decoded, for one line of a message. */
  static String shown(String part) {
    String shown = Redaction.redact(part);
    boolean isOneLine =
        shown.chars().noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029);
    return isOneLine ? shown : ShellWords.join(List.of(shown));
  }

  /** Returns the complaint about something at a position, and what to do. */
  ResourceException invalid(String problem, int position, String remedy) {
    return ResourceException.of(
        Kind.INVALID_URI, value, problem + " (at " + position + "); " + remedy);
  }
}
