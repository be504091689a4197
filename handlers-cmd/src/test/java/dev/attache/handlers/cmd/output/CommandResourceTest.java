package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.Completion;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a command that has ended becomes, as far as that does not need the engine. */
class CommandResourceTest {

  private static final ResourceUri URI = ResourceUri.of("cmd://program?arg=a");

  private TestContext context = context(10 << 20);

  private static TestContext context(long maxBytes) {
    return TestContext.builder(Path.of("").toAbsolutePath()).maxBytes(maxBytes).build();
  }

  private Resource resource(int exitCode, Captured output, Captured errors)
      throws ResourceException {
    return resource(new Completion(exitCode, output, errors, 0, true));
  }

  private Resource resource(Completion completion) throws ResourceException {
    return CommandResource.of(URI, "program a", null, Map.of(), completion, context);
  }

  private static Captured of(String text) {
    return Captured.whole(text.getBytes(UTF_8));
  }

  private static Captured cut(String head, String tail, long size) {
    return new Captured(head.getBytes(ISO_8859_1), tail.getBytes(ISO_8859_1), size);
  }

  private static String content(Resource resource) throws IOException {
    return new String(resource.content().open().readAllBytes(), UTF_8);
  }

  @Test
  void isTheStandardOutputOfACommandThatSucceeded() throws Exception {
    Resource resource = resource(0, of("a\r\nb"), of(""));
    assertThat(content(resource)).isEqualTo("a\r\nb");
    assertThat(resource.uri()).isEqualTo(URI);
    assertThat(resource.name()).isEqualTo("program a");
    assertThat(resource.description()).isNull();
    assertThat(resource.meta())
        .containsExactly(
            entry("dev.attache/exitCode", 0),
            entry("dev.attache/stdoutBytes", 4L),
            entry("dev.attache/stderrBytes", 0L));
    assertThat(context.notes()).isEmpty();
  }

  @Test
  void isEmptyIfNothingWasPrinted() throws Exception {
    Resource resource = resource(0, of(""), of(""));
    assertThat(resource.content().isText()).isTrue();
    assertThat(resource.content().size()).isZero();
  }

  @Test
  void isBothStreamsOfACommandThatFailed() throws Exception {
    Resource resource = resource(137, of("a\n"), of("b\n"));
    assertThat(content(resource))
        .isEqualTo(
            "signal: SIGKILL (exit code 137)\n\nstdout:\n```\na\n```\n\nstderr:\n```\nb\n```\n");
    assertThat(resource.mimeType()).isEqualTo("text/markdown");
    assertThat(resource.meta())
        .containsExactly(
            entry("dev.attache/exitCode", 137),
            entry("dev.attache/signal", "SIGKILL"),
            entry("dev.attache/stdoutBytes", 2L),
            entry("dev.attache/stderrBytes", 2L));
  }

  @Test
  void isBothStreamsOfACommandThatPrintedOnStandardError() throws Exception {
    assertThat(content(resource(0, of("a\n"), of("b\n"))))
        .isEqualTo("exit code: 0\n\nstdout:\n```\na\n```\n\nstderr:\n```\nb\n```\n");
    assertThat(content(resource(0, of(""), of("b\n"))))
        .isEqualTo("exit code: 0\n\nstdout: empty\n\nstderr:\n```\nb\n```\n");
    assertThat(context.notes()).isEmpty();
  }

  @Test
  void isBinaryOutputEvenIfThereAreComplaints() throws Exception {
    Resource resource = resource(0, of("a\0b"), of("warning: \u001b[1modd\n"));
    assertThat(resource.content().isText()).isFalse();
    assertThat(content(resource)).isEqualTo("a\0b");
    assertThat(context.notes()).containsExactly(URI + ": stderr: \"warning: \\u001b[1modd\\n\"");
  }

  @Test
  void notesNoMoreThanTheEndOfManyComplaints() throws Exception {
    resource(0, of("a\0b"), of("x".repeat(5000)));
    assertThat(context.notes()).containsExactly(URI + ": stderr: \"…" + "x".repeat(300) + "\"");
  }

  @Test
  void saysWhatWasCutOutOfTheOutput() throws Exception {
    Resource resource = resource(0, cut("a\nb\n", "y\nz", 5_000_000_000L), of(""));
    assertThat(content(resource)).isEqualTo("a\nb\n[... 4,999,999,993 bytes cut ...]\ny\nz");
    assertThat(resource.meta()).containsEntry("dev.attache/stdoutBytes", 5_000_000_000L);
    assertThat(context.notes())
        .containsExactly(URI + ": stdout: 4,999,999,993 bytes cut out of the middle");
  }

