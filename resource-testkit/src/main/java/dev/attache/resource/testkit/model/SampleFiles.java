package dev.attache.resource.testkit.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Small files that are what they say, each a little other, the same in every JVM. */
final class SampleFiles {

  private SampleFiles() {}

  /** Returns a PNG file of one row of gray pixels. */
  static byte[] png(int width, int shade) {
    byte[] row = new byte[1 + width]; // and its filter
    for (int x = 0; x < width; x++) {
      row[1 + x] = (byte) (shade + x);
    }
    var sum = new Adler32();
    sum.update(row);
    ByteBuffer stored = // RFC 1951, section 3.2.4: what packs differs from JVM to JVM
        ByteBuffer.allocate(row.length + 11)
            .put(new byte[] {0x78, 1, 1})
            .order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short) row.length)
            .putShort((short) ~row.length)
            .put(row)
            .order(ByteOrder.BIG_ENDIAN)
            .putInt((int) sum.getValue());
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(1).put(new byte[] {8, 0});
    var file = new ByteArrayOutputStream();
    file.writeBytes("\u0089PNG\r\n\u001a\n".getBytes(ISO_8859_1));
    part(file, "IHDR", header.array());
    part(file, "IDAT", stored.array());
    part(file, "IEND", new byte[0]);
    return file.toByteArray();
  }

  private static void part(ByteArrayOutputStream file, String name, byte[] data) {
    byte[] named =
        ByteBuffer.allocate(4 + data.length).put(name.getBytes(US_ASCII)).put(data).array();
    var sum = new CRC32();
    sum.update(named);
    file.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    file.writeBytes(named);
    file.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }

  /** Returns a PDF document of one empty page. */
  static byte[] pdf(String title) {
    return """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
        trailer<</Root 1 0 R/Size 4/Title(TITLE)>>
        startxref
        0
        %%EOF
        """
        .replace("TITLE", title)
        .getBytes(ISO_8859_1);
  }
}
