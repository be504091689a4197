package dev.attache.handlers.cmd.run;

import java.util.Locale;

/** A number of bytes as people read it: {@code 1 byte}, {@code 1,234 bytes}. */
public final class ByteCount {

  private ByteCount() {}

  public static String of(long count) {
    return count == 1 ? "1 byte" : String.format(Locale.ROOT, "%,d bytes", count);
  }
}
