package dev.attache.cli.models;

import dev.attache.agent.AskedModel;
import dev.attache.cli.config.AgentSettings;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model that the user or a configuration names, and the way to it. Immutable. */
public final class ChosenModel {

  private final ModelChoice choice;
  private final ModelConnector connector;

  private ChosenModel(ModelChoice choice, ModelConnector connector) {
    this.choice = choice;
    this.connector = connector;
  }

  /** Returns the model that the command line names; null if it names none. */
  public static @Nullable String typed(Arguments arguments) {
    return arguments.value(RequestChoice.MODEL);
  }

  /**
   * Returns the model that {@code --model} names, or else the one that the user has named for the
   * conversation before, or the one of the configuration; null if none is named.
   *
   * @param before the model of the conversation; null if it has none
   */
  public static @Nullable ChosenModel of(
      Arguments arguments, Run run, AgentSettings settings, @Nullable String before)
      throws UsageException {
    String typed = typed(arguments);
    if (typed != null) {
      return named(RequestChoice.MODEL, typed, run);
    } else if (before != null) {
      return named("the model of the conversation", before, run);
    }
    Providers providers = Providers.of(run);
    AgentSettings.NamedModel own = settings.own();
    AgentSettings.NamedModel set = settings.ofWorkspace();
    if (set != null && !isOfUser(set, own, providers)) {
      run.console()
          .note(
              set.subject()
                  + " ("
                  + set.name()
                  + ") is not used: your own configuration has no [providers."
                  + Providers.provider(set.name())
                  + "]");
      set = null;
    }
    AgentSettings.NamedModel chosen = set == null ? own : set;
    return chosen == null ? null : to(providers.choice(chosen.subject(), chosen.name()), providers);
  }

  /** Says that nobody names a model, and how to name one. */
  public static void sayThatThereIsNone(Run run) throws UsageException {
    String file = run.ownConfiguration();
    run.console()
        .error(
            "no model configured; set model = \"anthropic\" in [agent] of "
                + (file == null ? "your own configuration" : file)
                + ", or name one with -m (`attache models ls` lists them)");
  }

  /** A workspace must not have what the user keeps to one provider sent to another. */
  private static boolean isOfUser(
      AgentSettings.NamedModel set, AgentSettings.@Nullable NamedModel own, Providers providers)
      throws UsageException {
    String provider = Providers.provider(set.name());
    return (own != null && Providers.provider(own.name()).equals(provider))
        || providers.isConfigured(set.name());
  }

  /**
   * Returns the model of a name such as {@code anthropic} or {@code anthropic/claude-opus-5}.
   *
   * @param option where the name was given
   */
  public static ChosenModel named(String option, String name, Run run) throws UsageException {
    Providers providers = Providers.of(run);
    return to(providers.choice(option, name), providers);
  }

  /** Returns the names of all models that are known by one: those of providers, and their usual. */
  public static List<String> names(Run run) throws UsageException {
    var names = new ArrayList<String>();
    for (Providers.Named each : Providers.of(run).all()) {
      names.add(each.name());
      names.add(each.name() + "/" + each.profiles().standard().model());
    }
    return List.copyOf(names);
  }

  private static ChosenModel to(ModelChoice choice, Providers providers) throws UsageException {
    return new ChosenModel(choice, providers.connector(choice));
  }

  /**
   * Returns what asks it.
   *
   * @throws UsageException if it needs a key that cannot be had, saying what to do
   */
  public AskedModel asked(Run run) throws UsageException {
    return new AskedModel(
        profile().name(), provider(), connector, profile(), model(), settings(run));
  }

  /** What writes its requests. */
  ModelProvider provider() {
    return choice.provider();
  }

  /** What it takes; its name is that of the provider, as the user has it. */
  ModelProfile profile() {
    return choice.profile();
  }

  /** Its name, as its provider has it. */
  String model() {
    return choice.model();
  }

  /** What sends its requests. */
  ModelConnector connector() {
    return connector;
  }

  /**
   * Returns how it is reached. Where the user says that it is may be on a private network.
   *
   * @throws UsageException if it needs a key that cannot be had, saying what to do
   */
  ModelSettings settings(Run run) throws UsageException {
    return ProviderSettings.of(choice, run);
  }
}
