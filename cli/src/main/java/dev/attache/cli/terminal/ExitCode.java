package dev.attache.cli.terminal;

/** The exit codes of the command. */
public final class ExitCode {

  /** All that was asked for was done. */
  public static final int OK = 0;

  /** Something that was asked for failed; the rest was done. */
  public static final int FAILED = 1;

  /** The command line is wrong; nothing was done. */
  public static final int USAGE = 2;

  /** The reader of standard output went away: 128 and the number of SIGPIPE, as a shell says it. */
  public static final int PIPE_CLOSED = 141;

  private ExitCode() {}
}
