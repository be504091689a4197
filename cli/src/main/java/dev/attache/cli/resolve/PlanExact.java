package dev.attache.cli.resolve;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.models.ExactCount;
import dev.attache.core.outcome.Outcome;
import dev.attache.model.call.ModelException;
import dev.attache.support.text.TokenText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A plan whose tokens the provider of a model counts: a line at the end has the sum. Not
 * thread-safe.
 */
final class PlanExact implements PlanFormat {

  private final PlanFormat format;
  private final ExactCount count;
  private final OutputStream out;
  private final boolean isJson;
  private long unread;
  private @Nullable Long tokens;
  private @Nullable String failure;

  /**
   * @param out where the format writes to
   * @param isJson whether it writes objects
   */
  PlanExact(PlanFormat format, ExactCount count, OutputStream out, boolean isJson) {
    this.format = format;
    this.count = count;
    this.out = out;
    this.isJson = isJson;
  }

  @Override
  public void attach(Outcome.Planned planned, long estimate, @Nullable PlannedUse use)
      throws IOException {
    boolean isDenied = use != null && !use.decision().isAllowed();
    if (!isDenied && !count.add(planned.candidate().uri())) {
      unread++;
    }
    format.attach(planned, estimate, use);
  }

  @Override
  public void skip(Outcome.Skipped skipped) throws IOException {
    format.skip(skipped);
  }

  @Override
  public void fail(Outcome.Failed failed) {
    format.fail(failed);
  }

  @Override
  public void end() throws IOException {
    format.end();
    try {
      long sum = count.ask();
      tokens = sum;
      if (isJson) {
        writeObject(sum);
      } else {
        ResultLine.write(out, line(sum));
      }
    } catch (ModelException e) {
      failure = count.provider() + ": " + e.message();
    }
  }

  private String line(long sum) {
    return TokenText.counted(sum, true)
        + " for "
        + count.model()
        + " as counted by the provider"
        + (unread == 0
            ? ""
            : ", without " + (unread == 1 ? "1 item" : unread + " items") + " that no plan reads");
  }

  private void writeObject(long sum) throws IOException {
    var object = new LinkedHashMap<String, Object>();
    object.put("action", "total");
    object.put("model", count.model());
    object.put("exactTokens", sum);
    object.put("uncounted", unread);
    ObjectLines.to(out).write(object).flush();
  }

  /** The sum; null if there is none. */
  @Nullable Long tokens() {
    return tokens;
  }

  /** Why there is no sum; null if there is one. */
  @Nullable String failure() {
    return failure;
  }
}
