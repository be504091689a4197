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

  private static final String INTERRUPT = "INT";

  private final InputStream in;
  private final @Nullable Console prompted;
  private final Interruption interruption;
  private final @Nullable Object handled;
  private volatile boolean isWaiting;

  private PlainLines(
      InputStream in, @Nullable Console prompted, Interruption interruption, boolean isTerminal) {
    this.in = in;
    this.prompted = prompted;
    this.interruption = interruption;
    this.handled = isTerminal ? Signals.register(INTERRUPT, this::interrupt) : null;
  }

  static PlainLines of(Streams streams, Console console, Interruption interruption) {
    if (!streams.canAsk()) {
      return new PlainLines(streams.in(), null, interruption, false);
    }
    var in = new TypedAnswers(NonBlocking.nonBlocking("stdin", streams.in()), interruption);
    return new PlainLines(in, console, interruption, true);
  }

  /** The system has dropped the line that was typed. */
  private void interrupt() {
    if (!interruption.ask() && prompted != null && isWaiting) {
      prompted.show("");
      prompted.prompt(Message.PROMPT);
    }
  }

  @Override
  public @Nullable String next() throws UsageException {
    var message = new StringBuilder();
    String prompt = Message.PROMPT;
    while (true) {
      String line = line(prompt);
      if (line == null) {
        return message.isEmpty() ? null : message.toString();
      }
      if (!Message.goesOn(line)) {
        return message.append(line).toString();
      }
      message.append(line, 0, line.length() - 1).append('\n');
      prompt = Message.NEXT_PROMPT;
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
      Signals.unregister(INTERRUPT, handled);
    }
  }
}
