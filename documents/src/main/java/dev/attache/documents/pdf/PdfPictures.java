package dev.attache.documents.pdf;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.jspecify.annotations.Nullable;

/**
 * The pictures of a document in the order in which its pages draw them, each once. Masks, and what
 * is too small to show anything, are none. Those that are drawn within the operators of a page have
 * no number.
 */
final class PdfPictures {

  private static final int MIN_SIDE = 24;
  private static final int MOST = 500;

  /** A picture with more pixels is taken with fewer. */
  private static final long MOST_PIXELS = 8_000_000;

  private final DocumentDraft draft;
  private final Set<COSStream> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  PdfPictures(DocumentDraft draft) {
    this.draft = draft;
  }

  /** Names those of a page that no page before it has. */
  void name(List<COSStream> pictures) {
    for (COSStream each : pictures) {
      int width = each.getInt(COSName.WIDTH);
      int height = each.getInt(COSName.HEIGHT);
      boolean isShown = width >= MIN_SIDE && height >= MIN_SIDE && !isMask(each);
      if (isShown && seen.size() < MOST && seen.add(each)) {
        boolean isJpeg = isPlainJpeg(each);
        String type =
            String.format(
                Locale.ROOT, "%s, %,d × %,d", isJpeg ? "image/jpeg" : "image/png", width, height);
        draft
            .writer()
            .mark(unbracketed(draft.image("", type, isJpeg ? each.getLength() : -1, bytes(each))));
      }
    }
  }

  /** Looks for the one that was asked for, on one page after the other. */
  void find(PDDocument document) throws InterruptedException {
    int pages = Math.min(document.getNumberOfPages(), draft.limits().pages());
    for (int i = 0; i < pages; i++) {
      DocumentDraft.checkInterrupt();
      PageDrawing drawing = PdfPage.drawing(document.getPage(i));
      if (drawing != null) {
        name(drawing.pictures());
      }
    }
  }

  private static String unbracketed(String words) {
    return words.substring(1, words.length() - 1);
  }

  private static boolean isMask(COSStream picture) {
    return picture.getBoolean(COSName.IMAGE_MASK, picture.getBoolean(COSName.IM, false));
  }

  /** Whether the stream is a file that others can read: one of CMYK shows other colours. */
  private static boolean isPlainJpeg(COSStream picture) {
    if (!COSName.DCT_DECODE.equals(onlyFilter(picture))) {
      return false;
    }
    COSBase space = picture.getDictionaryObject(COSName.COLORSPACE, COSName.CS);
    COSBase family = space instanceof COSArray array ? array.getObject(0) : space;
    boolean isOfThree =
        COSName.ICCBASED.equals(family)
            && space instanceof COSArray array
            && array.getObject(1) instanceof COSStream profile
            && profile.getInt(COSName.N) != 4;
    return isOfThree
        || COSName.DEVICEGRAY.equals(family)
        || COSName.DEVICERGB.equals(family)
        || COSName.CALRGB.equals(family)
        || COSName.CALGRAY.equals(family);
  }

  private static @Nullable COSBase onlyFilter(COSStream picture) {
    COSBase filters = picture.getFilters();
    if (filters instanceof COSArray array) {
      return array.size() == 1 ? array.getObject(0) : null;
    }
    return filters;
  }

  private static DocumentDraft.Picture bytes(COSStream picture) {
    return () -> isPlainJpeg(picture) ? picture.createRawInputStream() : png(picture);
  }

  /** What no library here can read; null if all of it can be. */
  static @Nullable String unknownForm(COSStream picture) {
    String filters = String.valueOf(picture.getFilters());
    return filters.contains("JPXDecode")
        ? "JPEG 2000"
        : filters.contains("JBIG2Decode") ? "JBIG2" : null;
  }

  private static InputStream png(COSStream picture) throws ConversionException, IOException {
    String unknown = unknownForm(picture);
    if (unknown != null) {
      throw new ConversionException(
          Reason.UNSUPPORTED, "that picture is " + unknown + ", which cannot be read here");
    }
    var image = new PDImageXObject(new PDStream(picture), null);
    long pixels = (long) image.getWidth() * image.getHeight();
    int step = (int) Math.ceil(Math.sqrt(Math.max(1.0, pixels / (double) MOST_PIXELS)));
    BufferedImage shown = image.getImage(null, step);
    var out = new ByteArrayOutputStream();
    ImageIO.setUseCache(false);
    ImageIO.write(shown, "png", out);
    return new ByteArrayInputStream(out.toByteArray());
  }
}
