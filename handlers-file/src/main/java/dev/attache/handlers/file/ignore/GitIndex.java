package dev.attache.handlers.file.ignore;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The tracked paths of a repository that have a name with a dot at its beginning, from git's index
 * (gitformat-index(5), versions 2 to 4).
 *
 * <p>A repository may come from anybody: its index is bounded, and whatever it lists, nothing of a
 * {@code .git} is tracked. Where it is split, damaged or too large, nothing is, and a problem says
 * so. Immutable and thread-safe.
 */
final class GitIndex {
  private static final int SIGNATURE = 0x44495243; // DIRC
  private static final int EXTENDED = 0x4000;

  /** Extensions that say that the entries are not all, or not all files: link and sdir. */
  private static final int SPLIT = 0x6c696e6b;

  private static final int SPARSE = 0x73646972;

  private static final int STAT_BYTES = 40;
  private static final long MAX_BYTES = 512L << 20;
  private static final int MAX_NAME = 1 << 15;
  private static final int MAX_KEPT = RuleFile.MAX_BYTES;

  /** So much each kept name takes besides its bytes. */
  private static final int OVERHEAD = 24;

  private static final String CONSEQUENCE = "names that begin with a dot count as not tracked";

  /** In the order of their bytes. */
  private final byte[][] paths;

  private GitIndex(List<byte[]> paths) {
    this.paths = paths.toArray(new byte[0][]);
    Arrays.sort(this.paths, Arrays::compareUnsigned);
  }

