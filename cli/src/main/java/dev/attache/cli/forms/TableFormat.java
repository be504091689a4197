package dev.attache.cli.forms;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.terminal.Console;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The form for people: a row for each snapshot, with the digest's short form. It has no place for
 * the notes of snapshots, which are said on standard error.
 */
public final class TableFormat implements Format {

  private final OutputStream out;
  private final Console console;

  public TableFormat(OutputStream out, Console console) throws IOException {
    this.out = out;
    this.console = console;
    row("KIND", "BYTES", "DIGEST", "TYPE", "NAME");
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    Resource resource = snapshot.resource();
    ResourceContent content = resource.content();
    row(
        content.isText() ? "text" : "blob",
        Long.toString(content.size()),
        content.digest().shortForm(),
        String.valueOf(resource.mimeType()),
        Sanitizer.sanitizeLine(Redaction.redactAllIn(name(resource))));
    for (String note : snapshot.notes()) {
      console.note(name(resource) + ": " + note);
    }
  }

  /** The name, by which people find it again; many pages have the same title. */
  private static String name(Resource resource) {
    return resource.name() != null ? resource.name() : resource.label();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  private void row(String kind, String bytes, String digest, String type, String name)
      throws IOException {
    String row =
        Columns.left(kind, 4)
            + "  "
            + Columns.right(bytes, 10)
            + "  "
            + Columns.left(digest, 12)
            + "  "
            + Columns.type(type)
            + "  "
            + name
            + "\n";
    out.write(row.getBytes(UTF_8));
  }
}
