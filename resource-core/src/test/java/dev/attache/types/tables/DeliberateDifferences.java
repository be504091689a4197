package dev.attache.types.tables;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of what we call otherwise than Tika does, with the reason; {@code
 * deliberate-differences.txt}.
 */
public final class DeliberateDifferences {
  public record Row(String name, String ours, String tikas, String reason) {
    public boolean covers(String file, String chosen, String tika) {
      return names(file) && matches(ours, chosen) && matches(tikas, tika);
    }

    public boolean names(String file) {
      return matches(name, file);
    }

    private static boolean matches(String pattern, String value) {
      int star = pattern.indexOf('*');
      return star < 0
          ? pattern.equalsIgnoreCase(value)
          : value.length() >= pattern.length() - 1
              && value.regionMatches(true, 0, pattern, 0, star)
              && value.regionMatches(
                  true,
                  value.length() - pattern.length() + star + 1,
                  pattern,
                  star + 1,
                  pattern.length() - star - 1);
    }
  }

  private final List<Row> rows = new ArrayList<>();

  private DeliberateDifferences() {}

  public static DeliberateDifferences load() throws IOException {
    var table = new DeliberateDifferences();
    try (InputStream in =
        DeliberateDifferences.class.getResourceAsStream("deliberate-differences.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.split("\n", -1)) {
        if (!line.isBlank() && !line.startsWith("# ")) {
          String[] cells = line.split(" \\| ", -1);
          table.rows.add(
              new Row(cells[0].trim(), cells[1].trim(), cells[2].trim(), cells[3].trim()));
        }
      }
    }
    return table;
  }

  public List<Row> rows() {
    return rows;
  }

  public boolean cover(String file, String ours, String tikas) {
    return rows.stream().anyMatch(row -> row.covers(file, ours, tikas));
  }
}
