package dev.attache.cli.models;

import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.ForeignText;
import dev.attache.jars.ModelProviders;
import dev.attache.jars.trust.UntrustedJar;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.support.text.NearestName;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The providers of models that are there, by name, with what the user has set. */
final class Providers {

  /**
   * A provider by the name that the user has for it.
   *
   * @param name the name
   * @param provider what writes its requests
   * @param connector what connects to its models; null if that is one of ours, or missing
   * @param profiles what its models take
   * @param configured what the user has set for it; null if nothing is
   */
  record Named(
      String name,
      ModelProvider provider,
      @Nullable ModelConnector connector,
      ModelProfiles profiles,
      @Nullable ConfiguredProvider configured) {

    static Named of(ModelProvider provider, @Nullable ModelConnector connector) {
      return new Named(provider.name(), provider, connector, provider.profiles(), null);
    }

    /** Returns the same as the user has set it, by the name that the user has for it. */
    Named as(ConfiguredProvider set) throws UsageException {
      ModelProfiles ofAddress = provider.profiles(set.baseUrl());
      return new Named(set.name(), provider, connector, set.profiles(ofAddress), set);
    }

    /** Returns one of its models. */
    ModelChoice model(@Nullable String model) {
      String chosen = model == null ? profiles.standard().model() : model;
      return new ModelChoice(provider, connector, profiles.of(chosen), chosen, configured);
    }
  }

  private final Run run;

  private Providers(Run run) {
    this.run = run;
  }

  /** Returns those of a run. */
  static Providers of(Run run) {
    return new Providers(run);
  }

  /** Returns all, by name; says which jars have more. */
  List<Named> all() throws UsageException {
    var untrusted = new ArrayList<UntrustedJar>();
    List<Named> all = List.copyOf(load(null, untrusted).values());
    sayUntrusted(untrusted);
    return all;
  }

  /**
   * Returns the provider of a name, which there has to be. Runs no code of a jar if it is one of
   * ours.
   *
   * @param option where the name was given
   */
  Named require(String option, String name) throws UsageException {
    var untrusted = new ArrayList<UntrustedJar>();
    Map<String, Named> byName = load(name, untrusted);
    Named provider = byName.get(name);
    if (provider != null) {
      return provider;
    }
    sayUntrusted(untrusted);
    throw unknown(option, name, byName.keySet());
  }

  private static UsageException unknown(String option, String name, Set<String> known) {
    String meant = NearestName.of(name, known);
    return new UsageException(
        option
            + " ("
            + name
            + ") must be "
            + oneOf(known)
            + (meant == null ? "" : "; did you mean " + meant + "?"));
  }

  /**
   * Returns the model of a name such as {@code anthropic} or {@code anthropic/claude-opus-5}.
   *
   * @param option where the name was given
   */
  ModelChoice choice(String option, String name) throws UsageException {
    int slash = name.indexOf('/');
    return require(option, provider(name)).model(slash < 0 ? null : name.substring(slash + 1));
  }

  /** Whether the user has configured the provider of a model. */
  boolean isConfigured(String name) throws UsageException {
    return run.providers().stream().anyMatch(each -> each.name().equals(provider(name)));
  }

  /** Returns the provider in the name of a model. */
  static String provider(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  /** Returns what connects to a model, which there has to be. */
  ModelConnector connector(ModelChoice choice) throws UsageException {
    String kind = choice.provider().name();
    ModelConnector connector =
        choice.connector() == null
            ? find(ModelConnector.class, "a model connector", each -> each.name().equals(kind))
            : choice.connector();
    if (connector == null) {
      throw new UsageException("nothing here connects to models of " + kind);
    }
    return connector;
  }

  /**
   * Loads those that there are.
   *
   * @param wanted the name that is asked for; null for all
   * @param untrusted takes the jars that have more
   */
  private Map<String, Named> load(@Nullable String wanted, List<UntrustedJar> untrusted)
      throws UsageException {
    NavigableMap<String, Named> kinds = ours();
    if (needsJars(wanted, kinds.keySet())) {
      addThoseOfJars(kinds, Handlers.models(run, untrusted));
    }
    var byName = new TreeMap<>(kinds);
    for (ConfiguredProvider each : run.providers()) {
      Named kind = kinds.get(each.kind());
      if (kind == null) {
        sayUntrusted(untrusted);
        throw new UsageException(
            each.file()
                + ": providers."
                + each.name()
                + ".kind ("
                + each.kind()
                + ") must be "
                + oneOf(kinds.keySet()));
      }
      byName.put(each.name(), kind.as(each));
    }
    return byName;
  }

  /** Whether somebody asks for what is not ours. */
  private boolean needsJars(@Nullable String wanted, Set<String> ours) throws UsageException {
    List<ConfiguredProvider> configured = run.providers();
    return wanted == null
        || configured.stream().anyMatch(each -> !ours.contains(each.kind()))
        || (!ours.contains(wanted)
            && configured.stream().noneMatch(each -> each.name().equals(wanted)));
  }

  /** What cannot be used is said, and costs the others nothing. */
  private void addThoseOfJars(Map<String, Named> kinds, ModelProviders others) {
    others.problems().forEach(each -> run.console().error(each + "; " + each.fix()));
    for (ModelProviders.Registered each : others.all()) {
      String name = each.provider().name();
      if (kinds.putIfAbsent(name, Named.of(each.provider(), each.connector())) != null) {
        run.console()
            .note(
                "the model provider "
                    + name
                    + " of "
                    + each.origin()
                    + " is not used: Attaché has one of that name");
      }
    }
  }

  private void sayUntrusted(List<UntrustedJar> jars) {
    UntrustedJar.messages(jars).forEach(run.console()::note);
  }

  private NavigableMap<String, Named> ours() {
    var kinds = new TreeMap<String, Named>();
    find(
        ModelProvider.class,
        "a model provider",
        each -> {
          kinds.putIfAbsent(each.name(), Named.of(each, null));
          return false;
        });
    return kinds;
  }

  /**
   * Returns the first service of the class path that is the one, and loads no more; null if none
   * is. One that cannot be loaded is said, and costs the others nothing.
   *
   * @param what what it is, for people
   */
  private <S> @Nullable S find(Class<S> service, String what, Predicate<S> isTheOne) {
    Iterator<S> found = ServiceLoader.load(service).iterator();
    while (true) {
      try {
        if (!found.hasNext()) {
          return null;
        }
        S each = found.next();
        if (isTheOne.test(each)) {
          return each;
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        run.console().error(what + " cannot be loaded: " + reason(e));
      }
    }
  }

  /** What is wrong with a service: of one that cannot be made, what its code says as well. */
  private static String reason(Error e) {
    Throwable cause = e.getCause();
    String message = ForeignText.of(String.valueOf(e.getMessage()));
    return e instanceof ServiceConfigurationError && cause != null
        ? message + " (" + ForeignText.of(cause) + ")"
        : message;
  }

  private static String oneOf(Iterable<String> names) {
    var all = new StringBuilder();
    String last = "";
    for (String name : names) {
      all.append(last.isEmpty() || all.isEmpty() ? last : ", " + last);
      last = name;
    }
    return all.isEmpty() ? last : all + " or " + last;
  }
}
