package dev.attache.handlers.cmd.run;

import java.util.Locale;

/** Numbers of things as people read them: {@code 1 byte}, {@code 1,234 bytes}. */
public final class ByteCount {

  private ByteCount() {}

  public static String bytes(long count) {
    return count == 1 ? "1 byte" : String.format(Locale.ROOT, "%,d bytes", count);
  }
}
