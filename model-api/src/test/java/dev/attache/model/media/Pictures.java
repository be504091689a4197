package dev.attache.model.media;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

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
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
    var out = new ByteArrayOutputStream();
    try (var stream = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(stream);
      writer.write(image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }
}
