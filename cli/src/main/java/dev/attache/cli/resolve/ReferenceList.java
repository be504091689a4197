package dev.attache.cli.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.Text;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A list of references in a file: one a line, separated by NUL bytes, or a JSON string a line.
 *
 * <p>Empty entries are passed over. An entry that cannot be read is reported, and the others stand.
 */
public final class ReferenceList {

  private static final JsonFactory JSON = new JsonFactory();

  private ReferenceList() {}

  /** How the entries are written. */
  enum Form {
    /** One a line; a carriage return before the line feed is not part of it. */
    LINES('\n'),
    /** Separated by NUL bytes, for names that hold line feeds. */
    NUL('\0'),
    /** A JSON string a line. */
    JSON('\n');

    private final char separator;

    Form(char separator) {
      this.separator = separator;
    }

    static Form parse(String word) throws UsageException {
      for (Form form : values()) {
        if (form.name().toLowerCase(Locale.ROOT).equals(word)) {
          return form;
        }
      }
      throw new UsageException("--from-format (" + word + ") must be lines, nul or json");
    }
  }

  /** Takes what is wrong with single entries. */
  @FunctionalInterface
  public interface Problems {
    /**
     * Takes one problem.
     *
     * @param entry the number of the entry, from 1
     * @param text the entry as far as it is text
     */
    void add(int entry, String text, String problem);
  }

  /** Reads all entries. */
  static List<String> read(InputStream in, Form form, Problems problems) throws IOException {
    // Not the stream's own readAllBytes: a FileInputStream's asks for its position, and a pipe has
    // none.
    byte[] bytes = new BufferedInputStream(in).readAllBytes();
    var references = new ArrayList<String>();
    int number = 0;
    for (int start = 0; start < bytes.length; ) {
      int end = indexOf(bytes, (byte) form.separator, start);
      String reference = entry(bytes, start, end, form, ++number, problems);
      if (reference != null && !reference.isEmpty()) {
        references.add(reference);
      }
      start = end + 1;
    }
    return references;
  }

  private static @Nullable String entry(
      byte[] bytes, int start, int end, Form form, int number, Problems problems) {
    String text = new String(bytes, start, end - start, UTF_8);
    if (text.indexOf('\ufffd') >= 0 && Text.parseUtf8(bytes, start, end - start).isEmpty()) {
      problems.add(number, text, "is not UTF-8");
      return null;
    }
    if (form == Form.NUL) {
      return text;
    }
    String line = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    if (form == Form.LINES || line.isBlank()) {
      return line.isBlank() ? null : line;
    }
    String string = jsonString(line);
    if (string == null) {
      problems.add(number, line, "is not a JSON string");
    }
    return string;
  }

  /** The one JSON string that a line consists of; null if it is something else. */
  static @Nullable String jsonString(String line) {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.VALUE_STRING) {
        return null;
      }
      String string = parser.getText();
      return parser.nextToken() == null ? string : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static int indexOf(byte[] bytes, byte wanted, int from) {
    int i = from;
    while (i < bytes.length && bytes[i] != wanted) {
      i++;
    }
    return i;
  }
}
