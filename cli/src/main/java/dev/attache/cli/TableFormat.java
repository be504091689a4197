package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.OutputStream;

/** The form for people: a row for each snapshot, with the digest's short form. */
final class TableFormat implements Format {

  private final OutputStream out;

  TableFormat(OutputStream out) throws IOException {
    this.out = out;
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
        Sanitizer.sanitizeLine(resource.label()));
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
            + Columns.left(type, 24)
            + "  "
            + name
            + "\n";
    out.write(row.getBytes(UTF_8));
  }
}
