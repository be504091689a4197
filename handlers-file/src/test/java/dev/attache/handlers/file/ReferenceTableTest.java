package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of references in {@code references.txt}, row by row. */
class ReferenceTableTest {

  private static final int COLUMNS = 3;

  @TempDir Path temporary;

  private Workspace workspace;

  /** One row: what is written, the canonical URI or the error, and what is found there. */
  private record Row(String reference, String canonical, String found) {

    @Override
    public String toString() {
      return escaped(reference) + " | " + escaped(canonical) + " | " + escaped(found);
    }
  }

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace =
        Workspace.in(temporary)
            .files("a.txt", "src/A.java", "src/sub/B.java", "src/sub/deep/C.java")
            .files("a b", "100%", "a%20b", "a+b", "a;b=c&d", "#L1", "!x", "[id].tsx", "{a}", "*")
            .files(
                "a\\b",
                "http:x",
                "file:x",
                "new\nline",
                "\ud83d\ude00",
                "nfd e\u0301",
                "nfc \u00e9")
            .files("-", "~", "~x", "...", " ", "q?", ".hidden", "\ufffd", "tab\t", "x#y", "a^b|`")
            .link("link", "src/sub")
            .link("link to a.txt", "a.txt")
            .link("dangling", "nowhere")
            .link("loop", "loop 2")
            .link("loop 2", "loop")
            .link("out", "..");
    Files.writeString(Git.path(workspace.root(), "bad\u00ff"), "x");
    Files.createDirectory(Git.path(workspace.root(), "bad\u00fe"));
  }

  @Test
  void holdsInEveryRow() throws IOException {
    List<Row> rows = rows();
    var actual = new ArrayList<String>();
    for (Row row : rows) {
      String reference = row.reference.replace("$W", workspace.root().toString());
      actual.add(
          new Row(row.reference, shown(workspace.canonical(reference)), found(reference))
              .toString());
    }
    assertThat(actual).isEqualTo(rows.stream().map(Row::toString).toList());
    assertThat(actual).hasSizeGreaterThan(60).doesNotHaveDuplicates();
  }

  @Test
  void isAFixedPointInEveryRow() throws IOException {
    Set<String> canonical = new HashSet<>();
    for (Row row : rows()) {
      if (row.canonical.startsWith("file:")) {
        canonical.add(row.canonical);
      }
    }
    for (String uri : canonical) {
      String full =
          uri.replace("$W", workspace.root().toString())
              .replace("$P", Objects.requireNonNull(workspace.root().getParent()).toString());
      assertThat(shown(workspace.canonical(full))).isEqualTo(uri);
    }
  }

  /**
   * {@code file} or {@code directory} if just what canonicalisation says is found, or the error.
   */
  private String found(String reference) {
    String canonical = shown(workspace.canonical(reference));
    var uris = new ArrayList<String>();
    for (Outcome outcome : workspace.planned(reference)) {
      if (outcome instanceof Outcome.Noted) {
        continue;
      }
      if (outcome instanceof Outcome.Failed failed) {
        return shown(failed.problem().kind() + ": " + failed.problem().message());
      }
      uris.add(uri(outcome));
    }
    if (uris.equals(List.of(canonical))) {
      return "file";
    }
    boolean below =
        !uris.isEmpty() && uris.stream().allMatch(uri -> uri.startsWith(canonical + "/"));
    return below ? "directory" : uris.toString();
  }

  private String uri(Outcome outcome) {
    return shown(Workspace.candidate(outcome).uri().value());
  }

  private String shown(String text) {
    return text.replace(workspace.root().toString(), "$W")
        .replace(Objects.requireNonNull(workspace.root().getParent()).toString(), "$P");
  }

  private static List<Row> rows() throws IOException {
    var rows = new ArrayList<Row>();
    try (InputStream in = ReferenceTableTest.class.getResourceAsStream("references.txt");
        var reader = new BufferedReader(new InputStreamReader(Objects.requireNonNull(in), UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isBlank() && !line.startsWith("//")) {
          String[] columns = line.split(" \\| ", COLUMNS);
          rows.add(new Row(unescaped(columns[0]), unescaped(columns[1]), unescaped(columns[2])));
        }
      }
    }
    return rows;
  }

  private static String unescaped(String column) {
    Matcher characters = Pattern.compile("\\\\u([0-9a-f]{4})").matcher(column);
    return characters
        .replaceAll(hex -> String.valueOf((char) Integer.parseInt(hex.group(1), 16)))
        .translateEscapes();
  }

  private static String escaped(String text) {
    var escaped = new StringBuilder();
    for (char c : text.replace("\\", "\\\\").toCharArray()) {
      boolean isPlain = c >= ' ' && c < 127;
      escaped.append(isPlain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return escaped.toString();
  }

  @Test
  void holdsForNamesThatAreTooLong() {
    String longest = "n".repeat(255);
    assertThat(workspace.canonical(longest)).isEqualTo("file://$W/" + longest);
    assertThat(workspace.plan(longest))
        .containsExactly("! " + longest + " (NOT_FOUND: no such file or directory)");
    String tooLong = "n".repeat(256);
    assertThat(workspace.canonical(tooLong)).isEqualTo("file://$W/" + tooLong);
    assertThat(workspace.plan(tooLong))
        .containsExactly("! " + tooLong + " (FAILED: cannot be read: file name too long)");
    String tooDeep = "n/".repeat(2_500) + "n";
    assertThat(workspace.canonical(tooDeep)).isEqualTo("file://$W/" + tooDeep);
    assertThat(workspace.plan(tooDeep))
        .containsExactly("! " + tooDeep + " (FAILED: cannot be read: file name too long)");
  }

  @Test
  void holdsForHalfACharacter() {
    assertThat(workspace.canonical("a\ud83d"))
        .isEqualTo(
            "INVALID_URI: the path contains an unpaired surrogate: Trailing high surrogate at end"
                + " of input");
    assertThat(workspace.plan("a\ud83d"))
        .containsExactly("! a\ud83d (INVALID_URI: must not contain an unpaired surrogate)");
  }
}