  @Test
  void marksWhatWasCut() throws Exception {
    String key = "dev.attache/truncated";
    assertThat(resource(0, cut("a\n", "z\n", 5000), of("")).meta()).containsEntry(key, true);
    assertThat(resource(1, cut("a\n", "z\n", 5000), of("")).meta()).containsEntry(key, true);
    assertThat(resource(1, of("a\n"), cut("a\n", "z\n", 5000)).meta()).containsEntry(key, true);
    assertThat(resource(0, of("a\n"), of("")).meta()).doesNotContainKey(key);
    assertThat(resource(1, of("a\n"), of("b\n")).meta()).doesNotContainKey(key);
  }

  @Test
  void saysSoOnALineOfItsOwn() throws Exception {
    assertThat(content(resource(0, cut("a", "z", 3), of(""))))
        .isEqualTo("a\n[... 1 byte cut ...]\nz");
  }

  @Test
  void cutsTextThatWasKeptButIsTooLarge() throws Exception {
    context = context(1000);
    Resource resource = resource(0, of("a line\n".repeat(500)), of(""));
    assertThat(content(resource)).contains("\na line\n[... 2,576 bytes cut ...]\na line\n");
    assertThat(resource.content().size()).isBetween(900L, 1000L);
    assertThat(context.notes())
        .containsExactly(URI + ": stdout: 2,576 bytes cut out of the middle");
  }

  @Test
  void refusesWhatIsBinaryAndCut() {
    assertThatThrownBy(() -> resource(0, cut("\0a", "b", 12_345_678), of("")))
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE))
        .hasMessage("printed 12,345,678 bytes that are not text, and only text can be shortened");
  }

  @Test
  void refusesBinaryOutputWithItsOnlyNulWhereItWouldBeCut() {
    context = context(1000);
    assertThatThrownBy(() -> resource(0, of("a".repeat(900) + "\0" + "b".repeat(900)), of("c")))
        .hasMessage("printed 1,801 bytes that are not text, and only text can be shortened");
  }

  @Test
  void saysThatBinaryOutputOfACommandThatFailedIsNotIncluded() throws Exception {
    assertThat(content(resource(1, cut("\0a", "b", 12_345_678), of("no\n"))))
        .isEqualTo(
            """
            exit code: 1

            stdout: binary, 12,345,678 bytes, not included

            stderr:
            ```
            no
            ```
            """);
    assertThat(context.notes()).isEmpty();
  }

  @Test
  void notesWhatWasCutOutOfEitherStream() throws Exception {
    resource(1, cut("a\n", "b\n", 1004), cut("c\n", "d\n", 5));
    assertThat(context.notes())
        .containsExactly(
            URI + ": stdout: 1,000 bytes cut out of the middle",
            URI + ": stderr: 1 byte cut out of the middle");
  }

  @Test
  void notesWhatWasLeftOutAltogether() throws Exception {
    context = context(80);
    resource(1, of("x".repeat(99)), of("y".repeat(99)));
    assertThat(context.notes())
        .containsExactly(
            URI + ": stdout: 99 bytes, all of it, omitted",
            URI + ": stderr: 99 bytes, all of it, omitted");
  }

  @Test
  void refusesALimitThatNothingFitsInto() {
    context = context(20);
    assertThatThrownBy(() -> resource(1, of("a"), of("b")))
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE))
        .hasMessage("is larger than the limit of 20 bytes, even without its output");
  }

  @Test
  void notesWhichProcessesWereLeftBehind() throws Exception {
    resource(new Completion(0, of(""), of(""), 1, true));
    resource(new Completion(0, of(""), of(""), 2, true));
    assertThat(context.notes())
        .containsExactly(
            URI + ": 1 process that it had started was still running and was killed",
            URI + ": 2 processes that it had started were still running and were killed");
  }

  @Test
  void keepsWhatElseWasSaidAboutTheCommand() throws Exception {
    Resource resource =
        CommandResource.of(
            URI,
            "program a",
            "what it is for",
            Map.of("timeout", "5s"),
            new Completion(0, of(""), of(""), 0, true),
            context);
    assertThat(resource.description()).isEqualTo("what it is for");
    assertThat(resource.meta()).containsEntry("dev.attache/parameters", Map.of("timeout", "5s"));
  }
}
