package dev.attache.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream of results, whose failures are told apart from those of reading. Not thread-safe. */
public final class ResultStream extends FilterOutputStream {

  public ResultStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws OutputException {
    try {
      out.write(b);
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws OutputException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }

  @Override
  public void flush() throws OutputException {
    try {
      out.flush();
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }

  @Override
  public void close() throws OutputException {
    try {
      super.close();
    } catch (IOException e) {
      throw OutputException.of(e);
    }
  }
}
