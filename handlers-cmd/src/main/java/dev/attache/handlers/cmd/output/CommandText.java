package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.cmd.run.Completion;
import dev.attache.support.process.Signals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The text that says how a command ended and what it printed on each stream, in Markdown.
 *
 * <pre>
 * exit code: 1
 *
 * stdout: empty
 *
 * stderr:
 * ```
 * ls: cannot access 'x': No such file or directory
 * ```
 * </pre>
 *
 * <p>Instead of the exit code the first line may be {@code signal: SIGKILL (exit code 137)}; the
 * JVM cannot tell one from the other. Nothing is escaped: what stands within fences is what a
 * terminal shows in the end of what was printed, but for bytes that are not UTF-8. Streams are cut
 * until all fits into the limit.
 */
final class CommandText {

  /** More than all lines around the streams have, if their fences are short. */
  private static final int FRAME = 512;

  /** No more room is asked for at first, because bytes may be many and yet be cut. */
  private static final int MAX_GUESS = 16 << 20;

  private final String end;
  private final StreamSection output;
  private final StreamSection errors;
  private final byte[] utf8;

  private CommandText(String end, StreamSection output, StreamSection errors) {
    this.end = end;
    this.output = output;
    this.errors = errors;
    this.utf8 = utf8();
  }

  static CommandText of(Completion completion) {
    return new CommandText(
        end(completion.exitCode()),
        new StreamSection("stdout", completion.output().shown()),
        new StreamSection("stderr", completion.errors().shown()));
  }

  private static String end(int exitCode) {
    String signal = Signals.of(exitCode);
    return signal == null
        ? "exit code: " + exitCode
        : "signal: " + signal + " (exit code " + exitCode + ")";
  }

  private byte[] utf8() {
    var out = new ByteArrayOutputStream((int) Math.min(MAX_GUESS, FRAME + textSize()));
    out.writeBytes((end + "\n\n").getBytes(UTF_8));
    output.appendTo(out);
    out.write('\n');
    errors.appendTo(out);
    return out.toByteArray();
  }

  private long textSize() {
    return output.size() + errors.size();
  }

  /** Returns the text with as much of the streams as fits; null if it does not fit without them. */
  @Nullable CommandText within(long maxBytes) {
    CommandText text = this;
    long room = maxBytes - Math.min(FRAME, maxBytes / 2);
    while (text.utf8.length > maxBytes) {
      if (text.textSize() == 0) {
        return null;
      }
      text = text.cutTo(room);
      // long fences, or bytes that became U+FFFD, need more than the streams have
      long scaled = room * maxBytes / Math.max(1, text.utf8.length);
      room = Math.max(0, Math.min(scaled, room - 1 - room / 16));
    }
    return text;
  }

  /** Cuts the larger stream first. */
  private CommandText cutTo(long room) {
    long ofSmaller = Math.min(room / 2, Math.min(output.size(), errors.size()));
    long ofEach = room - ofSmaller;
    boolean isOutputLarger = output.size() > errors.size();
    return new CommandText(
        end,
        output.cutTo(isOutputLarger ? ofEach : ofSmaller),
        errors.cutTo(isOutputLarger ? ofSmaller : ofEach));
  }

  /** How many bytes of the standard output are missing. */
  long outputCut() {
    return output.cut();
  }

  /** How many bytes of the standard error are missing. */
  long errorsCut() {
    return errors.cut();
  }

  /** The text in UTF-8. */
  InputStream open() {
    return new ByteArrayInputStream(utf8);
  }
}
