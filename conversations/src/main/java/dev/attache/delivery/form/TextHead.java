package dev.attache.delivery.form;

import dev.attache.history.DeliveredBlock;
import dev.attache.resource.ResourceContent;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.InputStream;

/**
 * The line above a content in a result of MCP: {@code src/Big.java sha256:9acc50fd076f 120 lines}.
 * Its digest is that of the text below, which may be a form made for models. A model names the
 * digest to say which version it has.
 */
public final class TextHead {

  private static final int BUFFER = 8192;

  private TextHead() {}

  /**
   * {@return the line above a resource in full}
   *
   * @param block a text, an image or a sound
   * @throws IOException if the content cannot be read
   */
  public static String of(DeliveredBlock block) throws IOException {
    ResourceContent shown = block.shown();
    String rest =
        shown.isText()
            ? lines(count(shown))
            : block.resource().mimeType() + " " + shown.size() + " bytes";
    return line(block.label(), shown.digest().shortForm(), rest);
  }

  /**
   * {@return the line above some text}
   *
   * @param label the name by which the model knows the resource
   * @param digest the first digits of the digest of the text
   * @param rest the part of the resource that the text is
   */
  public static String line(String label, String digest, String rest) {
    return Sanitizer.sanitizeLine(label) + " sha256:" + digest + " " + rest;
  }

  private static String lines(long count) {
    return count == 1 ? "1 line" : count + " lines";
  }

  /** The lines of a text; what follows its last line end is a line as well. */
  private static long count(ResourceContent text) throws IOException {
    long count = 0;
    byte last = '\n';
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = text.open()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int i = 0; i < n; i++) {
          count += buffer[i] == '\n' ? 1 : 0;
        }
        last = n == 0 ? last : buffer[n - 1];
      }
    }
    return last == '\n' ? count : count + 1;
  }
}
