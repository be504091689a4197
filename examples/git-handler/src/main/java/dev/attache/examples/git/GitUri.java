package dev.attache.examples.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The syntax of {@code git:} URIs.
 *
 * <p>Canonical: the names as they were written, decoded once; in a path RFC 3986's {@code pchar}
 * stand for themselves, in a revision also {@code ^}, <code>{</code> and <code>}</code>; all else
 * is upper-case {@code %XX} of its UTF-8 bytes. A missing end of a range is {@code HEAD}, and so is
 * the missing revision of a log.
 *
 * @param kind what is meant
 * @param revision the revision, or the first of a range; empty where a log has just an end
 * @param dots {@code ..} or {@code ...} between two revisions, else empty
 * @param end the last revision of a range or of a log, else empty
 * @param path the path from the top of the tree, without a slash at its beginning; that of a
 *     directory may end with one, and the tree's is empty
 */
record GitUri(Kind kind, String revision, String dots, String end, String path) {

  /** What a URI can mean. */
  enum Kind {
    /** A file or a directory of a revision. */
    TREE,
    /** The changes between two revisions. */
    DIFF,
    /** A log. */
    LOG
  }

  private static final String SCHEME = "git:";
  private static final String LOG = "log";
  private static final String HEAD = "HEAD";
  private static final String PATH_MARKS = "-._~!$&'()*+,;=:@/";
  private static final String REVISION_MARKS = "-._~!$&'()+,;=@/^{}";
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();
  private static final Pattern FULL_ID = Pattern.compile("[0-9a-f]{40}");

  /** What git refuses in the names of branches, less what leads from one commit to another. */
  private static final Pattern NO_REVISION = Pattern.compile("[\\p{Cntrl} :?*\\[\\\\]|^[.\\-/]|//");

  /** Reads a URI whose scheme is {@code git}, in any case. */
  static GitUri parse(String uri) throws ResourceException {
    String rest = uri.substring(SCHEME.length());
    if (rest.equals(LOG) || rest.startsWith(LOG + ":")) {
      return log(rest.length() <= LOG.length() + 1 ? HEAD : rest.substring(LOG.length() + 1), uri);
    }
    int colon = rest.indexOf(':');
    int range = rest.indexOf("..");
    if (range >= 0 && (colon < 0 || range < colon)) {
      return range(Kind.DIFF, rest, range, uri);
    }
    if (colon < 0) {
      throw invalid(
          uri,
          "names a revision only; write git:REVISION:PATH for a file, git:REVISION: for all files,"
              + " git:A..B for changes, or git:log:REVISION for a log");
    }
    String path = decode(rest.substring(colon + 1), uri);
    requirePath(path, uri);
    return new GitUri(Kind.TREE, revision(rest.substring(0, colon), uri), "", "", path);
  }

  private static GitUri log(String range, String uri) throws ResourceException {
    int dots = range.indexOf("..");
    if (dots < 0) {
      return new GitUri(Kind.LOG, "", "", revision(range, uri), "");
    }
    if (range.startsWith("...", dots)) {
      throw invalid(uri, "a log has one revision, or a range with two dots");
    }
    return range(Kind.LOG, range, dots, uri);
  }

  private static GitUri range(Kind kind, String text, int at, String uri) throws ResourceException {
    String dots = text.startsWith("...", at) ? "..." : "..";
    String first = text.substring(0, at);
    String last = text.substring(at + dots.length());
    if (first.isEmpty() && last.isEmpty()) {
      throw invalid(uri, "a range needs a revision at one end at least");
    }
    return new GitUri(
        kind,
        revision(first.isEmpty() ? HEAD : first, uri),
        dots,
        revision(last.isEmpty() ? HEAD : last, uri),
        "");
  }

  private static String revision(String encoded, String uri) throws ResourceException {
    String revision = decode(encoded, uri);
    if (revision.isEmpty() || NO_REVISION.matcher(revision).find() || revision.contains("..")) {
      throw invalid(uri, "\"" + encode(revision, REVISION_MARKS) + "\" cannot be a revision");
    }
    return revision;
  }

  private static void requirePath(String path, String uri) throws ResourceException {
    List<String> segments = List.of(path.split("/", -1));
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      boolean isEnd = i == segments.size() - 1; // a slash at the end is that of a directory
      if (segment.equals(".") || segment.equals("..") || (segment.isEmpty() && !isEnd)) {
        throw invalid(
            uri, "a path starts from the top of the tree, without \".\", \"..\" or empty segments");
      }
    }
  }

  /** The canonical URI. */
  ResourceUri canonical() {
    return switch (kind) {
      case TREE ->
          ResourceUri.of(
              SCHEME + encode(revision, REVISION_MARKS) + ":" + encode(path, PATH_MARKS));
      case DIFF -> ResourceUri.of(SCHEME + encode(range(), REVISION_MARKS));
      case LOG -> ResourceUri.of(SCHEME + LOG + ":" + encode(range(), REVISION_MARKS));
    };
  }

  /** The URI of a file in this revision. */
  GitUri file(String newPath) {
    return new GitUri(Kind.TREE, revision, "", "", newPath);
  }

  /** The revision or the range, as people are shown it. */
  String range() {
    return revision + dots + end;
  }

  /** What to call it: the canonical URI with nothing encoded, as people would type it. */
  String name() {
    return SCHEME
        + switch (kind) {
          case TREE -> revision + ":" + path;
          case DIFF -> range();
          case LOG -> LOG + ":" + range();
        };
  }

  /** The revisions that it names, in order. */
  List<String> revisions() {
    if (kind == Kind.TREE) {
      return List.of(revision);
    }
    return revision.isEmpty() ? List.of(end) : List.of(revision, end);
  }

  /** Whether all revisions are spelled as the IDs of commits, so that they never move. */
  boolean hasFullIdsOnly() {
    return revisions().stream().allMatch(each -> FULL_ID.matcher(each).matches());
  }

  /** Whether it is this one, or in this directory; for exclusions. */
  boolean covers(GitUri other) {
    if (!equals(other.kind == Kind.TREE ? other.file(path) : other)) {
      return false;
    }
    String directory = path.isEmpty() || path.endsWith("/") ? path : path + "/";
    return other.path.equals(path) || other.path.startsWith(directory);
  }

  private static String decode(String encoded, String uri) throws ResourceException {
    byte[] spelled = encoded.getBytes(UTF_8);
    var bytes = new ByteArrayOutputStream(spelled.length);
    for (int i = 0; i < spelled.length; i++) {
      if (spelled[i] == '%') {
        int high = i + 1 < spelled.length ? Character.digit(spelled[i + 1], 16) : -1;
        int low = i + 2 < spelled.length ? Character.digit(spelled[i + 2], 16) : -1;
        int value = 16 * high + low;
        if (high < 0 || low < 0 || value == '/' || value == 0) {
          throw invalid(uri, "has a % that is no %25, or an encoded slash or NUL");
        }
        bytes.write(value);
        i += 2;
      } else {
        bytes.write(spelled[i]);
      }
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      throw invalid(uri, "is not UTF-8 once it is decoded");
    }
  }

  private static String encode(String text, String marks) {
    var encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(UTF_8)) {
      boolean isAlphanumeric =
          (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
      if (isAlphanumeric || marks.indexOf(b) >= 0) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
      }
    }
    return encoded.toString();
  }

  private static ResourceException invalid(String uri, String rule) {
    return ResourceException.of(ResourceException.Kind.INVALID_URI, uri, rule);
  }
}
