package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The check of a PDF document that is to be sent: whether it is one, is not encrypted, and how many
 * pages it has. Immutable.
 *
 * @param pages how many pages it has as far as can be told without unpacking it; at least 1
 * @param problem why it cannot be sent; empty if it can
 */
public record PdfCheck(int pages, String problem) {

  private static final Pattern ENCRYPTED = Pattern.compile("/Encrypt\\s*(?:\\d+\\s+\\d+\\s+R|<<)");
  private static final Pattern COUNT = Pattern.compile("/Count\\s+(\\d{1,7})");
  private static final Pattern PAGE = Pattern.compile("/Type\\s*/Page(?![a-zA-Z])");

  /**
   * Checks a document.
   *
   * @throws IOException if the content cannot be read
   */
  public static PdfCheck of(ResourceContent content) throws IOException {
    String text;
    try (InputStream in = content.open()) {
      text = new String(in.readAllBytes(), ISO_8859_1);
    }
    if (!text.substring(0, Math.min(1024, text.length())).contains("%PDF-")) {
      return new PdfCheck(0, "is no PDF document");
    } else if (ENCRYPTED.matcher(text).find()) {
      return new PdfCheck(0, "is encrypted");
    }
    int pages = (int) PAGE.matcher(text).results().count();
    for (Matcher count = COUNT.matcher(text); count.find(); ) {
      pages = Math.max(pages, Integer.parseInt(count.group(1)));
    }
    return new PdfCheck(Math.max(1, pages), "");
  }

  /** Whether it can be sent. */
  public boolean isSound() {
    return problem.isEmpty();
  }
}
