package dev.attache.cli.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Streams;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.tool.ContentBlock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalAnswersTest {

  private static final byte[] SAID = "two files change\n".getBytes(UTF_8);

  @TempDir Path temporary;

  private final StringWriter err = new StringWriter();

  private TerminalAnswers answers() {
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            false,
            Map.of());
    return new TerminalAnswers(
        streams, new Console(streams, false), (schema, value) -> List.of(), "call");
  }

  private ContentBlock said(Path file) {
    var content =
        Stored.text(SAID.length, ContentDigest.sha256(SAID), () -> Files.newInputStream(file));
    Resource resource = Resource.builder(ResourceUri.of("tool:said"), content).build();
    return ContentBlock.ResourceBlock.of(resource);
  }

  @Test
  void saysThatWhatTheToolSaysCannotBeReadAnyMore() throws IOException {
    Path file = temporary.resolve("said");
    answers().after(List.of(said(Files.write(file, SAID))));
    assertThat(err.toString()).contains("two files change\n").doesNotContain("cannot be shown");
    err.getBuffer().setLength(0);
    Files.delete(file);
    answers().after(List.of(ContentBlock.TextBlock.of("first"), said(file)));
    assertThat(err.toString())
        .isEqualTo(
            "attache: what the tool says cannot be shown: "
                + file
                + ": no such file or directory\n");
  }
}
