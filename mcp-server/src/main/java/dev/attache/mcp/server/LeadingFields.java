package dev.attache.mcp.server;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Puts fields at the beginning of an object that others write, whichever way they write it. Not
 * thread-safe.
 */
final class LeadingFields extends OutputStream {

  private final OutputStream out;
  private final byte[] fields;
  private State state = State.PASSING;

  /** What the next bytes are. */
  private enum State {
    PASSING,
    BEFORE_OBJECT,
    IN_OBJECT
  }

  /**
   * @param fields what stands between the braces of an object that has one field or more
   */
  LeadingFields(OutputStream out, byte[] fields) {
    this.out = out;
    this.fields = fields;
  }

  /** Says that the next object is the one. */
  void next() {
    state = State.BEFORE_OBJECT;
  }

  @Override
  public void write(int b) throws IOException {
    switch (state) {
      case BEFORE_OBJECT -> state = b == '{' ? State.IN_OBJECT : state;
      case IN_OBJECT -> {
        out.write(fields);
        if (b != '}') {
          out.write(',');
        }
        state = State.PASSING;
      }
      case PASSING -> {}
    }
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int end = offset + length;
    while (from < end && state != State.PASSING) {
      write(bytes[from++]);
    }
    out.write(bytes, from, end - from);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
