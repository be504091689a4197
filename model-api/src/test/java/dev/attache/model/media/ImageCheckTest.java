package dev.attache.model.media;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageCheckTest {

  private static final Set<String> ALL =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
  private static final long ANY = Long.MAX_VALUE;

  private static ImageCheck check(byte[] image, int maxSide, long maxBase64) throws IOException {
    return ImageCheck.of(ResourceContent.blob(image), ALL, maxSide, maxBase64);
  }

  private static byte[] bytes(ImageCheck check) throws IOException {
    ResourceContent fitting = check.fitting();
    assertThat(fitting).as(check.note()).isNotNull();
    try (var in = fitting.open()) {
      return in.readAllBytes();
    }
  }

  private static BufferedImage picture(ImageCheck check) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(bytes(check)));
  }

  /** Returns a PNG file that says that it has so many pixels, and is gray all over. */
  private static byte[] gray(int width, int height) {
    var packed = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(packed)) {
      byte[] line = new byte[1 + (width + 7) / 8];
      for (int y = 0; y < height; y++) {
        deflater.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
    part(file, "IHDR", ByteBuffer.allocate(13).putInt(width).putInt(height).put((byte) 1).array());
    part(file, "IDAT", packed.toByteArray());
    part(file, "IEND", new byte[0]);
    return file.toByteArray();
  }

  private static void part(ByteArrayOutputStream file, String name, byte[] data) {
    byte[] named =
        ByteBuffer.allocate(4 + data.length).put(name.getBytes(US_ASCII)).put(data).array();
    var sum = new CRC32();
    sum.update(named);
    file.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    file.writeBytes(named);
    file.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }

  @Test
  void leavesAnImageThatFitsAsItIs() throws IOException {
    ResourceContent png = ResourceContent.blob(Pictures.png(300, 200));
    assertThat(ImageCheck.of(png, ALL, 300, (png.size() + 2) / 3 * 4))
        .isEqualTo(new ImageCheck("image/png", png, "", 300, 200));
    assertThat(ImageCheck.of(png, ALL, 300, ANY).fitting()).isSameAs(png);
  }

  @Test
  void refusesWhatIsNoImageAndWhatIsNotTaken() throws IOException {
    assertThat(check(new byte[100], 100, ANY))
        .isEqualTo(new ImageCheck(null, null, "is no image that can be read", 0, 0));
    assertThat(
            ImageCheck.of(ResourceContent.blob(Pictures.gif(9, 9)), Set.of("image/png"), 100, ANY))
        .isEqualTo(new ImageCheck(null, null, "it is image/gif, which is not taken", 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "300, 200, 100, scaled from 300×200 to 100×67 pixels",
    "200, 300, 100, scaled from 200×300 to 67×100 pixels",
    "300, 1, 299, scaled from 300×1 to 299×1 pixels",
    "2000, 3, 100, scaled from 2000×3 to 100×1 pixels"
  })
  void scalesWhatHasTooManyPixels(int width, int height, int maxSide, String note)
      throws IOException {
    ImageCheck check = check(Pictures.jpeg(width, height), maxSide, ANY);
    assertThat(check.note()).isEqualTo(note);
    assertThat(check.mimeType()).isEqualTo("image/jpeg");
    BufferedImage picture = picture(check);
    assertThat(note).contains("to " + picture.getWidth() + "×" + picture.getHeight() + " ");
  }

  @Test
  void saysIfTheFormatIsAnotherThen() throws IOException {
    assertThat(check(Pictures.png(300, 200), 100, ANY).note())
        .isEqualTo("scaled from 300×200 to 100×67 pixels, as JPEG");
    assertThat(check(Pictures.gif(300, 200), 100, ANY).note())
        .isEqualTo("scaled from 300×200 to 100×67 pixels, as JPEG");
    assertThat(check(Pictures.moving(300, 200, 2), 100, ANY).note())
        .isEqualTo("scaled from 300×200 to 100×67 pixels, as JPEG, its first frame only");
  }

  @Test
  void compressesWhatHasTooManyBytesOnly() throws IOException {
    byte[] png = Pictures.png(300, 200);
    ImageCheck check = check(png, 300, 60_000);
    assertThat(check.note())
        .isEqualTo("compressed from %d to %d bytes, as JPEG", png.length, bytes(check).length);
    assertThat(bytes(check)).hasSizeLessThan(45_000);
    assertThat(picture(check).getWidth()).isEqualTo(300);
  }

  @Test
  void scalesWhatHasTooManyBytesHoweverItIsCompressed() throws IOException {
    ImageCheck check = check(Pictures.png(900, 600), 900, 8_000);
    assertThat(bytes(check)).hasSizeLessThanOrEqualTo(6_000);
    assertThat(check.note()).matches("scaled from 900×600 to \\d{2,3}×\\d{2,3} pixels, as JPEG");
  }

  @Test
  void givesUpOnWhatNeverGetsSmallEnough() throws IOException {
    assertThat(check(Pictures.png(300, 200), 100, 100).note())
        .isEqualTo("300×200 pixels are more than 100 a side, and it does not get small enough");
    assertThat(check(Pictures.png(300, 200), 0, ANY).note())
        .isEqualTo("300×200 pixels are more than 0 a side, and it does not get small enough");
    assertThat(check(Pictures.jpeg(300, 200), 300, 0).note())
        .endsWith(" bytes are more than the 0 that are taken, and it does not get small enough");
  }

  @Test
  void neverDecodesABomb() throws IOException {
    byte[] bomb = gray(65_536, 65_536 / 32); // 134 megapixels in some kilobytes
    assertThat(bomb).hasSizeLessThan(100_000);
    assertThat(check(bomb, 8000, ANY).note())
        .isEqualTo(
            "65536×2048 pixels are more than 8000 a side, and one of more than 100 megapixels, or"
                + " 65536 pixels a side, is not scaled");
    assertThat(check(gray(70_000, 1), 8000, ANY).note())
        .isEqualTo(
            "70000×1 pixels are more than 8000 a side, and one of more than 100 megapixels, or"
                + " 65536 pixels a side, is not scaled");
  }

  @Test
  void readsALargeImageInBands() throws IOException {
    byte[] large = gray(4500, 3000); // more than a band
    ImageCheck check = check(large, 800, ANY);
    assertThat(check.note()).isEqualTo("scaled from 4500×3000 to 800×533 pixels, as JPEG");
    assertThat(picture(check).getRGB(400, 300)).isEqualTo(Color.BLACK.getRGB());
  }

  @Test
  void passesOnWhatPhonesTakeAndDoesNotScaleIt() throws IOException {
    byte[] heic = Pictures.heif("heic", 40, 30, 1);
    ResourceContent avif = ResourceContent.blob(Pictures.heif("avif", 40, 30, 0));
    Set<String> types = Set.of("image/heic", "image/jpeg");
    ImageCheck whole = ImageCheck.of(ResourceContent.blob(heic), types, 40, ANY);
    assertThat(whole.mimeType()).isEqualTo("image/heic");
    assertThat(whole.fitting()).isEqualTo(ResourceContent.blob(heic));
    assertThat(whole.width()).isEqualTo(30);
    assertThat(whole.height()).isEqualTo(40);
    assertThat(whole.note()).isEmpty();
    assertThat(ImageCheck.of(ResourceContent.blob(heic), types, 39, ANY).note())
        .isEqualTo("30×40 pixels are more than 39 a side, and a HEIC image is not scaled");
    assertThat(ImageCheck.of(avif, types, 99, ANY).note())
        .isEqualTo("it is image/avif, which is not taken");
  }

  @Test
  void doesNotScaleWebpNorWhereNoJpegIsTaken() throws IOException {
    byte[] webp = ImageHeaderTest.webp("VP8X", 0, 0, 0, 0, 0xf3, 1, 0, 0x2b, 1, 0);
    assertThat(check(webp, 100, ANY).note())
        .isEqualTo("500×300 pixels are more than 100 a side, and a WebP image is not scaled");
    assertThat(
            ImageCheck.of(
                    ResourceContent.blob(Pictures.png(300, 200)), Set.of("image/png"), 100, ANY)
                .note())
        .isEqualTo(
            "300×200 pixels are more than 100 a side, and no JPEG is taken, which it would be"
                + " scaled to");
  }

  @Test
  void refusesWhatHasAHeaderButNoPixels() throws IOException {
    byte[] png = gray(300, 200);
    Arrays.fill(png, 45, 60, (byte) 0xff);
    assertThat(check(png, 100, ANY).note())
        .isEqualTo("300×200 pixels are more than 100 a side, and it cannot be decoded");
  }

  @Test
  void turnsNoPhotograph() throws IOException {
    byte[] jpeg = Pictures.turned(Pictures.jpeg(300, 200), 6, "II");
    byte[] scaled = bytes(check(jpeg, 100, ANY));
    assertThat(ImageHeader.read(ResourceContent.blob(scaled)))
        .isEqualTo(new ImageHeader("image/jpeg", 100, 67, 6, 1));
    assertThat(ImageIO.read(new ByteArrayInputStream(scaled)).getWidth()).isEqualTo(100);
  }

  @Test
  void keepsColoursAndGraysAsTheyAre() throws IOException {
    int[] types = {
      BufferedImage.TYPE_INT_RGB,
      BufferedImage.TYPE_INT_ARGB,
      BufferedImage.TYPE_BYTE_GRAY,
      BufferedImage.TYPE_USHORT_GRAY,
      BufferedImage.TYPE_BYTE_INDEXED,
      BufferedImage.TYPE_BYTE_BINARY
    };
    for (int type : types) {
      var image = new BufferedImage(40, 40, type);
      boolean isBinary = type == BufferedImage.TYPE_BYTE_BINARY;
      boolean isGray =
          type == BufferedImage.TYPE_BYTE_GRAY || type == BufferedImage.TYPE_USHORT_GRAY;
      int depth = type == BufferedImage.TYPE_USHORT_GRAY ? 257 : 1;
      for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 40; x++) {
          if (isGray) {
            image.getRaster().setSample(x, y, 0, 0x66 * depth);
          } else {
            image.setRGB(x, y, isBinary ? 0xffffffff : 0xff993366);
          }
        }
      }
      int shown = picture(check(Pictures.written(image, "png"), 20, ANY)).getRGB(10, 10);
      int expected = isGray ? 0x666666 : isBinary ? 0xffffff : 0x993366;
      for (int shift = 0; shift < 24; shift += 8) {
        assertThat(shown >> shift & 0xff)
            .as("type %d, shown as %x", type, shown)
            .isCloseTo(expected >> shift & 0xff, within(3));
      }
    }
  }

  @Test
  void putsWhatIsTransparentOnWhite() throws IOException {
    var image = new BufferedImage(40, 40, BufferedImage.TYPE_INT_ARGB);
    int shown = picture(check(Pictures.written(image, "png"), 20, ANY)).getRGB(10, 10);
    assertThat(shown).isEqualTo(Color.WHITE.getRGB());
  }

  @Test
  void givesEachPixelTheMeanOfThoseThatItStandsFor() throws IOException {
    var image = new BufferedImage(160, 160, BufferedImage.TYPE_BYTE_GRAY);
    for (int y = 0; y < 160; y++) {
      for (int x = 0; x < 160; x++) {
        image.getRaster().setSample(x, y, 0, (x + y) % 2 == 0 ? 40 : 80);
      }
    }
    BufferedImage shown = picture(check(Pictures.written(image, "png"), 80, ANY));
    for (int x = 0; x < 80; x++) {
      assertThat(shown.getRaster().getSample(x, 40, 0)).isBetween(58, 62);
    }
  }

  /** Written on JDK 17 and on JDK 25, which have two versions of libjpeg. */
  @Test
  void givesTheSameBytesInEveryJvm() throws IOException {
    assertThat(
            List.of(
                digest(Pictures.png(700, 501), 300),
                digest(Pictures.jpeg(701, 500), 300),
                digest(Pictures.progressive(699, 503), 301),
                digest(Pictures.gif(700, 500), 299)))
        .containsExactly("b9f5637af48b", "572703142ea0", "45d5d500b15e", "fc37b2bb2a04");
  }

  private static String digest(byte[] image, int maxSide) throws IOException {
    return ResourceContent.blob(bytes(check(image, maxSide, ANY))).digest().shortForm();
  }

  @Test
  void failsIfTheContentFails() {
    byte[] png = Pictures.png(300, 200);
    int[] opened = new int[1];
    var failing =
        Stored.blob(
            png.length,
            ResourceContent.blob(png).digest(),
            () -> opened[0]++ == 0 ? new ByteArrayInputStream(png) : Pictures.torn(png, 500));
    assertThatThrownBy(() -> ImageCheck.of(failing, ALL, 100, ANY))
        .isInstanceOf(IOException.class)
        .hasMessage("unexpected end of the packed data");
  }
}
