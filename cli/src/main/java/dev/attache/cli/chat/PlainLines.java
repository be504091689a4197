package dev.attache.cli.chat;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.support.text.FileProblem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jline.utils.NonBlocking;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Lines as they are: of a pipe, or of a terminal that cannot move its cursor, where the system lets
 * people edit them.
 */
final class PlainLines implements ChatLines {

  private final InputStream in;
  private final @Nullable Console prompted;
  private final @Nullable Object handled;
  private volatile boolean isWaiting;
  private volatile boolean isEmptied;

  private PlainLines(InputStream in, @Nullable Console prompted) {
    this.in = in;
    this.prompted = prompted;
    this.handled = prompted == null ? null : Signals.register(CtrlC.SIGNAL, this::empty);
  }

  static PlainLines of(Streams streams, Console console, CtrlC ctrlC) {
    return streams.canAsk()
        ? new PlainLines(
            new TypedAnswers(NonBlocking.nonBlocking("stdin", streams.in()), ctrlC), console)
        : new PlainLines(streams.in(), null);
  }

  /** Begins a message anew after Ctrl-C, for which the system has dropped the line. */
  private void empty() {
    if (prompted != null && isWaiting) {
      isEmptied = true;
      prompted.show("");
      prompted.prompt(JoinedLines.PROMPT);
    }
  }

  @Override
  public @Nullable String next() throws UsageException {
    var message = new StringBuilder();
    String prompt = JoinedLines.PROMPT;
    while (true) {
      String line = line(prompt);
      if (isEmptied) {
        isEmptied = false;
        message.setLength(0);
      }
      if (line == null) {
        return message.isEmpty() ? null : message.toString();
      }
      if (!JoinedLines.goesOn(line)) {
        return message.append(line).toString();
      }
      message.append(line, 0, line.length() - 1).append('\n');
      prompt = JoinedLines.NEXT_PROMPT;
    }
  }

  private @Nullable String line(String prompt) throws UsageException {
    if (prompted != null) {
      prompted.prompt(prompt);
    }
    isWaiting = true;
    try {
      return read();
    } catch (IOException e) {
      throw new UsageException("standard input cannot be read: " + FileProblem.of(e));
    } finally {
      isWaiting = false;
    }
  }

  private @Nullable String read() throws IOException, UsageException {
    var line = new ByteArrayOutputStream();
    int b = in.read();
    while (b >= 0 && b != '\n') {
      line.write(b);
      b = in.read();
    }
    if (b < 0 && prompted != null) {
      prompted.show(""); // nobody has ended the line
    }
    String text = PipedText.decoded(line.toByteArray());
    return b < 0 && text.isEmpty()
        ? null
        : text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public InputStream answers() {
    return in;
  }

  @Override
  public void complete(ChatState state) {} // nothing is completed where nothing is edited

  @Override
  public void close() {
    if (handled != null) {
      Signals.unregister(CtrlC.SIGNAL, handled);
    }
  }
}
