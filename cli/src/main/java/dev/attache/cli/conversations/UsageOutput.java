package dev.attache.cli.conversations;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.models.ModelPrices;
import dev.attache.cli.models.ModelPrices.Cost;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.CacheTerms;
import dev.attache.resource.tool.ContentBlock;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The output of what the requests of a conversation took, one after the other and in all, and of
 * what references in the place of contents have saved. A content would have been written to the
 * cache of its provider once, and read from it in each later request: that is what it is worth.
 */
final class UsageOutput {

  private static final int WIDTH = 9;

  private final OutputStream out;
  private final @Nullable ObjectLines json;
  private final ModelPrices prices;
  private @Nullable ModelUsage all; // null until a provider reports usage
  private int requests;

  /** The tokens that references have saved in requests so far, and those of the next one. */
  private long saved;

  private long spared;
  private long sparedAnew;
  private double worth;
  private boolean isPriced = true;

  /** What the answers cost; null from the first one on of which nobody knows that. */
  private @Nullable Cost cost;

  UsageOutput(OutputStream out, boolean isJson, ModelPrices prices) throws IOException {
    this.out = out;
    this.json = isJson ? ObjectLines.to(out) : null;
    this.prices = prices;
  }

  /** Takes the next event of the history. */
  void add(ConversationEvent event) throws IOException {
    if (event instanceof Request request) {
      if (request.request().author() == Author.TOOL) {
        return; // the result of the tool has it
      }
      for (Attachment each : request.request().resources()) {
        sparedAnew += each.savedTokens();
      }
    } else if (event instanceof ToolResult result) {
      for (ContentBlock block : result.response().content()) {
        sparedAnew += block instanceof DeliveredBlock each ? each.savedTokens() : 0;
      }
    } else if (event instanceof ModelAnswer answer) {
      add(answer);
    }
  }

  private void add(ModelAnswer answer) throws IOException {
    CacheTerms cache = prices.cache(answer.provider(), answer.model());
    isPriced &= cache != null;
    worth += cache == null ? 0 : sparedAnew * cache.write() + spared * cache.read();
    spared += sparedAnew;
    sparedAnew = 0;
    saved += spared;
    ModelUsage usage = answer.usage(); // null if the provider did not report it
    if (usage != null) {
      all = all == null ? usage : all.plus(usage);
    }
    Cost paid = usage == null ? null : prices.cost(answer.provider(), answer.model(), usage);
    cost = requests == 0 ? paid : cost == null || paid == null ? null : cost.plus(paid);
    if (requests++ == 0 && json == null) {
      row("TURN", List.of("INPUT", "CACHED", "WRITTEN", "OUTPUT"), "MODEL");
    }
    if (json == null) {
      String model = answer.provider() + "/" + answer.model();
      row(
          answer.turn() + 1 + "",
          numbers(answer.usage()),
          paid == null ? model : model + "  " + paid);
    } else {
      var line = new LinkedHashMap<String, Object>();
      line.put("event", "usage");
      line.put("turn", answer.turn());
      line.put("at", answer.at().toString());
      line.put("provider", answer.provider());
      line.put("model", answer.model());
      line.put("stop", answer.stop());
      put(answer.usage(), line);
      put(paid, line);
      json.write(line);
    }
  }

  /** Writes what it comes to; returns whether a model was asked at all. */
  boolean end() throws IOException {
    if (json != null) {
      var line = new LinkedHashMap<String, Object>();
      line.put("event", "total");
      line.put("requests", requests);
      put(all, line);
      put(cost, line);
      line.put("savedTokens", saved);
      if (isPriced) {
        line.put("savedWorth", Math.round(worth));
      }
      json.write(line).flush();
    } else if (requests > 0) {
      String count = ConversationOutput.count(requests, "request");
      row("all", numbers(all), cost == null ? count : count + "  " + cost);
      ResultLine.write(
          out,
          String.format(Locale.ROOT, "references saved about %,d tokens", saved)
              + (isPriced && saved != 0
                  ? String.format(
                      Locale.ROOT,
                      ", worth %,d at the price of tokens that are not cached",
                      Math.round(worth))
                  : ""));
    }
    return requests > 0;
  }

  private static void put(@Nullable ModelUsage usage, Map<String, Object> line) {
    if (usage != null) {
      line.put("input", usage.input());
      line.put("cacheRead", usage.cacheRead());
      line.put("cacheWrite", usage.cacheWrite());
      line.put("output", usage.output());
    }
  }

  private static void put(@Nullable Cost cost, Map<String, Object> line) {
    if (cost != null) {
      line.put("cost", cost.amount());
      line.put("currency", cost.currency());
    }
  }

  private static List<String> numbers(@Nullable ModelUsage usage) {
    if (usage == null) {
      return List.of("-", "-", "-", "-");
    }
    return List.of(
        number(usage.input()),
        number(usage.cacheRead()),
        number(usage.cacheWrite()),
        number(usage.output()));
  }

  private static String number(long tokens) {
    return String.format(Locale.ROOT, "%,d", tokens);
  }

  private void row(String turn, List<String> numbers, String model) throws IOException {
    var row = new StringBuilder(Columns.right(turn, 4));
    for (String each : numbers) {
      row.append("  ").append(Columns.right(each, WIDTH));
    }
    ResultLine.write(out, row.append("  ").append(model).toString());
  }
}
