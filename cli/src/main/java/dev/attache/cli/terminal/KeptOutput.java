package dev.attache.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output that several results are written to, none of which closes it. */
final class KeptOutput extends FilterOutputStream {

  private KeptOutput(OutputStream out) {
    super(out);
  }

  /** Returns it as a stream like others, so that who only starts does not load this class. */
  static OutputStream of(OutputStream out) {
    return new KeptOutput(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
