package dev.attache.model.media;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a PDF document (ISO 32000-1, section 7.5) that finds its trailers and its pages.
 * Streams are passed over, but for those of objects, which are unpacked while they are read. Not
 * thread-safe.
 */
final class PdfScanner {

  /** How many bytes all streams of objects may have once they are unpacked. */
  private static final long MOST_UNPACKED = 64L << 20;

  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,15}");
  private static final int MOST_PAGES = 100_000;

  /** By how many bytes the length of a stream may be wrong, as many writers have it. */
  private static final int SLACK = 32;

  private final Set<String> pages = new HashSet<>();
  private int packedPages;
  private int largestCount;
  private int rootCount;
  private long unpackedBytes;
  private boolean isEncrypted;
  private boolean hasTrailer;
  private boolean isEnded;

  private final boolean isByLength;

  private PdfScanner(boolean isByLength) {
    this.isByLength = isByLength;
  }

  /**
   * What a pass has found.
   *
   * @param pages how many pages there are, rather too many than too few; 0 if none is found
   * @param isEncrypted whether a trailer says so
   * @param isWhole whether it has a trailer, and its end comes after the last object
   */
  record Found(int pages, boolean isEncrypted, boolean isWhole) {}

  /**
   * Reads a document from its header on.
   *
   * @param isByLength whether streams are as long as they say; what is found is whole if they are
   * @throws IOException if it cannot be read
   */
  static Found scan(InputStream in, boolean isByLength) throws IOException {
    var scanner = new PdfScanner(isByLength);
    scanner.file(new PdfTokens(in));
    int counted = scanner.rootCount > 0 ? scanner.rootCount : scanner.largestCount;
    return new Found(
        Math.max(counted, scanner.pages.size() + scanner.packedPages),
        scanner.isEncrypted,
        scanner.hasTrailer && scanner.isEnded);
  }

  private void file(PdfTokens tokens) throws IOException {
    String before = "";
    String twoBefore = "";
    String object = "";
    boolean isTrailer = false;
    var dictionary = new Dictionary();
    for (String token = tokens.next(); token != null; token = tokens.next()) {
      switch (token) {
        case "<<" -> {
          dictionary = Dictionary.read(tokens);
          if (isTrailer || dictionary.type.equals("/XRef")) {
            hasTrailer = true;
            isEncrypted |= dictionary.isEncrypted;
          }
          note(dictionary, object);
          isTrailer = false;
        }
        case "obj" -> {
          object = twoBefore + " " + before;
          dictionary = new Dictionary();
          isEnded = false;
        }
        case "stream" -> {
          stream(tokens, dictionary);
          dictionary = new Dictionary();
        }
        case "trailer" -> isTrailer = true;
        case "startxref" -> isEnded = true;
        default -> {}
      }
      twoBefore = before;
      before = token;
    }
  }

  /** Notes an object; one that is written again is the same page. */
  private void note(Dictionary dictionary, @Nullable String object) {
    if (dictionary.type.equals("/Page")) {
      if (object == null || pages.size() >= MOST_PAGES) {
        packedPages++;
      } else {
        pages.add(object);
      }
    } else if (dictionary.type.equals("/Pages")) {
      largestCount = Math.max(largestCount, dictionary.count);
      if (!dictionary.hasParent) {
        rootCount = dictionary.count; // the last one is the newest
      }
    }
  }

  private void stream(PdfTokens tokens, Dictionary dictionary) throws IOException {
    tokens.skipLineEnd();
    if (dictionary.type.equals("/ObjStm") && dictionary.isInflatable() && !isEncrypted) {
      try (var unpacked = new Unpacked(dictionary.inflated(tokens.stream()))) {
        objects(new PdfTokens(unpacked));
      } catch (ZipException | EOFException e) {
        // what is broken has no pages that anybody finds
      }
    } else if (isByLength) {
      tokens.skip(dictionary.length - SLACK); // what looks like its end before is none
    }
    tokens.skipStream();
  }

  /** Reads a stream of objects, which has the numbers of all of them first. */
  private void objects(PdfTokens tokens) throws IOException {
    for (String token = tokens.next(); token != null; token = tokens.next()) {
      if (token.equals("<<")) {
        note(Dictionary.read(tokens), null);
      }
    }
  }

  /** A stream that ends when enough was unpacked. */
  private final class Unpacked extends FilterInputStream {

    Unpacked(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = unpackedBytes > MOST_UNPACKED ? -1 : in.read(bytes, offset, length);
      unpackedBytes += Math.max(0, count);
      return count;
    }
  }

  /** What is looked at of a dictionary. */
  private static final class Dictionary {

    String type = "";
    int count;
    long length;
    boolean hasParent;
    boolean isEncrypted;
    private String filter = "";
    private String lastKey = "";
    private int filters;

    /** Reads one whose beginning was read. */
    static Dictionary read(PdfTokens tokens) throws IOException {
      var dictionary = new Dictionary();
      int depth = 1;
      String key = "";
      for (String token = tokens.next(); token != null; token = tokens.next()) {
        boolean isDeeper = token.equals("<<") || token.equals("[");
        if (token.equals("stream") || token.equals("endobj")) {
          tokens.putBack(token); // it has no end
          break;
        } else if (token.equals(">>") || token.equals("]")) {
          depth--;
          key = depth == 1 ? "" : key;
        } else if (depth == 1 && key.isEmpty()) {
          key = token.startsWith("/") ? token : "";
          dictionary.noteReference(token);
        } else if (depth == 1) {
          dictionary.put(key, token);
          key = isDeeper ? key : "";
        } else if (depth == 2 && key.equals("/Filter")) {
          dictionary.put(key, token);
        }
        depth += isDeeper ? 1 : 0;
        if (depth == 0) {
          break;
        }
      }
      return dictionary;
    }

    /** A number with another and R after it is none, but names an object. */
    private void noteReference(String token) {
      if (token.equals("R") && lastKey.equals("/Length")) {
        length = 0;
      } else if (token.equals("R") && lastKey.equals("/Count")) {
        count = 0;
      }
      lastKey = token.startsWith("/") ? token : lastKey;
    }

    private void put(String key, String value) {
      switch (key) {
        case "/Type" -> type = value;
        case "/Count" -> count = (int) Math.min(number(value), Integer.MAX_VALUE);
        case "/Length" -> length = number(value);
        case "/Parent" -> hasParent = true;
        case "/Encrypt" -> isEncrypted = !value.equals("null");
        case "/Filter" -> {
          if (value.startsWith("/")) {
            filter = value;
            filters++;
          }
        }
        default -> {}
      }
    }

    boolean isInflatable() {
      return filters == 0
          || (filters == 1 && (filter.equals("/FlateDecode") || filter.equals("/Fl")));
    }

    InputStream inflated(InputStream data) {
      return filters == 0 ? data : new InflaterInputStream(data);
    }
  }

  /** Returns a number of at most 15 digits; 0 if it is none. */
  private static long number(String token) {
    return NUMBER.matcher(token).matches() ? Long.parseLong(token) : 0;
  }
}
