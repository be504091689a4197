package dev.attache.cli.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.models.PlannedDelivery;
import dev.attache.core.outcome.Outcome;
import dev.attache.model.Rung;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.SkipReason;
import dev.attache.support.text.Sanitizer;
import dev.attache.support.text.TokenText;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan for people: a row for each candidate, and the totals. On a terminal, rows fit its width,
 * and what is skipped has a line for each reason; but the first for a reason that may surprise have
 * rows of their own.
 */
public final class PlanTable implements PlanFormat {

  private static final String DIM = "\u001b[2m";
  private static final String RED = "\u001b[31m";
  private static final String RESET = "\u001b[0m";
  private static final String UNKNOWN = "?";
  private static final String ELLIPSIS = "…";

  /** Narrower terminals have no column for types. */
  private static final int ROOM_FOR_TYPES = 100;

  /** So much of a path is shown, however narrow the terminal is. */
  private static final int LEAST_PATH = 12;

  /** So many that are skipped for a reason that may surprise have a row each on a terminal. */
  private static final int SURPRISES = 3;

  private final OutputStream out;
  private final Style style;
  private final boolean isExact;
  private final @Nullable PlannedDelivery delivery;
  private final PlanTotals totals;
  private final SkippedGroups groups = new SkippedGroups();
  private final Map<SkipReason, Integer> shown = new EnumMap<>(SkipReason.class);
  private String lastUse = "";

  /**
   * The look of the rows.
   *
   * @param withReasons whether rows say why a type was chosen, and each that is left out has one
   * @param isColored whether colours may be used
   * @param width how many characters fit into a line; 0 if it is no terminal
   */
  public record Style(boolean withReasons, boolean isColored, int width) {}

  /**
   * @param isExact whether the numbers of tokens are no estimates
   * @param delivery what a model would be given of each item; null if nobody asks for one
   */
  public PlanTable(
      OutputStream out, Style style, boolean isExact, @Nullable PlannedDelivery delivery)
      throws IOException {
    this.out = out;
    this.style = style;
    this.isExact = isExact;
    this.delivery = delivery;
    this.totals = new PlanTotals(isExact, delivery);
    row("ACTION", "BYTES", isExact ? "TOKENS" : "≈TOKENS", "TYPE", "DELIVERY", "PATH", "", "");
  }

  @Override
  public void attach(Outcome.Planned planned, long tokens, @Nullable PlannedUse use)
      throws IOException {
    Rung rung = delivery == null ? null : delivery.rung(planned.candidate().uri());
    totals.add(planned, tokens, use, rung);
    boolean isDenied = use != null && !use.decision().isAllowed();
    row(
        PlanFormat.action(planned, use, rung),
        size(planned.candidate()),
        tokens < 0 ? UNKNOWN : isExact ? Long.toString(tokens) : TokenText.of(tokens),
        type(planned.type()),
        rung == null ? UNKNOWN : rung.as().word(),
        SkippedGroups.name(planned.candidate()),
        detail(planned, rung),
        isDenied ? RED : "");
    String about = use == null ? "" : use.line();
    if (!about.isEmpty() && !about.equals(lastUse)) { // a server is named once for all it has
      line(" ".repeat(8) + about, DIM);
    }
    lastUse = about;
  }

  @Override
  public void skip(Outcome.Skipped skip) throws IOException {
    totals.skip();
    if (isGrouped(skip)) {
      groups.add(skip, !skip.isExpected());
      return;
    }
    row(
        "skip",
        size(skip.candidate()),
        "",
        skip.reason().toString(),
        "",
        SkippedGroups.name(skip.candidate()),
        "  (" + skip.detail() + ")",
        DIM);
  }

  @Override
  public void end() throws IOException {
    for (String line : groups.lines(style.width, " (-v lists them)")) {
      line(line, DIM);
    }
    line(totals.line(), "");
    out.flush();
  }

  /** What is said of an item: why a model is not given it, or who converts it, or why nobody. */
  private static String detail(Outcome.Planned planned, @Nullable Rung rung) {
    boolean isText = rung == null || rung.as() == Rung.As.TEXT;
    String detail = rung == null || rung.note() == null ? null : rung.note();
    if (planned.conversion() != null && (isText || !planned.isConverted())) {
      detail = planned.conversion();
    }
    return detail == null ? "" : "  (" + Sanitizer.sanitizeLine(detail) + ")";
  }

  private String type(@Nullable TypeDecision type) {
    if (type == null) {
      return UNKNOWN;
    }
    return style.withReasons ? type.chosen() + " (" + type.why() + ")" : type.chosen();
  }

  private boolean isGrouped(Outcome.Skipped skip) {
    return isCut()
        && (skip.isExpected() || shown.merge(skip.reason(), 1, Integer::sum) > SURPRISES);
  }

  private static String size(Candidate candidate) {
    return candidate.size() < 0 ? UNKNOWN : Long.toString(candidate.size());
  }

  private void row(
      String action,
      String size,
      String tokens,
      String type,
      String delivered,
      String path,
      String detail,
      String colour)
      throws IOException {
    String start =
        Columns.left(action, 7)
            + "  "
            + Columns.right(size, 8)
            + "  "
            + Columns.right(tokens, 8)
            + "  "
            + (hasTypes() ? typeColumn(type) + "  " : "")
            + (delivery == null ? "" : Columns.left(delivered, 11) + "  ");
    line(start + shortened(path, style.width - start.length()) + detail, colour);
  }

  private String typeColumn(String type) {
    return style.withReasons ? Columns.left(type, 40) : Columns.type(type);
  }

  private boolean hasTypes() {
    return !isCut() || style.width >= ROOM_FOR_TYPES;
  }

  private boolean isCut() {
    return style.width > 0 && !style.withReasons;
  }

  /** Returns the end of a path, which tells more than its beginning. */
  private String shortened(String path, int room) {
    int most = Math.max(LEAST_PATH, room);
    return isCut() && path.length() > most
        ? ELLIPSIS + path.substring(path.length() - most + 1)
        : path;
  }

  private void line(String text, String colour) throws IOException {
    String safe = Sanitizer.sanitizeLine(text);
    String shown =
        isCut() && safe.length() > style.width
            ? safe.substring(0, style.width - 1) + ELLIPSIS
            : safe;
    boolean isColored = style.isColored && !colour.isEmpty();
    out.write((isColored ? colour + shown + RESET + "\n" : shown + "\n").getBytes(UTF_8));
  }
}
