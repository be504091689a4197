package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.json.WholeCharacters;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A text in a request; it can be written more than once, and is always the same. Immutable and
 * thread-safe.
 */
@FunctionalInterface
public interface RenderedText {

  /**
   * Writes it in UTF-8, in pieces if it is large.
   *
   * @param out what takes the bytes; it is neither flushed nor closed
   * @throws IOException if it cannot be read or written; what was written then is not all of it
   */
  void writeTo(OutputStream out) throws IOException;

  /**
   * {@return a text as it is, with U+FFFD for half characters}
   *
   * @param text what is kept, in UTF-8
   */
  static RenderedText of(String text) {
    byte[] utf8 = wellFormed(text).getBytes(UTF_8);
    return out -> out.write(utf8);
  }

  /**
   * {@return a content as it is}
   *
   * @param content what is read whenever the text is written; its bytes go out as they are
   */
  static RenderedText of(ResourceContent content) {
    return out -> {
      try (InputStream in = content.open()) {
        in.transferTo(out);
      }
    };
  }

  /**
   * {@return a text with U+FFFD for half characters, which providers refuse}
   *
   * @param text any characters; returned as it is if none is half
   */
  static String wellFormed(String text) {
    return WholeCharacters.of(text);
  }
}
