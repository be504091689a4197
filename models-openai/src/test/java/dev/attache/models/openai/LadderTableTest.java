package dev.attache.models.openai;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.RenderedPart;
import dev.attache.model.RequestBody.Placed;
import dev.attache.resource.ResourceContent;
import dev.attache.test.Golden;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What each type becomes in each position, with each provider. */
class LadderTableTest {

  private static final String OFFICE = "application/vnd.openxmlformats-officedocument.";

  @Test
  void isAsItsFileSays() throws IOException {
    var table = new StringBuilder();
    for (ModelProvider provider : Parts.PROVIDERS) {
      table.append(provider.name()).append('\n');
      for (Row row : rows()) {
        table
            .append("  ")
            .append(row.name())
            .append(": ")
            .append(inMessage(provider.profiles().standard(), row))
            .append(" | ")
            .append(inResult(provider.profiles().standard(), row))
            .append('\n');
      }
    }
    Golden.assertMatches("ladder.txt", table.toString());
  }

  private static String inMessage(ModelProfile profile, Row row) throws IOException {
    return word(Ladder.of(profile, List.of(Parts.user(row.part()))));
  }

  private static String inResult(ModelProfile profile, Row row) throws IOException {
    return word(Ladder.of(profile, List.of(Parts.results(Parts.result("c", row.part())))));
  }

  private static String word(Ladder ladder) {
    Placed placed = ladder.placed().get(0);
    String note = placed.rung().note();
    return placed.rung().as().word()
        + (placed.rung().isMoved() ? ", moved" : "")
        + (note == null ? "" : " (" + note + ")");
  }

  private static List<Row> rows() throws IOException {
    return List.of(
        new Row("text", "text/x-rust", ResourceContent.text("fn main() {}")),
        new Row("svg", "image/svg+xml", ResourceContent.text("<svg/>")),
        new Row("png", "image/png", ResourceContent.blob(Parts.PNG)),
        new Row("png, cut off", "image/png", ResourceContent.blob(new byte[] {1, 2, 3})),
        new Row("jpeg", "image/jpeg", drawn("jpeg")),
        new Row("gif", "image/gif", drawn("gif")),
        new Row("webp", "image/webp", webp()),
        new Row("heic", "image/heic", ResourceContent.blob(new byte[] {1})),
        new Row("pdf", "application/pdf", ResourceContent.blob(Parts.PDF)),
        new Row(
            "pdf, encrypted",
            "application/pdf",
            latin1("%PDF-1.4\ntrailer<</Encrypt 1 0 R>>\nstartxref\n9\n%%EOF\n")),
        new Row("docx", OFFICE + "wordprocessingml.document", latin1("PK")),
        new Row("xlsx", OFFICE + "spreadsheetml.sheet", latin1("PK")),
        new Row("wav", "audio/vnd.wave", latin1("RIFF")),
        new Row("zip", "application/zip", latin1("PK")),
        new Row("unknown", null, latin1("\u0000")));
  }

  private static ResourceContent drawn(String format) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB), format, out);
    return ResourceContent.blob(out.toByteArray());
  }

  private static ResourceContent webp() {
    return latin1("RIFF\u0000\u0000\u0000\u0000WEBPVP8X\n\u0000\u0000\u0000" + "\u0000".repeat(10));
  }

  private static ResourceContent latin1(String bytes) {
    return ResourceContent.blob(bytes.getBytes(ISO_8859_1));
  }

  private record Row(String name, @Nullable String mimeType, ResourceContent content) {
    RenderedPart part() {
      return Parts.resource("a", mimeType, content);
    }
  }
}
