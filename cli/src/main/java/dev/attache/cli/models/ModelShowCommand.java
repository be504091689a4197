package dev.attache.cli.models;

import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.CacheTerms;
import dev.attache.model.MediaTypes;
import dev.attache.model.ModelLimits;
import dev.attache.model.ModelProfile;
import dev.attache.support.text.DurationText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code attache models show}: what a model takes, where, and on which terms. */
final class ModelShowCommand implements Command {

  private final List<String> names = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameter(
        0, "PROVIDER[/MODEL]", names, "The provider, and the model (default: the provider's).");
  }

  @Override
  public List<String> examples() {
    return List.of("attache models show anthropic", "attache models show openai-chat/gpt-6 --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (names.isEmpty()) {
      throw new UsageException("missing argument: PROVIDER (`attache models ls` lists them)");
    }
    ModelChoice choice = Providers.of(run).choice("PROVIDER", names.get(0));
    Map<String, Object> facts = facts(choice);
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      if (run.options().isJson()) {
        ObjectLines.to(result.stream()).write(facts).flush();
      } else {
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
          ResultLine.write(
              result.stream(),
              Columns.left(words(fact.getKey()), 18) + "  " + text(fact.getValue()));
        }
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  private static Map<String, Object> facts(ModelChoice choice) {
    ModelProfile profile = choice.profile();
    var facts = new LinkedHashMap<String, Object>();
    facts.put("provider", profile.name());
    facts.put("model", choice.model());
    facts.put("wire", profile.wire());
    if (profile.version() != null) {
      facts.put("version", profile.version());
    }
    facts.put("message", types(profile.message()));
    facts.put("toolResult", types(profile.toolResult()));
    addLimits(profile.limits(), facts);
    CacheTerms cache = profile.cache();
    facts.put("cache", cache.kind().toString().toLowerCase(Locale.ROOT));
    if (cache.kind() != CacheTerms.Kind.NONE) {
      facts.put("cacheMinimumTokens", cache.minimumTokens());
      facts.put("cacheRead", cache.read());
      facts.put("cacheWrite", cache.write());
      facts.put("cacheTtl", DurationText.exact(cache.ttl()));
    }
    facts.put("tokenFactor", profile.tokenFactor());
    facts.put("source", profile.source());
    return facts;
  }

  private static List<String> types(MediaTypes types) {
    var all = new ArrayList<String>();
    all.add("text");
    all.addAll(types.images());
    all.addAll(types.documents());
    all.addAll(types.audio());
    return all;
  }

  private static void addLimits(ModelLimits limits, Map<String, Object> facts) {
    add("requestBytes", limits.requestBytes(), facts);
    add("imageBytes", limits.imageBytes(), facts);
    add("imageSide", limits.imageSide(), facts);
    add("images", limits.images(), facts);
    add("documentBytes", limits.documentBytes(), facts);
    add("documentPages", limits.documentPages(), facts);
    add("window", limits.window(), facts);
    add("tools", limits.tools(), facts);
  }

  /** Adds a limit that is known. */
  private static void add(String name, long limit, Map<String, Object> facts) {
    if (limit != Long.MAX_VALUE && limit != Integer.MAX_VALUE) {
      facts.put(name, limit);
    }
  }

  /** Returns a name of JSON in words: {@code toolResult} is {@code tool result}. */
  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static String text(Object value) {
    return value instanceof List<?> list
        ? String.join(", ", list.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }
}
