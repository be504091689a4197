package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.cmd.output.CommandResource;
import dev.attache.handlers.cmd.run.Capture;
import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.Completion;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine makes of the output of commands. */
class CommandSnapshotTest {

  private static final byte[] PNG = "\u0089PNG\r\n\u001a\n\0\u0001".getBytes(ISO_8859_1);

  @TempDir private Path workspace;

  /** A handler whose one command has always ended already. */
  private record EndedCommand(String name, Completion completion) implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("ended");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      return List.of(CommandResource.of(uri, name, null, Map.of(), completion, context));
    }
  }

  private Outcome outcome(String name, Completion completion, long maxBytes, boolean keepContent)
      throws IOException {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new EndedCommand(name, completion)))
            .workspace(workspace)
            .maxBytes(maxBytes)
            .keepContent(keepContent)
            .build();
    try (Resolution resolution = resolver.resolve(List.of("ended:command"))) {
      return resolution.next();
    }
  }

  private Snapshot snapshot(String name, Completion completion) throws IOException {
    Outcome outcome = outcome(name, completion, 10 << 20, true);
    assertThat(outcome).isInstanceOf(Outcome.Resolved.class);
    return ((Outcome.Resolved) outcome).snapshot();
  }

  private static Completion ended(int exitCode, byte[] output, String errors) {
    return new Completion(
        exitCode, Captured.whole(output), Captured.whole(errors.getBytes(UTF_8)), 0, true);
  }

  private static Completion printed(String output) {
    return ended(0, output.getBytes(UTF_8), "");
  }

  private static String content(Snapshot snapshot) throws IOException {
    return new String(snapshot.resource().content().open().readAllBytes(), UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "git diff a.rs, 'diff --git a/a.rs b/a.rs\n', text/plain",
    "cat page.html, 'just words\n', text/plain",
    "cat Makefile, 'all:\n', text/plain",
    "cat a.png, '', text/plain",
    "true, '', text/plain",
    "cat a, '#!/bin/sh\n', application/x-sh",
    "curl x.rs, '<!DOCTYPE html><title>t</title>', text/html"
  })
  void hasATypeByWhatItPrintsAndNotByItsName(String name, String output, String type)
      throws IOException {
    Snapshot snapshot = snapshot(name, printed(output));
    assertThat(snapshot.resource().name()).isEqualTo(name);
    assertThat(snapshot.resource().mimeType()).isEqualTo(type);
    assertThat(snapshot.type().byName()).isNull();
    assertThat(content(snapshot)).isEqualTo(output);
    assertThat(snapshot.notes()).isEmpty();
  }

  @Test
  void isAPictureIfOneIsPrinted() throws IOException {
    Snapshot snapshot = snapshot("convert a.svg png:-", ended(0, PNG, "convert: odd\n"));
    assertThat(snapshot.resource().mimeType()).isEqualTo("image/png");
    assertThat(snapshot.resource().content().open().readAllBytes()).isEqualTo(PNG);
    assertThat(snapshot.notes()).containsExactly("stderr: \"convert: odd\\n\"");
  }

  @Test
  void isMarkdownIfTheCommandFailed() throws IOException {
    Snapshot snapshot = snapshot("cat a.rs", ended(1, PNG, "cat: a.rs: No such file\n"));
    assertThat(snapshot.type().chosen()).isEqualTo("text/markdown");
    assertThat(snapshot.resource().mimeType()).isEqualTo("text/markdown");
    assertThat(content(snapshot))
        .isEqualTo(
            """
            exit code: 1

            stdout: binary, 10 bytes, not included

            stderr:
            ```
            cat: a.rs: No such file
            ```
            """);
  }

  @Test
  void saysThatTheEngineGuessedTheCharset() throws IOException {
    Snapshot snapshot = snapshot("old", ended(0, "Größe\n".getBytes(ISO_8859_1), ""));
    assertThat(content(snapshot)).isEqualTo("Größe\n");
    assertThat(snapshot.notes())
        .containsExactly("charset: not UTF-8 and none declared, read as windows-1252");
  }

  @Test
  void doesNotSaySoOfATextInWhichNothingWasGuessed() throws IOException {
    Snapshot snapshot = snapshot("old", ended(0, "Größe\n".getBytes(ISO_8859_1), "odd\n"));
    assertThat(content(snapshot))
        .isEqualTo(
            """
            exit code: 0

            stdout (not UTF-8, 2 bytes replaced by U+FFFD):
            ```
            Gr\uFFFD\uFFFDe
            ```

            stderr:
            ```
            odd
            ```
            """);
    assertThat(snapshot.notes()).isEmpty();
  }

  @Test
  void readsUtf16ByItsByteOrderMark() throws IOException {
    byte[] output = "\uFEFFGröße\n".getBytes(UTF_16LE);
    assertThat(content(snapshot("reg export", ended(0, output, "")))).isEqualTo("Größe\n");
    Snapshot complaining = snapshot("reg export", ended(0, output, "odd"));
    assertThat(content(complaining)).isEqualTo("Größe\n");
    assertThat(complaining.notes())
        .containsExactlyInAnyOrder("charset: converted from UTF-16LE", "stderr: \"odd\"");
  }

  @Test
  void cutsATextThatNoLongerIsUtf8() throws IOException {
    Charset latin1 = ISO_8859_1;
    var capture = new Capture(1000);
    byte[] line = "Größe\n".getBytes(latin1);
    for (int i = 0; i < 1000; i++) {
      capture.write(line, 0, line.length);
    }
    var completion = new Completion(0, capture.captured(), Captured.whole(new byte[0]), 0, true);
    Snapshot snapshot = snapshot("old", completion);
    assertThat(content(snapshot)).contains("\nGröße\n[... 5,004 bytes cut ...]\nGröße\n");
    assertThat(snapshot.notes())
        .containsExactly(
            "charset: not UTF-8 and none declared, read as windows-1252",
            "stdout: 5,004 bytes cut out of the middle");
  }

  @Test
  void isRefusedIfItIsBinaryAndTooLarge() throws IOException {
    byte[] output = "\u001f\u008b\b\u0001".repeat(50_000).getBytes(ISO_8859_1);
    assertThat(outcome("gzip", ended(0, output, ""), 100_000, false))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.problem().message())
                    .isEqualTo(
                        "printed 200,000 bytes that are not text, and only text can be shortened"));
  }

  @Test
  void hasTheSameDigestWhetherItsContentIsKeptOrNot() throws IOException {
    for (Completion completion :
        List.of(
            printed("words\n".repeat(50_000)),
            ended(0, new String(PNG, ISO_8859_1).repeat(20_000).getBytes(ISO_8859_1), "odd"),
            ended(1, new byte[0], "no\n".repeat(50_000)))) {
      var kept = (Outcome.Resolved) outcome("c", completion, 10 << 20, true);
      var dropped = (Outcome.Resolved) outcome("c", completion, 10 << 20, false);
      assertThat(dropped.snapshot().key()).isEqualTo(kept.snapshot().key());
      assertThat(dropped.snapshot().notes()).isEqualTo(kept.snapshot().notes());
      assertThat(dropped.snapshot().type()).isEqualTo(kept.snapshot().type());
    }
  }
}
