package dev.attache.support.convert;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The answer to a request: a conversion, or why there is none. */
public final class ConversionAnswer {

  private static final int MOST_ITEMS = 100_000;

  private ConversionAnswer() {}

  /**
   * {@return a conversion as a message}
   *
   * @param number which request it answers
   * @param conversion what came of it
   */
  public static Frame of(int number, Conversion conversion) {
    var payload = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(payload)) {
      out.writeByte(-1);
      WireText.write(out, conversion.title());
      WireText.write(out, conversion.markdown());
      out.writeInt(conversion.notes().size());
      for (String note : conversion.notes()) {
        WireText.write(out, note);
      }
      out.writeInt(conversion.parts().size());
      for (DocumentPart part : conversion.parts()) {
        WireText.write(out, part.selector());
        WireText.write(out, part.details());
      }
      out.writeInt(conversion.images().size());
      for (DocumentImage image : conversion.images()) {
        WireText.write(out, image.selector());
        WireText.write(out, image.mimeType());
        WireText.write(out, image.markdown());
        out.writeInt((int) image.content().size());
        try (InputStream bytes = image.content().open()) {
          bytes.transferTo(out);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e); // it stays in memory
    }
    return new Frame(number, payload.toByteArray());
  }

  /**
   * {@return the reason why there is none, as a message}
   *
   * @param number which request it answers
   * @param problem the reason, of which the cause is left out
   */
  @SuppressWarnings("EnumOrdinal") // both ends are of one build
  public static Frame of(int number, ConversionException problem) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(problem.reason().ordinal());
      WireText.write(out, problem.message());
    } catch (IOException e) {
      throw new AssertionError(e); // it stays in memory
    }
    return new Frame(number, bytes.toByteArray());
  }

  /**
   * {@return the conversion in a message}
   *
   * @param frame a message
   * @throws ConversionException if it says why there is none
   * @throws IOException if it is no answer at all
   */
  @SuppressWarnings("EnumOrdinal") // both ends are of one build
  public static Conversion read(Frame frame) throws ConversionException, IOException {
    try (var in = new DataInputStream(new ByteArrayInputStream(frame.payload()))) {
      int reason = in.readByte();
      if (reason >= 0) {
        throw new ConversionException(Reason.values()[reason], WireText.read(in));
      }
      String title = WireText.readOptional(in);
      String markdown = WireText.read(in);
      var notes = new ArrayList<String>();
      for (int left = count(in); left > 0; left--) {
        notes.add(WireText.read(in));
      }
      var parts = new ArrayList<DocumentPart>();
      for (int left = count(in); left > 0; left--) {
        parts.add(new DocumentPart(WireText.read(in), WireText.read(in)));
      }
      return new Conversion(markdown, notes, parts, images(in), title);
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("no answer", e);
    }
  }

  private static List<DocumentImage> images(DataInputStream in) throws IOException {
    var images = new ArrayList<DocumentImage>();
    for (int left = count(in); left > 0; left--) {
      String selector = WireText.read(in);
      String mimeType = WireText.read(in);
      String markdown = WireText.read(in);
      int length = in.readInt();
      if (length < 0 || length > in.available()) { // all of a message is at hand
        throw new IOException("no answer");
      }
      images.add(
          new DocumentImage(
              selector, mimeType, ResourceContent.blob(in.readNBytes(length)), markdown));
    }
    return images;
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_ITEMS) {
      throw new IOException("no answer");
    }
    return count;
  }
}
