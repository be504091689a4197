package dev.attache.model.media;

import dev.attache.resource.ResourceContent;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An image made smaller, as a JPEG file: each pixel is the mean of those that it stands for, on
 * white where they are transparent, reckoned in whole numbers so that it is the same in every JVM.
 * The image is read in bands, and never held as a whole. Not thread-safe.
 */
final class ScaledImage {

  private static final int BAND_PIXELS = 12_000_000;
  private static final float QUALITY = 0.85f;

  private final int sourceWidth;
  private final int sourceHeight;
  private final int width;
  private final BufferedImage target;
  private final long[] sums;
  private int row;
  private long rowsAbove;

  private ScaledImage(int sourceWidth, int sourceHeight, int width, int height) {
    this.sourceWidth = sourceWidth;
    this.sourceHeight = sourceHeight;
    this.width = width;
    this.target = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    this.sums = new long[width * 3];
  }

  /**
   * Scales the first picture of an image; neither side gets larger.
   *
   * @return the bytes of the file; null if the JDK cannot read the image
   * @throws IOException if the content cannot be read
   */
  static byte @Nullable [] jpeg(ResourceContent content, ImageHeader image, int width, int height)
      throws IOException {
    ImageReader reader =
        ownOf(ImageIO.getImageReadersByMIMEType(image.mimeType()), image.mimeType());
    try (var stream = new ContentStream(content)) {
      try (var input = new MemoryCacheImageInputStream(stream)) { // and no file on the disk
        reader.setInput(input, false, true);
        return withOrientation(image.orientation(), written(read(reader, image, width, height)));
      } catch (IOException | RuntimeException e) { // what readers throw at what is broken
        stream.rethrow();
        return null;
      }
    } finally {
      reader.dispose();
    }
  }

  /** Others that are on the class path give other pixels. */
  private static <T> T ownOf(Iterator<T> plugIns, String what) {
    while (plugIns.hasNext()) {
      T plugIn = plugIns.next();
      if (plugIn.getClass().getName().startsWith("com.sun.imageio.plugins.")) {
        return plugIn;
      }
    }
    throw new IllegalStateException("this Java has nothing for " + what);
  }

  private static BufferedImage read(ImageReader reader, ImageHeader image, int width, int height)
      throws IOException {
    int sourceWidth = reader.getWidth(0);
    int sourceHeight = reader.getHeight(0);
    if (sourceWidth > image.width() || sourceHeight > image.height()) {
      throw new IOException("it is larger than its header says");
    }
    var scaled = // the first frame of a GIF file can be a part of it
        new ScaledImage(
            sourceWidth,
            sourceHeight,
            Math.max(1, (int) ((long) width * sourceWidth / image.width())),
            Math.max(1, (int) ((long) height * sourceHeight / image.height())));
    int rows = Math.max(1, BAND_PIXELS / sourceWidth);
    ImageReadParam band = reader.getDefaultReadParam();
    for (int y = 0; y < sourceHeight; y += rows) {
      band.setSourceRegion(new Rectangle(0, y, sourceWidth, Math.min(rows, sourceHeight - y)));
      scaled.add(reader.read(0, band));
    }
    return scaled.target;
  }

  private void add(BufferedImage band) {
    var pixels = new Pixels(band);
    long[] narrow = new long[width * 3];
    int[] line = new int[sourceWidth * 3];
    for (int y = 0; y < band.getHeight(); y++) {
      pixels.read(y, line);
      narrow(line, narrow);
      addRow(narrow);
    }
  }

  /** Sums up the pixels of a row; each sum is that of as many parts as the source is wide. */
  private void narrow(int[] line, long[] narrow) {
    Arrays.fill(narrow, 0);
    int to = 0;
    long right = sourceWidth; // where the pixel ends, in parts of which one of the source has width
    for (int x = 0; x < sourceWidth; x++) {
      long end = (x + 1L) * width;
      long within = Math.min(end, right) - (long) x * width;
      for (int c = 0; c < 3; c++) {
        narrow[to * 3 + c] += within * line[x * 3 + c];
      }
      if (end >= right) {
        to++;
        for (int c = 0; c < 3 && end > right; c++) {
          narrow[to * 3 + c] += (end - right) * line[x * 3 + c];
        }
        right += sourceWidth;
      }
    }
  }

