package dev.attache.server.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineWriterTest {

  @Test
  void seesThatAPrintStreamIsBrokenWhichSaysSoOnlyWhenItIsAsked() throws InterruptedException {
    var broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no reader");
          }
        };
    var writer = new LineWriter(new PrintStream(broken, false, UTF_8), 100);
    writer.send("{}".getBytes(UTF_8));
    writer.run();
    assertThat(writer.failure()).hasMessage("the stream is broken");
    assertThat(writer.awaitAll(Duration.ofSeconds(10))).isFalse();
  }
}
