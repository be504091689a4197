package dev.attache.cli.workspace;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ResultLine;
import dev.attache.core.outcome.Tokens;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Rows about snapshots that were delivered, for people. */
public final class SnapshotTable {

  /** The heads of what every row tells of a snapshot. */
  public static final Cells HEAD = new Cells("TYPE", "BYTES", "TOKENS", "DIGEST", "DELIVERY");

  /** The same of what there is no snapshot of yet. */
  public static final Cells NONE = new Cells("-", "-", "-", "-", "pending");

  private final OutputStream out;

  public SnapshotTable(OutputStream out) {
    this.out = out;
  }

  /** What every row tells of a snapshot. */
  public record Cells(String type, String bytes, String tokens, String digest, String delivery) {}

  public static Cells cells(DeliveredResource each) {
    Resource resource = each.resource();
    ResourceContent content = resource.content();
    return new Cells(
        resource.mimeType() == null ? "-" : resource.mimeType(),
        Long.toString(content.size()),
        each.shown().isText() ? Long.toString(Tokens.estimate(each.shown().size())) : "-",
        content.digest().shortForm(),
        word(each.delivery()));
  }

  private static String word(Delivery delivery) {
    if (delivery instanceof Delivery.Reference reference) {
      return word(reference.target());
    }
    if (delivery instanceof Delivery.Delta) {
      return "delta";
    }
    return delivery instanceof Delivery.Described ? "described" : "full";
  }

  /** How a reference is shown: {@code = turn 1}, {@code = call_1 (2)}. */
  private static String word(DeliveryPlace target) {
    return target.call() == null
        ? "= turn " + (target.turn() + 1)
        : "= " + target.call() + " (" + (target.turn() + 1) + ")";
  }

  /** The name, by which people find it again; safe to show. */
  public static String name(Resource resource) {
    return Redaction.redactAllIn(
        resource.name() != null ? resource.name() : resource.uri().redacted());
  }

  /**
   * Writes a row.
   *
   * @param now what the source is like now; null if no row has that
   * @param policy when the model hears of changes; null if no row has that
   */
  public void row(
      Cells cells,
      String turn,
      String source,
      @Nullable String now,
      @Nullable String policy,
      String name)
      throws IOException {
    line(
        Columns.type(cells.type())
            + "  "
            + Columns.right(cells.bytes(), 9)
            + "  "
            + Columns.right(cells.tokens(), 8)
            + "  "
            + Columns.left(cells.digest(), 12)
            + "  "
            + Columns.left(cells.delivery(), 10)
            + "  "
            + Columns.right(turn, 4)
            + "  "
            + Columns.left(source, 8)
            + "  "
            + (now == null ? "" : Columns.left(now, 10) + "  ")
            + (policy == null ? "" : Columns.left(policy, 7) + "  ")
            + name);
  }

  /** Writes any other line. */
  public void line(String text) throws IOException {
    ResultLine.write(out, text);
  }
}
