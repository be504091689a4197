package dev.attache.cli.trust;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.permission.TrustItem;
import dev.attache.core.trust.TrustRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The output about trust: a line for each command, tool, server or jar, for people or as a JSON
 * object.
 */
final class TrustOutput {

  private final OutputStream out;
  private final boolean isJson;
  private final JsonGenerator json;

  TrustOutput(OutputStream out, boolean isJson) throws IOException {
    this.out = out;
    this.isJson = isJson;
    this.json = JsonFormat.generator(out);
  }

  void list(List<TrustRecord> records) throws IOException {
    if (!isJson) {
      row("ID", "TRUSTED ON", "KIND", "DIRECTORY", "WHAT");
    }
    for (TrustRecord each : records) {
      if (isJson) {
        write(each);
      } else {
        row(
            each.digest().shortForm(),
            each.when().atZone(ZoneOffset.UTC).toLocalDate().toString(),
            each.kind(),
            isJar(each) ? "-" : each.directory(),
            each.label());
      }
    }
    flush();
  }

  /**
   * Says what became of the trust in a thing; without its secrets, for results are kept and passed
   * on. It is written at once: the next jar to be tried could end the program.
   *
   * @param state in words: {@code trusted}, {@code forgotten}
   */
  void changed(TrustItem item, String state) throws IOException {
    if (!isJson) {
      line(state + ": " + item.label() + "  (" + item.effect() + ")");
    } else {
      json.writeStartObject();
      json.writeStringField("state", state);
      item.writeTo(json);
      json.writeStringField("digest", item.digest().toString());
      json.writeEndObject();
      json.writeRaw('\n');
    }
    flush();
  }

  /** Says that a thing is trusted no longer of which only the record is known. */
  void forgotten(TrustRecord each) throws IOException {
    if (!isJson) {
      line("forgotten: " + each.label() + (isJar(each) ? "" : "  (in " + each.directory() + ")"));
      return;
    }
    json.writeStartObject();
    json.writeStringField("state", "forgotten");
    json.writeStringField(field(each), each.label());
    json.writeStringField("directory", each.directory());
    json.writeStringField("digest", each.digest().toString());
    json.writeEndObject();
    json.writeRaw('\n');
  }

  void flush() throws IOException {
    json.flush();
    out.flush();
  }

  private void write(TrustRecord each) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", each.kind());
    json.writeStringField("digest", each.digest().toString());
    json.writeStringField("directory", each.directory());
    json.writeStringField(field(each), each.label());
    json.writeStringField("when", each.when().toString());
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** The field of the label; of a kind that a later version knows there is no more to say. */
  private static String field(TrustRecord each) {
    return switch (each.kind()) {
      case TrustRecord.COMMAND, TrustRecord.TOOL, TrustRecord.SERVER, TrustRecord.JAR ->
          each.kind();
      default -> "label";
    };
  }

  /** What is told by its path, and is trusted in whatever directory one is. */
  private static boolean isJar(TrustRecord each) {
    return each.kind().equals(TrustRecord.JAR);
  }

  private void row(String id, String when, String kind, String directory, String what)
      throws IOException {
    line(
        Columns.left(id, 12)
            + "  "
            + Columns.left(when, 10)
            + "  "
            + Columns.left(kind, 7)
            + "  "
            + Columns.left(directory, 40)
            + "  "
            + what);
  }

  private void line(String text) throws IOException {
    ResultLine.write(out, text);
  }
}
