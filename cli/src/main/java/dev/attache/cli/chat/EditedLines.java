package dev.attache.cli.chat;

import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Buffer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.NonBlockingInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Lines that are edited at a terminal, with a history and completion. The terminal is as the system
 * has it while no line is read, so that questions can be asked there.
 */
final class EditedLines implements ChatLines {

  private static final String ACCEPT = "attache-accept-or-go-on";

  private final Terminal terminal;
  private final LineReader reader;
  private final ChatCompleter completer;
  private final InputStream answers;

  private EditedLines(
      Terminal terminal, LineReader reader, ChatCompleter completer, InputStream answers) {
    this.terminal = terminal;
    this.reader = reader;
    this.completer = completer;
    this.answers = answers;
  }

  /** Returns those of the terminal of a run; null if it cannot be had. */
  static @Nullable EditedLines open(Run run, CtrlC ctrlC) throws UsageException {
    Terminal terminal = SystemTerminal.open(run.streams().environment().getOrDefault("TERM", ""));
    if (terminal == null || !(terminal.input() instanceof NonBlockingInputStream in)) {
      return null;
    }
    terminal.handle(Signal.INT, SignalHandler.SIG_IGN); // but while a line is read
    var completer = new ChatCompleter(run.realWorkspace());
    Path history = HistoryFile.of(run.streams().environment(), run.realWorkspace());
    LineReader reader = reader(terminal, completer, history);
    return new EditedLines(terminal, reader, completer, new TypedAnswers(in, ctrlC));
  }

  private static LineReader reader(
      Terminal terminal, ChatCompleter completer, @Nullable Path history) {
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(new WordParser())
            .completer(completer)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
            .option(LineReader.Option.COMPLETE_MATCHER_TYPO, false)
            .option(LineReader.Option.COMPLETE_MATCHER_CAMELCASE, false)
            .option(LineReader.Option.AUTO_PARAM_SLASH, false)
            .option(LineReader.Option.INSERT_TAB, true)
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, JoinedLines.NEXT_PROMPT)
            .variable(LineReader.HISTORY_FILE, history) // read when the reader is made
            .variable(LineReader.HISTORY_SIZE, HistoryFile.MOST_LINES)
            .variable(LineReader.HISTORY_FILE_SIZE, HistoryFile.MOST_LINES)
            .build();
    reader.getWidgets().put(ACCEPT, () -> acceptOrGoOn(reader));
    KeyMap<Binding> keys = Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN));
    keys.bind(new Reference(ACCEPT), "\r", "\n");
    // Of terminals whose arrows are not what their description says.
    keys.bind(new Reference(LineReader.UP_LINE_OR_HISTORY), "\u001b[A");
    keys.bind(new Reference(LineReader.DOWN_LINE_OR_HISTORY), "\u001b[B");
    keys.bind(new Reference(LineReader.FORWARD_CHAR), "\u001b[C");
    keys.bind(new Reference(LineReader.BACKWARD_CHAR), "\u001b[D");
    return reader;
  }

  /** Begins another line in place of a backslash at the end; what was pasted keeps its own. */
  private static boolean acceptOrGoOn(LineReader reader) {
    Buffer buffer = reader.getBuffer();
    if (buffer.cursor() == buffer.length() && JoinedLines.goesOn(buffer.toString())) {
      buffer.backspace();
      buffer.write('\n');
      return true;
    }
    reader.callWidget(LineReader.ACCEPT_LINE);
    return true;
  }

  @Override
  public @Nullable String next() {
    while (true) {
      try {
        return reader.readLine(JoinedLines.PROMPT);
      } catch (UserInterruptException e) {
        // Empties the line, and nothing more.
      } catch (EndOfFileException e) {
        return null;
      }
    }
  }

  @Override
  public InputStream answers() {
    return answers;
  }

  @Override
  public void complete(ChatState state) {
    completer.of(state);
  }

  @Override
  public void close() {
    try {
      terminal.close();
    } catch (IOException e) {
      // What it was like before cannot be restored, and nothing else depends on it.
    }
  }
}
