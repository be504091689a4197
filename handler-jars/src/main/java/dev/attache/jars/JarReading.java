package dev.attache.jars;

import dev.attache.core.routing.ForeignText;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.LoadFailure;
import dev.attache.core.routing.ServicesFile;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A reader of a jar or a folder of jars, which runs nothing of it. */
final class JarReading {

  /** How many bytes all files of a folder together may have. */
  static final long MAX_SIZE = 1L << 28;

  static final String CHANGED = "it has changed while it was read";
  static final String TRY_AGAIN = "try again";

  private static final String SUFFIX = ".jar";

  private final Path path;
  private final HandlerOrigin unread;

  JarReading(Path path, Kind kind) {
    this.path = path.toAbsolutePath();
    this.unread = new HandlerOrigin(kind, this.path.toString(), null);
  }

  static boolean isJarName(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }

  /** The entries of a folder that are called as jars are, in the byte order of their names. */
  static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> listing = Files.list(folder)) {
      return entries(listing).stream().filter(JarReading::isJarName).toList();
    }
  }

  /** Reads a listing to its end: what is not hidden, in the byte order of the names. */
  static List<Path> entries(Stream<Path> listing) throws IOException {
    try {
      return listing.filter(JarReading::isShown).sorted().toList();
    } catch (UncheckedIOException e) { // it may break off after it has begun
      throw e.getCause();
    }
  }

  private static boolean isShown(Path file) {
    return !String.valueOf(file.getFileName()).startsWith(".");
  }

  HandlerJar read() throws HandlerJarException {
    try {
      if (attributes(path).isDirectory()) {
        return readFolder();
      }
      if (!isJarName(path)) {
        throw failure("its name does not end in .jar", "name a jar, or a folder of jars", null);
      }
      Part part = part(path, MAX_SIZE);
      if (part.contents.services().isEmpty()) {
        throw noServices("it has no ");
      }
      return jar(List.of(part.file), part.file.digest(), part.contents);
    } catch (HandlerJarException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private HandlerJar readFolder() throws IOException {
    List<Path> entries = jarsIn(path);
    if (entries.isEmpty()) {
      throw failure("the folder has no jar", "put the handler's jar into it", null);
    }
    var files = new ArrayList<HashedFile>();
    var listing = ContentDigest.newSha256();
    Part handlers = null;
    long room = MAX_SIZE;
    for (Path entry : entries) {
      requirePlainName(entry);
      Part part = part(entry, room);
      room -= part.file.size();
      files.add(part.file);
      part.file.addLine(listing);
      if (!part.contents.services().isEmpty()) {
        if (handlers != null) {
          throw failure(
              "both " + handlers.file.name() + " and " + part.file.name() + " name handlers",
              "put each of them into a folder of its own, with what it needs",
              null);
        }
        handlers = part;
      }
    }
    if (handlers == null) {
      throw noServices("none of its jars has a ");
    }
    return jar(files, ContentDigest.ofHash(listing.digest()), handlers.contents);
  }

  /** A file, what its bytes are, and what it says of itself. */
  private record Part(HashedFile file, JarContents contents) {}

  /** What a listing of digests could not tell from two lines. */
  private void requirePlainName(Path entry) throws HandlerJarException {
    String name = String.valueOf(entry.getFileName());
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i)) || name.charAt(i) == '\\') {
        throw failure(
            "the name of one of its jars has a control character or a backslash: "
                + ForeignText.of(name),
            "rename it",
            null);
      }
    }
  }

  private HandlerJar jar(List<HashedFile> files, ContentDigest digest, JarContents contents) {
    return new HandlerJar(
        path,
        new HandlerOrigin(unread.kind(), unread.place(), digest),
        digest,
        files,
        contents.manifest(),
        contents.services());
  }

  /** Those of a regular file or, of the path itself, of a folder; nothing else is opened. */
  private BasicFileAttributes attributes(Path file) throws IOException {
    boolean isPath = file.equals(path);
    var own = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (own.isSymbolicLink() && unread.kind() == Kind.WORKSPACE) {
      throw failure(
          subject(file) + " is a symbolic link, which a workspace could redirect",
          "put the file itself there",
          null);
    }
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile() && !(isPath && attributes.isDirectory())) {
      throw failure(
          subject(file) + " is not a regular file", "name a jar, or a folder of jars", null);
    }
    return attributes;
  }

  private String subject(Path file) {
    return file.equals(path) ? "it" : "its " + file.getFileName();
  }

  /** Reads the bytes for their digest, then the entries, both of the same file. */
  private Part part(Path file, long room) throws IOException {
    var before = attributes(file);
    if (before.size() > room) {
      throw tooLarge();
    }
    HashedFile hashed = HashedFile.of(file, room);
    if (hashed.size() > room) {
      throw tooLarge();
    }
    try {
      JarContents contents = JarContents.read(file);
      var after = attributes(file);
      if (hashed.size() != before.size()
          || before.size() != after.size()
          || !before.lastModifiedTime().equals(after.lastModifiedTime())
          || !Objects.equals(before.fileKey(), after.fileKey())) {
        throw failure(CHANGED, TRY_AGAIN, null);
      }
      return new Part(hashed, contents);
    } catch (JarContents.UnusableException e) {
      throw failure(subject(file) + " " + e.getMessage(), e.fix(), e);
    }
  }

  private HandlerJarException tooLarge() {
    return failure(
        "it is larger than the limit of " + MAX_SIZE + " bytes",
        "build it without what it does not need",
        null);
  }

  private HandlerJarException noServices(String subject) {
    return failure(
        subject + ServicesFile.PATH + ", which names its handler",
        "name the class of the handler in that file of the jar",
        null);
  }

  private HandlerJarException unreadable(IOException e) {
    return failure(
        "it cannot be read: " + LoadFailure.reason(e),
        "check that it exists and that you can read it",
        e);
  }

  private HandlerJarException failure(String reason, String fix, @Nullable Throwable cause) {
    return new HandlerJarException(new HandlerProblem("", unread, reason, fix), cause);
  }
}
