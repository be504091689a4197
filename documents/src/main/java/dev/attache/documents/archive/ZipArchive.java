package dev.attache.documents.archive;

import dev.attache.documents.markdown.CopyFailedException;
import dev.attache.documents.markdown.UnpackedTooLargeException;
import dev.attache.resource.convert.ConversionSource;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files in a document that is a ZIP archive. All that is unpacked of it counts against one
 * limit. Of an archive without its directory, as when its end is missing, the files that are whole
 * can be read.
 */
public final class ZipArchive implements Closeable {

  private static final int MAX_SALVAGED = 32 << 20;
  private static final int BUFFER_SIZE = 64 << 10;

  private final @Nullable Path copy;
  private final @Nullable ZipFile zip;
  private final Map<String, byte[]> salvaged;
  private final long limit;
  private long unpacked;

  private ZipArchive(
      @Nullable Path copy, @Nullable ZipFile zip, Map<String, byte[]> salvaged, long limit) {
    this.copy = copy;
    this.zip = zip;
    this.salvaged = salvaged;
    this.limit = limit;
  }

  /**
   * Opens the archive that a document is.
   *
   * @param limit how many bytes may be unpacked
   */
  public static ZipArchive open(ConversionSource source, long limit) throws IOException {
    try (InputStream in = source.open()) {
      return open(in, limit);
    }
  }

  /**
   * Opens the archive that some bytes are.
   *
   * @param limit how many bytes may be unpacked
   */
  public static ZipArchive open(InputStream in, long limit) throws IOException {
    Path copy;
    try {
      copy = Files.createTempFile("document", ".zip");
    } catch (IOException e) {
      throw new CopyFailedException(e);
    }
    return open(in, copy, limit);
  }

  /** Opens an archive, with a copy of it in this file, which is deleted at its end. */
  static ZipArchive open(InputStream in, Path copy, long limit) throws IOException {
    try {
      copy(in, copy);
      return opened(copy, limit);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(copy);
      if (e instanceof FileSystemException failure) {
        throw new CopyFailedException(failure);
      }
      throw e;
    }
  }

  private static void copy(InputStream in, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      byte[] buffer = new byte[BUFFER_SIZE];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        try {
          out.write(buffer, 0, n);
        } catch (IOException e) {
          throw new CopyFailedException(e);
        }
      }
    }
  }

  private static ZipArchive opened(Path copy, long limit) throws IOException {
    try {
      return new ZipArchive(copy, new ZipFile(copy.toFile()), Map.of(), limit);
    } catch (ZipException e) {
      Map<String, byte[]> whole = salvage(copy, Math.min(limit, MAX_SALVAGED));
      if (whole.isEmpty()) {
        throw e;
      }
      Files.deleteIfExists(copy);
      return new ZipArchive(null, null, whole, limit);
    }
  }

  private static Map<String, byte[]> salvage(Path copy, long limit) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    long room = limit;
    try (var in = new ZipInputStream(Files.newInputStream(copy))) {
      ZipEntry entry = in.getNextEntry();
      while (entry != null) {
        byte[] bytes = in.readNBytes((int) room);
        room -= bytes.length;
        files.put(entry.getName(), bytes);
        entry = room > 0 ? in.getNextEntry() : null;
      }
    } catch (IOException e) {
      // what came before the damage is kept
    }
    return files;
  }

  /** {@return whether its directory is missing, so that some of its files may be, too} */
  public boolean isDamaged() {
    return zip == null;
  }

  /** {@return whether it has a file of this name} */
  public boolean has(String name) {
    return zip == null ? salvaged.containsKey(name) : zip.getEntry(name) != null;
  }

  /** {@return the names of all files in it} */
  public List<String> names() {
    if (zip == null) {
      return List.copyOf(salvaged.keySet());
    }
    List<String> names = new ArrayList<>();
    for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
      names.add(all.nextElement().getName());
    }
    return names;
  }

  /** {@return the bytes of a file as its directory says; negative if it does not} */
  public long size(String name) {
    if (zip == null) {
      byte[] bytes = salvaged.get(name);
      return bytes == null ? -1 : bytes.length;
    }
    ZipEntry entry = zip.getEntry(name);
    return entry == null ? -1 : entry.getSize();
  }

  /**
   * {@return the content of a file, or null if there is none}
   *
   * @throws UnpackedTooLargeException from the stream, when more is unpacked than may be
   */
  public @Nullable InputStream read(String name) throws IOException {
    if (zip == null) {
      byte[] bytes = salvaged.get(name);
      return bytes == null ? null : new ByteArrayInputStream(bytes);
    }
    ZipEntry entry = zip.getEntry(name);
    InputStream in = entry == null ? null : zip.getInputStream(entry);
    return in == null ? null : new Counted(in);
  }

  /** Closes it, and forgets the copy that it was read from. */
  @Override
  public void close() throws IOException {
    if (zip != null) {
      zip.close();
    }
    if (copy != null) {
      Files.deleteIfExists(copy);
    }
  }

  private final class Counted extends FilterInputStream {

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int more) throws UnpackedTooLargeException {
      unpacked += more;
      if (unpacked > limit) {
        throw new UnpackedTooLargeException(
            String.format(Locale.ROOT, "it unpacks to more than %,d bytes", limit));
      }
    }
  }
}
