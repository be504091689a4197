package dev.attache.cli.resolve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.Columns;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Tokens;
import dev.attache.resource.spi.Candidate;
import dev.attache.support.text.Sanitizer;
import dev.attache.support.text.SizeText;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A plan for people: a row for each candidate, and the totals. */
public final class PlanTable implements PlanFormat {

  private static final String DIM = "\u001b[2m";
  private static final String RESET = "\u001b[0m";
  private static final String UNKNOWN = "?";

  private final OutputStream out;
  private final boolean withReasons;
  private final boolean colored;
  private long attached;
  private long denied;
  private long skipped;
  private long bytes;
  private long unknown;
  private long tokens;
  private String lastUse = "";

  public PlanTable(OutputStream out, boolean withReasons, boolean colored) throws IOException {
    this.out = out;
    this.withReasons = withReasons;
    this.colored = colored;
    row("ACTION", "BYTES", "TOKENS", "TYPE", "URI", false);
  }

  @Override
  public void attach(Outcome.Planned planned, @Nullable PlannedUse use) throws IOException {
    long size = planned.candidate().size();
    boolean isDenied = use != null && !use.decision().isAllowed();
    boolean countsTokens = Boolean.TRUE.equals(planned.text()) && size >= 0;
    if (isDenied) {
      denied++;
    } else {
      attached++;
      unknown += size < 0 ? 1 : 0;
      bytes += Math.max(0, size);
    }
    tokens += countsTokens ? Tokens.estimate(size) : 0;
    row(
        use == null ? "attach" : use.action(),
        size(planned.candidate()),
        countsTokens ? Long.toString(Tokens.estimate(size)) : tokensUnknown(planned),
        type(planned.type()),
        planned.candidate().uri().redacted(),
        false);
    String about = use == null ? "" : use.line();
    if (!about.isEmpty() && !about.equals(lastUse)) { // a server is named once for all it has
      line(" ".repeat(8) + about, true);
    }
    lastUse = about;
  }

  @Override
  public void skip(Outcome.Skipped skip) throws IOException {
    skipped++;
    row(
        "skip",
        size(skip.candidate()),
        "",
        skip.reason().toString(),
        skip.candidate().uri().redacted() + "  (" + skip.detail() + ")",
        true);
  }

  @Override
  public void end() throws IOException {
    String totals =
        attached
            + " to attach, "
            + SizeText.of(bytes)
            + (unknown == 0 ? "" : " and " + unknown + " of unknown size")
            + ", about "
            + tokens
            + (tokens == 1 ? " token; " : " tokens; ")
            + skipped
            + " left out"
            + (denied == 0 ? "\n" : ", " + denied + " denied\n");
    out.write(totals.getBytes(UTF_8));
    out.flush();
  }

  private String type(@Nullable TypeDecision type) {
    if (type == null) {
      return UNKNOWN;
    }
    return withReasons ? type.chosen() + " (" + type.why() + ")" : type.chosen();
  }

  private static String size(Candidate candidate) {
    return candidate.size() < 0 ? UNKNOWN : Long.toString(candidate.size());
  }

  private static String tokensUnknown(Outcome.Planned planned) {
    return Boolean.FALSE.equals(planned.text()) ? "-" : UNKNOWN;
  }

  private void row(
      String action, String size, String tokenCount, String type, String uri, boolean dim)
      throws IOException {
    String row =
        Columns.left(action, 6)
            + "  "
            + Columns.right(size, 9)
            + "  "
            + Columns.right(tokenCount, 8)
            + "  "
            + Columns.left(type, withReasons ? 40 : 24)
            + "  "
            + uri;
    line(row, dim);
  }

  private void line(String text, boolean dim) throws IOException {
    String safe = Sanitizer.sanitizeLine(text);
    out.write((dim && colored ? DIM + safe + RESET + "\n" : safe + "\n").getBytes(UTF_8));
  }
}
