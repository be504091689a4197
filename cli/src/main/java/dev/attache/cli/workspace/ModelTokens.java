package dev.attache.cli.workspace;

import dev.attache.delivery.OmissionCost;
import dev.attache.history.answer.ModelUsage;
import java.util.Locale;

/** What a model was asked for its answers, in words. */
public final class ModelTokens {

  private ModelTokens() {}

  /** Returns something like {@code 1,234 tokens in (1,000 cached), 56 out}. */
  public static String inWords(ModelUsage usage) {
    long in = usage.input() + usage.cacheRead() + usage.cacheWrite();
    String cached =
        usage.cacheRead() == 0
            ? ""
            : String.format(Locale.ROOT, " (%,d cached)", usage.cacheRead());
    return String.format(Locale.ROOT, "%,d tokens in%s, %,d out", in, cached, usage.output());
  }

  /** Returns what leaving something out brings and costs. */
  public static String inWords(OmissionCost cost) {
    return String.format(
        Locale.ROOT,
        "a request takes about %,d tokens instead of %,d; the provider reads %,d of them anew,"
            + " once",
        cost.after(),
        cost.before(),
        cost.rewritten());
  }
}
