package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/** Pictures made for tests, the same in every run. */
public final class Pictures {

  private Pictures() {}

  public static byte[] png(int width, int height) {
    return written(drawn(width, height, BufferedImage.TYPE_INT_RGB), "png");
  }

  public static byte[] jpeg(int width, int height) {
    return written(drawn(width, height, BufferedImage.TYPE_INT_RGB), "jpeg");
  }

  public static byte[] gif(int width, int height) {
    return written(drawn(width, height, BufferedImage.TYPE_BYTE_INDEXED), "gif");
  }

  public static byte[] progressive(int width, int height) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam how = writer.getDefaultWriteParam();
    how.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
    return written(writer, drawn(width, height, BufferedImage.TYPE_INT_RGB), how);
  }

  /** Returns a GIF file of several frames. */
  static byte[] moving(int width, int height, int frames) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    var out = new ByteArrayOutputStream();
    try (var stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      writer.prepareWriteSequence(null);
      for (int i = 0; i < frames; i++) {
        BufferedImage frame = drawn(width, height, BufferedImage.TYPE_BYTE_INDEXED);
        writer.writeToSequence(new IIOImage(frame, null, null), null);
      }
      writer.endWriteSequence();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }

  /** Returns a JPEG file that says how it is to be turned, in one of the orders of bytes. */
  static byte[] turned(byte[] jpeg, int orientation, String order) {
    ByteBuffer exif =
        ByteBuffer.allocate(36)
            .put(new byte[] {(byte) 0xff, (byte) 0xe1, 0, 34})
            .put(("Exif\0\0" + order).getBytes(ISO_8859_1))
            .order(order.equals("II") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
            .putShort((short) 42)
            .putInt(8)
            .putShort((short) 1)
            .putShort((short) 0x112)
            .putShort((short) 3)
            .putInt(1)
            .putShort((short) orientation);
    var out = new ByteArrayOutputStream();
    out.write(jpeg, 0, 2);
    out.writeBytes(exif.array());
    out.write(jpeg, 2, jpeg.length - 2);
    return out.toByteArray();
  }

  /**
   * Returns a HEIF file of an image that is twice as large as its first property says, as those of
   * phones are, whose tiles have sizes, too.
   *
   * @param brands the major one, and those that it is compatible with
   * @param quarters how often it is to be turned by 90 degrees
   */
  public static byte[] heif(String brands, int width, int height, int quarters) {
    byte[] type = box("ftyp", (brands.substring(0, 4) + "\0\0\0\0" + brands).getBytes(ISO_8859_1));
    byte[] tile = box("ispe", numbers(0, width / 2, height / 2));
    byte[] whole = box("ispe", numbers(0, width, height));
    byte[] turn = box("irot", new byte[] {(byte) quarters});
    byte[] list = {0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, (byte) 0x81, 0, 9, 2, 2, (byte) 0x83};
    byte[] properties =
        box("iprp", joined(box("ipco", joined(tile, whole, turn)), box("ipma", list)));
    byte[] primary = box("pitm", new byte[] {0, 0, 0, 0, 0, 9});
    byte[] handler = box("hdlr", new byte[20]);
    return joined(
        type,
        box("meta", joined(numbers(0), handler, primary, properties)),
        box("mdat", new byte[] {1, 2, 3}));
  }

  private static byte[] box(String name, byte[] body) {
    return joined(numbers(body.length + 8), name.getBytes(ISO_8859_1), body);
  }

  private static byte[] numbers(int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * 4);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Returns the beginning of bytes, after which reading fails as it does with broken packs. */
  static InputStream torn(byte[] bytes, int length) {
    return new SequenceInputStream(
        new ByteArrayInputStream(bytes, 0, length),
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new EOFException("unexpected end of the packed data");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        });
  }

  /** Returns a picture with a gradient, a circle, and a pattern that is hard to compress. */
  static BufferedImage drawn(int width, int height, int type) {
    var image = new BufferedImage(width, height, type);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int noise = (x * 7919 + y * 104_729) >>> 3 & 0x3f;
        image.setRGB(
            x, y, 0xff000000 | (x * 255 / width) << 16 | (y * 255 / height) << 8 | (noise + 64));
      }
    }
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(width / 4, height / 4, width / 2, height / 2);
    graphics.dispose();
    return image;
  }

  static byte[] written(BufferedImage image, String format) {
    return written(ImageIO.getImageWritersByFormatName(format).next(), image, null);
  }

  private static byte[] written(
      ImageWriter writer, BufferedImage image, @Nullable ImageWriteParam how) {
    var out = new ByteArrayOutputStream();
    try (var stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      writer.write(null, new IIOImage(image, null, null), how);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }
}