  /** Reads the index of a repository; without one nothing is tracked. */
  static GitIndex of(GitRepository repository, Consumer<String> problems) {
    Path file = repository.index();
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw new UnreadException("is not a regular file");
      }
      if (attributes.size() > MAX_BYTES) {
        throw new UnreadException("is larger than " + MAX_BYTES + " bytes");
      }
      try (var source = new Source(Files.newInputStream(file))) {
        int digest = repository.digestBytes(problem -> {}); // said with the ignore rules
        return new GitIndex(read(source, digest, attributes.size()));
      }
    } catch (NoSuchFileException e) {
      return new GitIndex(List.of());
    } catch (UnreadException e) {
      problems.accept(file + ": " + e.getMessage() + "; " + CONSEQUENCE);
    } catch (EOFException e) {
      problems.accept(file + ": is damaged; " + CONSEQUENCE);
    } catch (IOException e) {
      problems.accept(file + ": cannot be read; " + CONSEQUENCE);
    }
    return new GitIndex(List.of());
  }

  /** Why an index is not used. */
  private static final class UnreadException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadException(String why) {
      super(why);
    }
  }

  /**
   * Whether a path is tracked, or something below it if it is a directory.
   *
   * @param path has the path from the top of the work tree from {@code start} on
   */
  boolean tracks(byte[] path, int start, boolean isDirectory) {
    byte[] wanted = Arrays.copyOfRange(path, start, path.length + (isDirectory ? 1 : 0));
    if (!isDirectory) {
      return Arrays.binarySearch(paths, wanted, Arrays::compareUnsigned) >= 0;
    }
    byte[] submodule = Arrays.copyOf(wanted, wanted.length - 1);
    wanted[wanted.length - 1] = '/';
    int found = Arrays.binarySearch(paths, wanted, Arrays::compareUnsigned);
    int next = found >= 0 ? found : -found - 1;
    return (next < paths.length && startsWith(paths[next], wanted))
        || Arrays.binarySearch(paths, submodule, Arrays::compareUnsigned) >= 0;
  }

  private static boolean startsWith(byte[] path, byte[] directory) {
    return path.length >= directory.length
        && Arrays.equals(path, 0, directory.length, directory, 0, directory.length);
  }

  private static List<byte[]> read(Source source, int digest, long size) throws IOException {
    if (source.int32() != SIGNATURE) {
      throw new UnreadException("is not an index");
    }
    int version = source.int32();
    if (version < 2 || version > 4) {
      throw new UnreadException(
          "is of version " + Integer.toUnsignedString(version) + ", which is not known");
    }
    List<byte[]> kept = entries(source, version, digest);
    requireWhole(source, size - digest);
    return kept;
  }

  private static List<byte[]> entries(Source source, int version, int digest) throws IOException {
    var kept = new ArrayList<byte[]>();
    int room = MAX_KEPT;
    var name = new Name();
    for (long left = Integer.toUnsignedLong(source.int32()); left > 0; left--) {
      source.skip(STAT_BYTES + digest);
      boolean isExtended = (source.int16() & EXTENDED) != 0 && version > 2;
      source.skip(isExtended ? 2 : 0);
      name.cut(version == 4 ? name.length - source.offset(name.length) : 0);
      source.readTo(name);
      if (version < 4) { // the NUL that was read, and as many as make it a multiple of 8
        int length = STAT_BYTES + digest + (isExtended ? 4 : 2) + name.length;
        source.skip(7 - length % 8);
      }
      if (name.dot >= 0 && !name.isOfGit()) {
        byte[] path = name.bytes();
        kept.add(path);
        room -= path.length + OVERHEAD;
        if (room < 0) {
          throw new UnreadException("has too many names that begin with a dot");
        }
      }
    }
    return kept;
  }

  /**
   * Refuses extensions without which the entries are not all that is tracked.
   *
   * @param end where the digest begins that ends the file
   */
  private static void requireWhole(Source source, long end) throws IOException {
    while (source.position + 8 <= end) {
      int signature = source.int32();
      long size = Integer.toUnsignedLong(source.int32());
      int first = signature >>> 24;
      boolean isOptional = first >= 'A' && first <= 'Z';
      if (!isOptional && signature != SPARSE) {
        throw new UnreadException(
            signature == SPLIT
                ? "is split (core.splitIndex), which is not supported"
                : "has an extension that is not known");
      }
      source.skip(size);
    }
  }

  /** The path of an entry, which in version 4 begins with some of the one before. */
  private static final class Name {
    private byte[] bytes = new byte[256];
    int length;

    /** Where the first name begins that has a dot there; -1 if none has. */
    int dot = -1;

    void cut(int to) {
      length = to;
      dot = dot >= to ? -1 : dot;
    }

    void add(byte[] more, int from, int to) throws UnreadException {
      int start = length;
      length += to - from;
      if (length > MAX_NAME) {
        throw new UnreadException("has a path of more than " + MAX_NAME + " bytes");
      }
      if (length > bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      System.arraycopy(more, from, bytes, start, to - from);
      for (int i = start; dot < 0 && i < length; i++) {
        if (bytes[i] == '.' && (i == 0 || bytes[i - 1] == '/')) {
          dot = i;
        }
      }
    }

    byte[] bytes() {
      return Arrays.copyOf(bytes, length);
    }

    /** Whether it leads through a {@code .git}, which git itself never tracks. */
    boolean isOfGit() {
      String path = "/" + new String(bytes, dot, length - dot, US_ASCII) + "/";
      int at = path.indexOf("/.");
      while (at >= 0 && !path.regionMatches(true, at, "/.git/", 0, 6)) {
        at = path.indexOf("/.", at + 1);
      }
      return at >= 0;
    }
  }

  /** The bytes of an index, in the order of the network. */
  private static final class Source implements Closeable {
    private static final int MAX_OFFSET_BYTES = 4;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    long position;

    Source(InputStream in) {
      this.in = in;
    }

    int read() throws IOException {
      if (at == end) {
        fill();
      }
      position++;
      return buffer[at++] & 0xff;
    }

    int int16() throws IOException {
      return (read() << 8) | read();
    }

    int int32() throws IOException {
      return (int16() << 16) | int16();
    }

    /** Adds the bytes before the next NUL to a path, and skips that. */
    void readTo(Name name) throws IOException {
      do {
        if (at == end) {
          fill();
        }
        int from = at;
        while (at < end && buffer[at] != 0) {
          at++;
        }
        name.add(buffer, from, at);
        position += at - from;
      } while (at == end);
      skip(1);
    }

    void skip(long bytes) throws IOException {
      long left = bytes;
      while (left > 0) {
        if (at == end) {
          fill();
        }
        int step = (int) Math.min(left, end - at);
        at += step;
        position += step;
        left -= step;
      }
    }

    /** A number of up to four bytes as packs have it (gitformat-pack(5), "OFS_DELTA"). */
    int offset(int max) throws IOException {
      int b = read();
      int value = b & 0x7f;
      for (int more = 1; (b & 0x80) != 0 && more < MAX_OFFSET_BYTES; more++) {
        b = read();
        value = ((value + 1) << 7) + (b & 0x7f);
      }
      if (value > max) {
        throw new UnreadException("is damaged");
      }
      return value;
    }

    private void fill() throws IOException {
      at = 0;
      end = Math.max(0, in.read(buffer));
      if (end == 0) {
        throw new EOFException();
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
