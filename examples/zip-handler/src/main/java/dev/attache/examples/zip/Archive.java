package dev.attache.examples.zip;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.SensitiveNames;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * An archive that is open for a run: its files by name, and what is wrong with some of them.
 * Thread-safe.
 */
final class Archive {

  static final int MAX_ENTRIES = 100_000;
  static final long MAX_DIRECTORY_BYTES = 32L << 20;

  private static final String DOS_NAMES = "IBM437";

  private final ZipFile zip;
  private final ArchiveStamp stamp;
  private final boolean hasDosNames;
  private final SortedMap<String, ZipEntry> byUriOrder = new TreeMap<>();
  private final Set<String> ambiguous = new HashSet<>();

  private Archive(ZipFile zip, ArchiveStamp stamp, boolean hasDosNames) {
    this.zip = zip;
    this.stamp = stamp;
    this.hasDosNames = hasDosNames;
  }

  /** Returns an archive, which stays open until the run ends. */
  static Archive of(Path path, String uri, HandlerContext context) throws ResourceException {
    ArchiveStamp stamp = ArchiveStamp.require(path, uri, context);
    return context.perRun(OpenArchives.class, OpenArchives::new).open(path, stamp, uri, context);
  }

  /** The file that it is. */
  ArchiveStamp stamp() {
    return stamp;
  }

  /** Whether names in it are not UTF-8, and so taken for those of DOS. */
  boolean hasDosNames() {
    return hasDosNames;
  }

  /** Its files, in the byte order of their URIs; a name that it has twice, once. */
  List<ZipEntry> files() {
    return List.copyOf(byUriOrder.values());
  }

  /** The file of this name; null if there is none. */
  @Nullable ZipEntry find(String name) {
    return byUriOrder.get(ZipUri.encode(name));
  }

  /** Says why a file cannot be given; null if it can. */
  @Nullable String problem(String name) {
    if (ambiguous.contains(name)) {
      return "the archive has several entries of that name, and which is meant cannot be told";
    }
    for (String segment : name.split("/", -1)) {
      if (!EntryPattern.isName(segment) || segment.indexOf('\0') >= 0) {
        return "its name is absolute, or has an empty segment, \".\", \"..\" or a NUL";
      }
    }
    return null;
  }

  /** Whether a file often contains secrets. */
  static boolean isSensitive(String name) {
    int slash = name.lastIndexOf('/');
    return SensitiveNames.match(
        slash < 0 ? "" : name.substring(0, slash), name.substring(slash + 1));
  }

  /**
   * @throws ResourceException {@code DENIED} if it is not for the one who asks
   */
  static void requireAllowed(String name, String uri, Requester requester)
      throws ResourceException {
    if (!requester.isUser() && isSensitive(name)) {
      throw ArchiveStamp.denied(uri, "it often contains secrets; name it yourself to include it");
    }
  }

  /**
   * Opens a file.
   *
   * @throws ResourceException {@code NOT_FOUND} if there is none of that name
   */
  InputStream open(String name, String uri) throws IOException {
    ZipEntry entry = find(name);
    String problem = problem(name);
    if (entry == null) {
      throw ResourceException.of(Kind.NOT_FOUND, uri, "there is no such file in the archive");
    }
    if (problem != null) {
      throw ResourceException.of(Kind.FAILED, uri, problem);
    }
    return new EntryStream(zip.getInputStream(entry), entry, uri);
  }

  private static Archive read(Path path, ArchiveStamp stamp) throws IOException {
    if (EndRecord.read(path).directoryBytes() > MAX_DIRECTORY_BYTES) {
      throw new ZipException("its directory has more than " + MAX_DIRECTORY_BYTES + " bytes");
    }
    Archive archive;
    try {
      archive = new Archive(new ZipFile(path.toFile(), StandardCharsets.UTF_8), stamp, false);
    } catch (ZipException e) {
      String message = String.valueOf(e.getMessage());
      if (!message.contains("bad entry name") || !Charset.isSupported(DOS_NAMES)) {
        throw message.contains("encrypted")
            ? new ZipException("it has encrypted entries, which the JDK does not read")
            : e;
      }
      archive = new Archive(new ZipFile(path.toFile(), Charset.forName(DOS_NAMES)), stamp, true);
    }
    try {
      archive.index();
      return archive;
    } catch (IOException e) {
      archive.zip.close();
      throw e;
    }
  }

  private void index() throws ZipException {
    if (zip.size() > MAX_ENTRIES) {
      throw new ZipException("it has " + zip.size() + " entries, more than " + MAX_ENTRIES);
    }
    long packed = 0;
    for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
      ZipEntry entry = all.nextElement();
      packed += Math.max(0, entry.getCompressedSize());
      if (packed < 0 || packed > stamp.size()) {
        throw new ZipException("its entries overlap, as only those of a zip bomb do");
      }
      if (!entry.isDirectory()
          && byUriOrder.putIfAbsent(ZipUri.encode(entry.getName()), entry) != null) {
        ambiguous.add(entry.getName());
      }
    }
  }

  /** The archives of a run, each opened once. */
  static final class OpenArchives implements AutoCloseable {

    private final Map<Path, Archive> byPath = new HashMap<>();

    /** Returns the one that is open; what was written meanwhile is for the next run. */
    synchronized Archive open(Path path, ArchiveStamp stamp, String uri, HandlerContext context)
        throws ResourceException {
      Archive open = byPath.get(path);
      if (open != null) {
        return open;
      }
      try {
        Archive archive = read(path, stamp);
        if (!stamp.equals(ArchiveStamp.require(path, uri, context))) {
          archive.zip.close();
          throw ResourceException.of(
                  Kind.FAILED, uri, "its archive changed while it was opened; try again")
              .asTransient();
        }
        byPath.put(path, archive);
        return archive;
      } catch (IOException e) {
        throw ArchiveStamp.failure(uri, e);
      }
    }

    @Override
    public synchronized void close() throws IOException {
      for (Archive archive : byPath.values()) {
        archive.zip.close();
      }
      byPath.clear();
    }
  }
}
