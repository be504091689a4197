package dev.attache.cli.models;

import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.CacheTerms;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The terms of the caches of the models that a conversation has asked. */
public final class ModelCacheTerms {

  private final Run run;
  private final Map<String, @Nullable CacheTerms> known = new HashMap<>();

  public ModelCacheTerms(Run run) {
    this.run = run;
  }

  /** Returns the terms of a model; null if its provider is not there any more. */
  public @Nullable CacheTerms of(String provider, String model) {
    String name = provider + "/" + model;
    if (!known.containsKey(name)) {
      known.put(name, terms(name));
    }
    return known.get(name);
  }

  private @Nullable CacheTerms terms(String name) {
    try {
      return Providers.of(run).choice("model", name).profile().cache();
    } catch (UsageException e) {
      return null; // a history is older than a configuration can be
    }
  }
}