  private void addRow(long[] narrow) {
    int height = target.getHeight();
    long bottom = (row + 1L) * sourceHeight;
    long end = rowsAbove + height;
    long within = Math.min(end, bottom) - rowsAbove;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += within * narrow[i];
    }
    if (end >= bottom) {
      put();
      for (int i = 0; i < sums.length; i++) {
        sums[i] = (end - bottom) * narrow[i];
      }
    }
    rowsAbove = end;
  }

  private void put() {
    long parts = (long) sourceWidth * sourceHeight;
    int[] line = new int[sums.length];
    for (int i = 0; i < sums.length; i++) {
      line[i] = (int) ((sums[i] + parts / 2) / parts);
    }
    target.getRaster().setPixels(0, row++, width, 1, line);
  }

  private static byte[] written(BufferedImage image) throws IOException {
    ImageWriter writer = ownOf(ImageIO.getImageWritersByMIMEType("image/jpeg"), "image/jpeg");
    var out = new ByteArrayOutputStream();
    try (var stream = new MemoryCacheImageOutputStream(out)) {
      ImageWriteParam how = writer.getDefaultWriteParam();
      how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      how.setCompressionQuality(QUALITY);
      writer.setOutput(stream);
      writer.write(null, new IIOImage(image, null, null), how);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }

  /** Says how the image is to be turned, as its original did. */
  private static byte[] withOrientation(int orientation, byte[] jpeg) {
    if (orientation == 1) {
      return jpeg;
    }
    byte[] exif = {
      (byte) 0xff,
      (byte) 0xe1,
      0,
      34,
      'E',
      'x',
      'i',
      'f',
      0,
      0,
      'M',
      'M',
      0,
      42,
      0,
      0,
      0,
      8,
      0,
      1,
      1,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      (byte) orientation,
      0,
      0,
      0,
      0,
      0,
      0
    };
    int at = 4 + ((jpeg[4] & 0xff) << 8 | (jpeg[5] & 0xff)); // after the segment of JFIF
    var out = new ByteArrayOutputStream(jpeg.length + exif.length);
    out.write(jpeg, 0, at);
    out.writeBytes(exif);
    out.write(jpeg, at, jpeg.length - at);
    return out.toByteArray();
  }

  /** The rows of what a reader gives, as red, green and blue from 0 to 255. */
  private static final class Pixels {

    private final Raster raster;
    private final ColorModel colors;
    private final int bands;
    private final int[] samples;

    Pixels(BufferedImage image) {
      raster = image.getRaster();
      colors = image.getColorModel();
      bands = raster.getNumBands();
      samples = new int[raster.getWidth() * bands];
    }

    void read(int y, int[] line) {
      raster.getPixels(0, y, raster.getWidth(), 1, samples);
      for (int x = 0; x < raster.getWidth(); x++) {
        if (colors instanceof IndexColorModel palette) {
          int rgb = palette.getRGB(samples[x]);
          put(line, x, rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff, rgb >>> 24);
        } else {
          boolean isGray = bands < 3;
          put(
              line,
              x,
              sample(x, 0),
              sample(x, isGray ? 0 : 1),
              sample(x, isGray ? 0 : 2),
              bands % 2 == 0 ? sample(x, bands - 1) : 255);
        }
      }
    }

    /** The sample as it is: color models would lighten grays. */
    private int sample(int x, int band) {
      int bits = raster.getSampleModel().getSampleSize(band);
      int sample = samples[x * bands + band];
      return bits >= 8 ? sample >> (bits - 8) : sample * 255 / ((1 << bits) - 1);
    }

    private static void put(int[] line, int x, int red, int green, int blue, int alpha) {
      line[x * 3] = onWhite(red, alpha);
      line[x * 3 + 1] = onWhite(green, alpha);
      line[x * 3 + 2] = onWhite(blue, alpha);
    }

    private static int onWhite(int value, int alpha) {
      return (value * alpha + 255 * (255 - alpha) + 127) / 255;
    }
  }
}
