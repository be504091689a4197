package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams of one run, and what is known about where they lead.
 *
 * @param in standard input
 * @param out standard output: results only, as bytes
 * @param err standard error: all that is said to people
 * @param inIsTerminal whether a person can answer on standard input
 * @param outIsTerminal whether a person looks at standard output
 * @param errIsTerminal whether a person looks at standard error
 * @param inIsPiped whether standard input is a pipe or a file that somebody has led there
 * @param environment the environment variables
 */
public record Streams(
    InputStream in,
    OutputStream out,
    PrintWriter err,
    boolean inIsTerminal,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean inIsPiped,
    Map<String, String> environment) {

  /**
   * Names the descriptors that are terminals, {@code 0} to {@code 2}, and {@code p} if standard
   * input is a pipe or a file; set by the launcher.
   */
  private static final String TERMINALS = "attache.terminals";

  /** The width of the terminal that results go to, if there is one; set by the launcher. */
  private static final String COLUMNS = "attache.columns";

  private static final int USUAL_WIDTH = 80;

  /** Streams of which standard input is no pipe. */
  public Streams(
      InputStream in,
      OutputStream out,
      PrintWriter err,
      boolean inIsTerminal,
      boolean outIsTerminal,
      boolean errIsTerminal,
      Map<String, String> environment) {
    this(in, out, err, inIsTerminal, outIsTerminal, errIsTerminal, false, environment);
  }

  public static Streams standard() {
    String terminals = System.getProperty(TERMINALS, "");
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    return new Streams(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new PrintWriter(new OutputStreamWriter(err, UTF_8), true),
        terminals.contains("0"),
        terminals.contains("1"),
        terminals.contains("2"),
        terminals.contains("p"),
        System.getenv());
  }

  /**
   * Returns the same streams for several results, none of which closes standard output.
   *
   * @param answers where what is asked is answered
   */
  public Streams kept(InputStream answers) {
    return new Streams(
        answers,
        KeptOutput.of(out),
        err,
        inIsTerminal,
        outIsTerminal,
        errIsTerminal,
        inIsPiped,
        environment);
  }

  /** Returns the same streams, of which nobody sees standard output. */
  public Streams unseen() {
    return new Streams(
        in,
        OutputStream.nullOutputStream(),
        err,
        inIsTerminal,
        false,
        errIsTerminal,
        inIsPiped,
        environment);
  }

  /** Whether results may be coloured: on a terminal that can, unless {@code NO_COLOR} is set. */
  public boolean isColored() {
    return outIsTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }

  /** Whether a line on standard error can be taken away again, as lines about progress are. */
  public boolean canErase() {
    return errIsTerminal && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** How many characters fit into a line of results; 0 if they go to no terminal. */
  public int width() {
    if (!outIsTerminal) {
      return 0;
    }
    String columns = environment.getOrDefault("COLUMNS", System.getProperty(COLUMNS, ""));
    return columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : USUAL_WIDTH;
  }

  /** Whether somebody can be asked: reads what is asked, and can answer. */
  public boolean canAsk() {
    return inIsTerminal && errIsTerminal;
  }

  /** The regular file that standard output goes to; null if it goes elsewhere or nobody knows. */
  @Nullable
  public Path outFile() {
    if (outIsTerminal || !(out instanceof FileOutputStream || out instanceof KeptOutput)) {
      return null;
    }
    try {
      Path file = Path.of("/dev/stdout").toRealPath();
      return Files.isRegularFile(file) ? file : null;
    } catch (IOException e) {
      return null; // a pipe, or a platform that does not say
    }
  }
}
