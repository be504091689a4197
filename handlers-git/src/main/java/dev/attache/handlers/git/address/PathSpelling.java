package dev.attache.handlers.git.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.glob.Glob;
import dev.attache.support.text.PercentEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;

/**
 * A path in a repository as an address spells it: a literal path or a glob. What is percent-encoded
 * or follows a backslash is no wildcard.
 *
 * @param glob the path as a glob, in which a backslash quotes; without slashes at its ends
 */
public record PathSpelling(String glob) {

  /** The root of the repository. */
  public static final PathSpelling ROOT = new PathSpelling("");

  private static final String MAGIC = "*?[]{}\\,";
  private static final String KEPT = "/-._~!$&'()+,;=:@";
  private static final PercentEncoding LITERAL = PercentEncoding.keeping(KEPT);

  /** Reads the part of an address. */
  static PathSpelling parse(String spelled) throws AddressException {
    var segments = new ArrayList<String>();
    for (String segment : spelled.split("/", -1)) {
      if (segment.equals("..")) {
        throw new AddressException("must not contain .. in its path");
      }
      if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(parseSegment(segment));
      }
    }
    var path = new PathSpelling(String.join("/", segments));
    return path.isPattern() ? path : ofLiteral(path.literal());
  }

  private static String parseSegment(String segment) throws AddressException {
    var glob = new StringBuilder();
    int at = 0;
    while (at < segment.length()) {
      int end = at;
      while (PercentEncoding.byteAt(segment, end) >= 0) {
        end += 3;
      }
      if (end > at) {
        appendQuoted(glob, decode(segment.substring(at, end)));
      } else if (segment.charAt(at) == '%') {
        throw new AddressException("must not contain a % that is not followed by two hex digits");
      } else {
        glob.append(segment.charAt(end++));
      }
      at = end;
    }
    return glob.toString();
  }

  private static String decode(String escapes) throws AddressException {
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(PercentEncoding.decode(escapes))).toString();
    } catch (CharacterCodingException e) {
      throw new AddressException("must be UTF-8 where it is percent-encoded");
    }
    if (text.indexOf('/') >= 0 || text.indexOf('\0') >= 0) {
      throw new AddressException("must not contain an encoded slash or NUL");
    }
    return text;
  }

  /** Returns the spelling of a path of a repository. */
  public static PathSpelling ofLiteral(String path) {
    var glob = new StringBuilder(path.length());
    appendQuoted(glob, path);
    return new PathSpelling(glob.toString());
  }

  private static void appendQuoted(StringBuilder glob, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (MAGIC.indexOf(text.charAt(i)) >= 0) {
        glob.append('\\');
      }
      glob.append(text.charAt(i));
    }
  }

  /** Whether it is the repository itself. */
  public boolean isRoot() {
    return glob.isEmpty();
  }

  /** Whether it has a wildcard. */
  public boolean isPattern() {
    return Glob.hasMagic(glob);
  }

  /** The path that it spells, if its wildcards are none. */
  public String literal() {
    var path = new StringBuilder(glob.length());
    for (int i = 0; i < glob.length(); i++) {
      boolean isQuote = glob.charAt(i) == '\\' && i + 1 < glob.length();
      path.append(glob.charAt(isQuote ? ++i : i));
    }
    return path.toString();
  }

  /** The canonical spelling. */
  String text() {
    return withoutMarks(isPattern() ? patternText() : LITERAL.encode(literal()));
  }

  private String patternText() {
    var text = new StringBuilder(glob.length());
    for (int i = 0; i < glob.length(); ) {
      int c = glob.codePointAt(i);
      boolean isQuote = c == '\\' && i + 1 < glob.length();
      int from = isQuote ? i + 1 : i;
      int end = from + Character.charCount(glob.codePointAt(from));
      String one = glob.substring(from, end);
      boolean isMagic = MAGIC.contains(one);
      if (isQuote && isMagic) {
        for (byte b : one.getBytes(UTF_8)) {
          PercentEncoding.appendByte(text, b);
        }
      } else {
        text.append(isMagic ? one : LITERAL.encode(one));
      }
      i = end;
    }
    return text.toString();
  }

  /** Encodes each @ that a ref could begin with: those that do not begin a name. */
  private static String withoutMarks(String path) {
    return path.replaceAll("(?<=[^/])@", "%40");
  }
}
