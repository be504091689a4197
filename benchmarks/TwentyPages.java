import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/** A program that prints the text of Markdown pages on the 20 pages of a PDF. */
final class TwentyPages {

  private static final int PAGES = 20;
  private static final int LINES = 50;

  public static void main(String[] arguments) throws IOException {
    List<String> lines = lines(Path.of(arguments[0]));
    try (var document = new PDDocument()) {
      var title = new PDType1Font(FontName.HELVETICA_BOLD);
      var text = new PDType1Font(FontName.TIMES_ROMAN);
      for (int i = 0; i < PAGES; i++) {
        var page = new PDPage();
        document.addPage(page);
        try (var content = new PDPageContentStream(document, page)) {
          content.beginText();
          content.setLeading(13);
          content.newLineAtOffset(60, 730);
          for (String line : lines.subList(i * LINES, (i + 1) * LINES)) {
            boolean isTitle = line.startsWith("#");
            content.setFont(isTitle ? title : text, isTitle ? 14 : 10);
            content.showText(isTitle ? line.replaceFirst("#+ *", "") : line);
            content.newLine();
          }
          content.endText();
        }
      }
      document.save(arguments[1]);
    }
  }

  private static List<String> lines(Path directory) throws IOException {
    var lines = new ArrayList<String>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path page : all.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        for (String line : Files.readAllLines(page)) {
          String plain = line.replaceAll("[^ -~]", "-");
          lines.add(plain.substring(0, Math.min(plain.length(), 110)));
        }
      }
    }
    while (lines.size() < PAGES * LINES) {
      lines.addAll(List.copyOf(lines));
    }
    return lines;
  }
}
