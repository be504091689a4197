package dev.attache.support.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Texts within messages: the number of their bytes, negative for none, and UTF-8. */
final class WireText {

  private WireText() {}

  static void write(DataOutputStream out, @Nullable String text) throws IOException {
    if (text == null) {
      out.writeInt(-1);
      return;
    }
    byte[] utf8 = text.getBytes(UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  static @Nullable String readOptional(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    } else if (length > in.available()) { // all of a message is at hand
      throw new EOFException("a text ends early");
    }
    return new String(in.readNBytes(length), UTF_8);
  }

  static String read(DataInputStream in) throws IOException {
    String text = readOptional(in);
    if (text == null) {
      throw new IOException("a text is missing");
    }
    return text;
  }
}
