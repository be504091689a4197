package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clipboard of the person at the terminal or the desktop: that of the terminal (OSC 52), which
 * also works over ssh, or else of the desktop, by one of its tools.
 */
public final class Clipboard {

  /**
   * So many bytes are at most 100,000 characters of a sequence, which is what most terminals take
   * that have a limit at all.
   */
  static final int MOST_BY_TERMINAL = 74_994;

  private static final long PATIENCE_SECONDS = 10;

  private final Streams streams;
  private final String system;

  /** Returns the one of a run. */
  public static Clipboard of(Streams streams) {
    return new Clipboard(streams, System.getProperty("os.name"));
  }

  Clipboard(Streams streams, String system) {
    this.streams = streams;
    this.system = system;
  }

  /**
   * Puts a text there.
   *
   * @return where it is now, after "copied to"
   * @throws IOException if there is no clipboard that takes it, saying why and what to do
   */
  public String copy(byte[] utf8) throws IOException {
    boolean isForTerminal = hasTerminal() && utf8.length <= MOST_BY_TERMINAL;
    if (isForTerminal) {
      writeSequence(utf8);
      return "the terminal's clipboard (OSC 52)";
    }
    for (List<String> tool : tools()) {
      if (isTaken(tool, utf8)) {
        return "the clipboard with " + tool.get(0);
      }
    }
    throw new IOException(
        (hasTerminal()
                ? SizeText.of(utf8.length)
                    + " is more than the "
                    + SizeText.of(MOST_BY_TERMINAL)
                    + " that terminals take (OSC 52)"
                : "no terminal that takes OSC 52")
            + ", and none of wl-copy, xclip, xsel and pbcopy can be used here; write to a file with"
            + " --output FILE");
  }

  /** Whether a terminal is there that does with the sequence what it is for. */
  private boolean hasTerminal() {
    String terminal = variable("TERM");
    boolean isKnownNotTo =
        terminal.equals("dumb")
            || terminal.equals("linux")
            || variable("TERM_PROGRAM").equals("Apple_Terminal")
            || !variable("VTE_VERSION").isEmpty();
    return (streams.errIsTerminal() || streams.outIsTerminal()) && !isKnownNotTo;
  }

  private void writeSequence(byte[] utf8) throws IOException {
    String sequence = "\u001b]52;c;" + Base64.getEncoder().encodeToString(utf8) + "\u0007";
    if (streams.errIsTerminal()) {
      streams.err().print(sequence);
      streams.err().flush();
    } else {
      streams.out().write(sequence.getBytes(US_ASCII));
      streams.out().flush();
    }
  }

  /** The tools of the desktop that somebody is at, as they are called. */
  private List<List<String>> tools() {
    var tools = new ArrayList<List<String>>();
    if (!variable("WAYLAND_DISPLAY").isEmpty()) {
      tools.add(List.of("wl-copy"));
    }
    if (!variable("DISPLAY").isEmpty()) {
      tools.add(List.of("xclip", "-selection", "clipboard", "-in"));
      tools.add(List.of("xsel", "--clipboard", "--input"));
    }
    if (system.toLowerCase(Locale.ROOT).startsWith("mac")) {
      tools.add(List.of("pbcopy"));
    }
    return tools;
  }

  private boolean isTaken(List<String> tool, byte[] utf8) throws IOException {
    Path program = onPath(tool.get(0));
    if (program == null) {
      return false;
    }
    var line = new ArrayList<>(tool);
    line.set(0, program.toString());
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(streams.environment());
    Process process = builder.start();
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write(utf8);
      }
      // What holds the clipboard goes on in a process of its own.
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // it ended before it had read all
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + tool.get(0) + " took the text", e);
    } finally {
      process.destroy();
    }
  }

  private @Nullable Path onPath(String program) {
    for (String directory : variable("PATH").split(":", -1)) {
      Path file = Path.of(directory, program);
      if (directory.startsWith("/") && Files.isExecutable(file)) {
        return file;
      }
    }
    return null;
  }

  private String variable(String name) {
    return streams.environment().getOrDefault(name, "");
  }
}
