package dev.attache.agent;

import dev.attache.core.routing.ForeignText;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.CacheTerms;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model that is asked, and the way to it. Immutable.
 *
 * @param name what the provider is called here, such as {@code anthropic}
 * @param provider who writes the requests
 * @param connector who sends them
 * @param profile what the model takes
 * @param model the model, as its provider names it
 * @param settings the address, the key, and how long to wait
 */
public record AskedModel(
    String name,
    ModelProvider provider,
    ModelConnector connector,
    ModelProfile profile,
    String model,
    ModelSettings settings) {

  /** From how much of its window on a conversation should make room, in percent. */
  public static final int NEARLY_FULL = 80;

  /**
   * {@return a model of a provider on the class path, with the key that the environment has for it}
   *
   * @param name {@code PROVIDER}, whose usual model is meant, or {@code PROVIDER/MODEL}
   * @throws IllegalArgumentException if there is no such provider, or the environment has no key
   */
  public static AskedModel of(String name) {
    return of(name, null);
  }

  /**
   * {@return the same by another way to it}
   *
   * @param name {@code PROVIDER}, whose usual model is meant, or {@code PROVIDER/MODEL}
   * @param settings the address, the key, and how long to wait; null for the provider's own address
   *     and the key of the environment
   * @throws IllegalArgumentException if there is no such provider, or no settings are given and the
   *     environment has no key
   */
  public static AskedModel of(String name, @Nullable ModelSettings settings) {
    int slash = Objects.requireNonNull(name, "model").indexOf('/');
    String named = slash < 0 ? name : name.substring(0, slash);
    LoadedModels models = LoadedModels.having(named);
    ModelProvider provider = models.provider(named);
    ModelConnector connector = models.connector(named);
    if (provider == null || connector == null) {
      throw new IllegalArgumentException(
          "model ("
              + name
              + ") must be of one of the providers on the class path: "
              + String.join(", ", models.names())
              + models.problems().stream()
                  .distinct()
                  .map("; "::concat)
                  .collect(Collectors.joining()));
    }
    ModelProfiles profiles = provider.profiles(settings == null ? null : settings.baseUrl());
    String model = slash < 0 ? profiles.standard().model() : name.substring(slash + 1);
    ModelProfile profile = profiles.of(model);
    return new AskedModel(
        named,
        provider,
        connector,
        profile,
        model,
        settings == null ? ofEnvironment(profile) : settings);
  }

  /**
   * {@return the providers and connectors of the class path that cannot be loaded, each with the
   * reason, a line each} One that finds out only when it is used, since a library is missing, says
   * so in a {@link ModelException}.
   */
  public static List<String> problems() {
    return LoadedModels.own().problems();
  }

  /** Prepares a call; a connector that cannot be linked is one that cannot be asked. */
  ModelCall open(ModelRequest request, RequestBody body) throws ModelException {
    try {
      return connector.open(request, body, settings);
    } catch (LinkageError e) {
      throw ModelException.of(
          ModelException.Kind.BAD_REQUEST, name + " cannot be used: " + ForeignText.of(e), e);
    }
  }

  /** The provider and the model. */
  @Override
  public String toString() {
    return name + "/" + model;
  }

  private static ModelSettings ofEnvironment(ModelProfile profile) {
    String variable = profile.keyVariable();
    String key = variable == null ? null : System.getenv(variable);
    if (variable != null && (key == null || key.isBlank())) {
      throw new IllegalArgumentException(
          "no key for " + profile.name() + ": set " + variable + ", or give settings with one");
    }
    return ModelSettings.builder().key(() -> key == null ? null : key.strip()).build();
  }

  /**
   * {@return how much of the model's window a request and its answer took, in percent; -1 if nobody
   * knows how large that is}
   *
   * @param usage what one request and its answer took
   */
  public int windowUse(ModelUsage usage) {
    long window = profile.limits().window();
    return window == Long.MAX_VALUE || window == 0
        ? -1
        : (int) Math.min(Integer.MAX_VALUE, usage.total() * 100.0 / window);
  }

  /**
   * {@return rules for superseded snapshots with what the provider's cache costs and how long it
   * holds; for the options of a conversation that it is asked in}
   *
   * @param rules the rules whose mode and expected number of requests are kept
   */
  public SupersededSettings superseded(SupersededSettings rules) {
    CacheTerms cache = profile.cache();
    return new SupersededSettings(
        rules.mode(), cache.ttl(), rules.requests(), cache.write(), cache.read());
  }
}
