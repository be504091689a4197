package dev.attache.cli.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.impl.PosixSysTerminal;
import org.jline.terminal.impl.exec.ExecPty;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of the program, reached by {@code stty} and without machine code. What it shows goes
 * to standard error, since answers go to standard output.
 *
 * <p>JLine polls a terminal ten times a second by having reads end after a tenth. Here a read waits
 * for a key, in a thread of its own, so that it can be given up whatever mode the terminal is in: a
 * question is answered on a line that the system lets people edit.
 */
final class SystemTerminal extends ExecPty {

  private static final String NAME = "attache";

  private SystemTerminal() {
    super(new ExecTerminalProvider(), SystemStream.Error, NAME);
  }

  /**
   * Returns it; null if there is no {@code stty}, or nobody knows how wide the terminal is.
   *
   * @param type what {@code TERM} says
   */
  static @Nullable Terminal open(String type) {
    try {
      var terminal =
          new PosixSysTerminal(
              NAME, type, new SystemTerminal(), UTF_8, true, SignalHandler.SIG_DFL);
      if (terminal.getWidth() > 0) {
        return terminal;
      }
      terminal.close();
      return null;
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public InputStream getSlaveInput() {
    return new FileInputStream(FileDescriptor.in);
  }

  @Override
  protected void doSetAttr(Attributes attributes) throws IOException {
    var blocking = new Attributes(attributes);
    if (!attributes.getLocalFlag(LocalFlag.ICANON)) {
      blocking.setControlChar(ControlChar.VMIN, 1);
      blocking.setControlChar(ControlChar.VTIME, 0);
    }
    super.doSetAttr(blocking);
  }
}
