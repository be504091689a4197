package dev.attache.cli.workspace;

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
}
