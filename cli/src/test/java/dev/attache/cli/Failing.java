package dev.attache.cli;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A stream that fails, or for which the memory does not suffice. */
final class Failing extends OutputStream {

  private final @Nullable IOException failure;

  Failing(@Nullable IOException failure) {
    this.failure = failure;
  }

  @Override
  public void write(int b) throws IOException {
    if (failure == null) {
      throw new OutOfMemoryError("for a test");
    }
    throw new IOException(failure.getMessage());
  }
}
