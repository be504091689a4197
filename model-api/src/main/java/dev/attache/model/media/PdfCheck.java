package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.ResourceContent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The check of a PDF document that is to be sent: whether it is one, is whole, is not encrypted,
 * and how many pages it has. Immutable.
 *
 * @param pages how many pages it has, rather too many than too few where it was changed after it
 *     was written; at least 1 if it can be sent
 * @param problem why it cannot be sent; empty if it can
 */
public record PdfCheck(int pages, String problem) {

  private static final String HEADER = "%PDF-";
  private static final int MOST_BEFORE_HEADER = 1024;

  /**
   * Checks a document, in one pass that holds next to nothing of it, or in two if it is damaged.
   *
   * @param content read once, or twice if it is damaged
   * @return what was found
   * @throws IOException if the content cannot be read
   */
  public static PdfCheck of(ResourceContent content) throws IOException {
    PdfScanner.@Nullable Found found = scan(content, true);
    if (found != null && !found.isWhole()) {
      found = scan(content, false); // the length of a stream can be wrong
    }
    return found == null ? new PdfCheck(0, "is no PDF document") : of(found);
  }

  private static PdfScanner.@Nullable Found scan(ResourceContent content, boolean isByLength)
      throws IOException {
    try (var in = new ContentStream(content)) {
      byte[] start = in.readNBytes(MOST_BEFORE_HEADER);
      int header = new String(start, ISO_8859_1).indexOf(HEADER);
      if (header < 0) {
        return null;
      }
      var rest = new ByteArrayInputStream(start, header, start.length - header);
      PdfScanner.Found found = PdfScanner.scan(new SequenceInputStream(rest, in), isByLength);
      in.rethrow(); // what failed may have been taken for an end
      return found;
    }
  }

  private static PdfCheck of(PdfScanner.Found found) {
    if (found.isEncrypted()) {
      return new PdfCheck(found.pages(), "is encrypted");
    } else if (!found.isWhole()) {
      return new PdfCheck(found.pages(), "is cut off");
    } else if (found.pages() == 0) {
      return new PdfCheck(0, "has no pages that can be counted");
    }
    return new PdfCheck(found.pages(), "");
  }

  /** {@return whether it can be sent} */
  public boolean isSound() {
    return problem.isEmpty();
  }
}
