package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that are larger than the memory. */
@Tag("process")
@Tag("network")
class LargeAnswerTest {

  private static final String HEAP = "-Xmx128m";
  private static final int MEBIBYTE = 1 << 20;

  /** 1 MiB that expands to 1 GiB: the same block of zeros 1024 times. */
  private static byte[] bomb() {
    var zeros = new byte[MEBIBYTE];
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    var checksum = new CRC32();
    var block = new byte[2 * MEBIBYTE];
    deflater.setInput(zeros);
    int length = deflater.deflate(block, 0, block.length, Deflater.FULL_FLUSH);
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0});
    for (int i = 0; i < 1024; i++) {
      out.write(block, 0, length);
      checksum.update(zeros);
    }
    deflater.finish();
    out.write(block, 0, deflater.deflate(block));
    deflater.end();
    ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    out.writeBytes(end.putInt((int) checksum.getValue()).putInt(1024 * MEBIBYTE).array());
    return out.toByteArray();
  }

  @Test
  void gzipThatExpandsToAGibibyteIsTooLarge() throws Exception {
    byte[] bomb = bomb();
    assertThat(bomb.length).isBetween(MEBIBYTE / 2, 2 * MEBIBYTE);
    try (var server = new WebServer()) {
      String url =
          server.answer(
              "/",
              request ->
                  new MockResponse.Builder()
                      .addHeader("Content-Encoding", "gzip")
                      .body(new Buffer().write(bomb))
                      .build());
      assertThat(OtherJvm.outcome(HEAP, server.hostAndPort(), url))
          .isEqualTo("TOO_LARGE " + url + ": is larger than the limit of 10485760 bytes");
    }
  }

  @Test
  void aChunkSizeWithoutEndIsTooLarge() throws Exception {
    try (var raw =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;");
              var extension = new byte[MEBIBYTE];
              for (int i = 0; i < 1024; i++) {
                connection.send(extension);
              }
            })) {
      assertThat(OtherJvm.outcome(HEAP, raw.hostAndPort(), raw.url("/")))
          .isEqualTo("TOO_LARGE " + raw.url("/") + ": is larger than the limit of 10485760 bytes");
    }
  }
}
