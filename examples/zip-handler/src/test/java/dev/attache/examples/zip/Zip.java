package dev.attache.examples.zip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An archive in the making, and the bytes in it that tests change afterwards. */
final class Zip {

  private static final int CENTRAL = 0x02014b50;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ZipOutputStream out;

  Zip() {
    this(UTF_8);
  }

  Zip(Charset names) {
    this.out = new ZipOutputStream(bytes, names);
  }

  Zip file(String name, String content) throws IOException {
    return file(name, content.getBytes(UTF_8));
  }

  Zip file(String name, byte[] content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
    out.closeEntry();
    return this;
  }

  Path write(Path file) throws IOException {
    return Files.write(file, bytes());
  }

  byte[] bytes() throws IOException {
    out.close();
    return bytes.toByteArray();
  }

  /** Replaces a text by another of the same length, wherever it stands. */
  static byte[] replaced(byte[] archive, String from, String to) {
    return new String(archive, ISO_8859_1).replace(from, to).getBytes(ISO_8859_1);
  }

  /** Changes a field of each entry in the directory. */
  static byte[] patched(byte[] archive, int field, int value) {
    ByteBuffer buffer = ByteBuffer.wrap(archive.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + 4 <= archive.length; at++) {
      if (buffer.getInt(at) == CENTRAL) {
        buffer.putInt(at + field, value);
      }
    }
    return buffer.array();
  }
}
