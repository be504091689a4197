package dev.attache.core.index;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A digest of code, which is another one as soon as anything of the code is: of a jar its table of
 * contents, which has the sum of every file in it; of a directory the names, sizes and times.
 */
final class CodeDigest {

  private static final int END = 22; // the bytes of a zip's last part, without a comment
  private static final int END_SIGNATURE = 0x06054b50;

  private CodeDigest() {}

  /** The digest of what classes come from, and of a subject; null where that cannot be told. */
  static byte @Nullable [] of(String subject, List<Class<?>> classes) {
    MessageDigest digest = ContentDigest.newSha256();
    digest.update(subject.getBytes(StandardCharsets.UTF_8));
    Set<Path> places = new LinkedHashSet<>();
    try {
      for (Class<?> each : classes) {
        CodeSource source = each.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
          return null;
        }
        places.add(Path.of(new URI(source.getLocation().toString())));
      }
      for (Path place : places) {
        digest.update((byte) 0);
        if (Files.isDirectory(place)) {
          addDirectory(place, digest);
        } else if (!addJar(place, digest)) {
          return null;
        }
      }
    } catch (IOException
        | UncheckedIOException
        | URISyntaxException
        | IllegalArgumentException
        | java.nio.file.FileSystemNotFoundException e) {
      return null;
    }
    return digest.digest();
  }

  private static void addDirectory(Path directory, MessageDigest digest) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      all.filter(Files::isRegularFile).sorted().forEach(file -> add(file, digest));
    }
  }

  private static void add(Path file, MessageDigest digest) {
    try {
      String line = file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file) + "\n";
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two sums of what is too long to be hashed before the hash is compiled. */
  private static String sums(byte[] contents) {
    var one = new CRC32();
    var other = new CRC32C();
    one.update(contents, 0, contents.length);
    other.update(contents, 0, contents.length);
    return contents.length + " " + one.getValue() + " " + other.getValue();
  }

  private static boolean addJar(Path jar, MessageDigest digest) throws IOException {
    try (var in = new RandomAccessFile(jar.toFile(), "r")) {
      long length = in.length();
      byte[] end = new byte[END];
      if (length < END) {
        return false;
      }
      in.seek(length - END);
      in.readFully(end);
      ByteBuffer last = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
      int size = last.getInt(12);
      long start = Integer.toUnsignedLong(last.getInt(16));
      if (last.getInt(0) != END_SIGNATURE || size <= 0 || start + size > length) {
        return false; // with a comment, or of more than 4 GiB
      }
      byte[] contents = new byte[size];
      in.seek(start);
      in.readFully(contents);
      digest.update(sums(contents).getBytes(StandardCharsets.US_ASCII));
      return true;
    }
  }
}
