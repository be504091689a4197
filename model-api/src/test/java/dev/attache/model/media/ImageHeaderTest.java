package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImageHeaderTest {

  private static @Nullable ImageHeader read(byte[] bytes) throws IOException {
    return ImageHeader.read(ResourceContent.blob(bytes));
  }

  /** Returns a WebP file whose only part begins so. */
  static byte[] webp(String kind, int... head) {
    byte[] file = new byte[20 + 12];
    byte[] names = ("RIFF....WEBP" + kind).getBytes(ISO_8859_1);
    System.arraycopy(names, 0, file, 0, names.length);
    file[4] = (byte) (file.length - 8);
    file[5] = file[6] = file[7] = 0;
    file[16] = 12;
    for (int i = 0; i < head.length; i++) {
      file[20 + i] = (byte) head[i];
    }
    return file;
  }

  private static byte[] lossy(int width, int height) {
    return webp(
        "VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, width & 0xff, width >> 8, height & 0xff, height >> 8);
  }

  /** Returns a GIF file with a screen of that size and one frame of another. */
  private static byte[] gif(int screen, int frame) {
    var file = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    file.put("GIF89a".getBytes(ISO_8859_1)).putShort((short) screen).putShort((short) screen);
    file.put(new byte[] {0, 0, 0, 0x2c, 0, 0, 0, 0});
    file.putShort((short) frame).putShort((short) frame);
    file.put(new byte[] {0, 2, 1, 0, 0, 0x3b});
    return Arrays.copyOf(file.array(), file.position());
  }

  @Test
  void saysWhatImagesAreAndHowLarge() throws IOException {
    assertThat(read(Pictures.png(31, 17))).isEqualTo(new ImageHeader("image/png", 31, 17, 1, 1));
    assertThat(read(Pictures.jpeg(31, 17))).isEqualTo(new ImageHeader("image/jpeg", 31, 17, 1, 1));
    assertThat(read(Pictures.gif(31, 17))).isEqualTo(new ImageHeader("image/gif", 31, 17, 1, 1));
    assertThat(read(lossy(500, 300))).isEqualTo(new ImageHeader("image/webp", 500, 300, 1, 1));
    assertThat(read(webp("VP8L", 0x2f, 0xf3, 0xc1, 0x4a, 0)))
        .isEqualTo(new ImageHeader("image/webp", 500, 300, 1, 1));
    assertThat(read(webp("VP8X", 0, 0, 0, 0, 0xf3, 1, 0, 0x2b, 1, 0)))
        .isEqualTo(new ImageHeader("image/webp", 500, 300, 1, 1));
  }

  @Test
  void saysWhatImagesOfPhonesAreAndHowLarge() throws IOException {
    assertThat(read(Pictures.heif("heicmif1heic", 4032, 3024, 0)))
        .isEqualTo(new ImageHeader("image/heic", 4032, 3024, 1, 1));
    assertThat(read(Pictures.heif("heixmif1", 4032, 3024, 3)))
        .isEqualTo(new ImageHeader("image/heic", 3024, 4032, 1, 1));
    assertThat(read(Pictures.heif("mif1heic", 40, 30, 2)))
        .isEqualTo(new ImageHeader("image/heic", 40, 30, 1, 1));
    assertThat(read(Pictures.heif("mif1", 40, 30, 0)))
        .isEqualTo(new ImageHeader("image/heif", 40, 30, 1, 1));
    assertThat(read(Pictures.heif("avifmif1", 40, 30, 0)))
        .isEqualTo(new ImageHeader("image/avif", 40, 30, 1, 1));
    assertThat(read(Pictures.heif("mif1avif", 40, 30, 0)))
        .isEqualTo(new ImageHeader("image/avif", 40, 30, 1, 1));
    assertThat(read(Pictures.heif("hevcmsf1", 40, 30, 0))).as("a sequence").isNull();
    assertThat(read(Pictures.heif("isommp42", 40, 30, 0))).as("a film").isNull();
    assertThat(read(Pictures.heif("heic", 0, 30, 0))).isNull();
    assertThat(read(Pictures.heif("heic", -4, 30, 0))).isNull();
  }

  @Test
  void findsEveryImageThatIsCutOff() throws IOException {
    for (byte[] image :
        new byte[][] {
          Pictures.png(31, 17),
          Pictures.jpeg(31, 17),
          Pictures.gif(31, 17),
          lossy(500, 300),
          Pictures.heif("heic", 500, 300, 1)
        }) {
      for (int length = 0; length < image.length; length++) {
        assertThat(read(Arrays.copyOf(image, length))).as("%d bytes", length).isNull();
      }
      assertThat(read(Arrays.copyOf(image, image.length + 7)))
          .as("what follows the end is nobody's business")
          .isNotNull();
    }
  }

  @Test
  void findsEveryProgressiveJpegThatIsCutOff() throws IOException {
    byte[] image = Pictures.progressive(40, 40);
    assertThat(read(image)).isEqualTo(new ImageHeader("image/jpeg", 40, 40, 1, 1));
    for (int length = 0; length < image.length; length++) {
      assertThat(read(Arrays.copyOf(image, length))).as("%d bytes", length).isNull();
    }
  }

  @Test
  void takesNoImageWithoutPixels() throws IOException {
    assertThat(read(gif(0, 0))).isNull();
    assertThat(read(gif(9, 0))).isNull();
    assertThat(read(lossy(0, 300))).isNull();
    assertThat(read(lossy(500, 0))).isNull();
    byte[] png = Pictures.png(31, 17);
    Arrays.fill(png, 16, 20, (byte) 0);
    assertThat(read(png)).isNull();
    byte[] negative = Pictures.png(31, 17);
    negative[16] = (byte) 0x80;
    assertThat(read(negative)).isNull();
  }

  @Test
  void goesByTheFramesOfAGifThatAreLargerThanItsScreen() throws IOException {
    assertThat(read(gif(9, 60_000))).isEqualTo(new ImageHeader("image/gif", 60_000, 60_000, 1, 1));
    assertThat(read(gif(9, 5))).isEqualTo(new ImageHeader("image/gif", 9, 9, 1, 1));
  }

  @Test
  void countsTheFramesOfAGif() throws IOException {
    assertThat(read(Pictures.moving(12, 8, 3)))
        .isEqualTo(new ImageHeader("image/gif", 12, 8, 1, 3));
  }

  @Test
  void readsHowAPhotographIsToBeTurned() throws IOException {
    byte[] jpeg = Pictures.jpeg(31, 17);
    assertThat(read(Pictures.turned(jpeg, 6, "MM")))
        .isEqualTo(new ImageHeader("image/jpeg", 31, 17, 6, 1));
    assertThat(read(Pictures.turned(jpeg, 8, "II")))
        .isEqualTo(new ImageHeader("image/jpeg", 31, 17, 8, 1));
    assertThat(read(Pictures.turned(jpeg, 9, "MM")))
        .isEqualTo(new ImageHeader("image/jpeg", 31, 17, 1, 1));
  }

  @Test
  void takesWhatIsNoImageForNone() throws IOException {
    assertThat(read("plain text".getBytes(ISO_8859_1))).isNull();
    assertThat(read(new byte[0])).isNull();
    assertThat(read(webp("ANIM", 1))).isNull();
    assertThat(read(webp("VP8 ", 1, 2, 3, 4, 5, 6, 7, 8, 9))).isNull();
    assertThat(read(webp("VP8L", 1, 2, 3, 4, 5))).isNull();
  }

  @Test
  void endsWithWhateverIsDamaged() throws IOException {
    var random = new Random(3);
    byte[][] images = {
      Pictures.png(31, 17),
      Pictures.turned(Pictures.jpeg(31, 17), 3, "II"),
      Pictures.moving(12, 8, 3),
      lossy(500, 300),
      Pictures.heif("heic", 500, 300, 1)
    };
    int taken = 0;
    for (int i = 0; i < 4000; i++) {
      byte[] damaged = images[i % images.length].clone();
      for (int n = 0; n <= i % 4; n++) {
        damaged[random.nextInt(Math.min(120, damaged.length))] = (byte) random.nextInt(256);
      }
      ImageHeader header = read(damaged);
      if (header != null) {
        taken++;
        assertThat(header.width()).isPositive();
        assertThat(header.height()).isPositive();
      }
    }
    assertThat(taken).isBetween(400, 3600);
  }

  @Test
  void doesNotTakeAContentThatFailsForAnImageThatIsCutOff() {
    byte[] png = Pictures.png(31, 17);
    var lost =
        Stored.blob(
            png.length,
            ResourceContent.blob(png).digest(),
            () -> {
              throw new IOException("the blob is gone");
            });
    assertThatThrownBy(() -> ImageHeader.read(lost)).hasMessage("the blob is gone");
    var torn =
        Stored.blob(png.length, ResourceContent.blob(png).digest(), () -> Pictures.torn(png, 40));
    assertThatThrownBy(() -> ImageHeader.read(torn))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(EOFException.class)
        .hasMessage("unexpected end of the packed data");
  }
}
