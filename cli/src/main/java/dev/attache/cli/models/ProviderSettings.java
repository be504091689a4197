package dev.attache.cli.models;

import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.model.call.ModelSettings;
import dev.attache.support.text.DurationText;

/** The way to a provider, as the user has set it. */
final class ProviderSettings {

  private ProviderSettings() {}

  /**
   * Returns the way to the provider of a model: where the user says that it is may be on a private
   * network. Each further try is said.
   *
   * @throws UsageException if the provider needs a key that cannot be had
   */
  static ModelSettings of(ModelChoice choice, Run run) throws UsageException {
    ConfiguredProvider configured = choice.configured();
    String key = ProviderKey.of(choice, run.streams().environment());
    Console console = run.console();
    ModelSettings.Builder settings =
        ModelSettings.builder()
            .key(() -> key)
            .environment(run.streams().environment())
            .retryListener(
                (tried, pause, reason) ->
                    console.note(
                        choice.profile().name()
                            + ": "
                            + reason.message()
                            + "; trying again in "
                            + DurationText.rough(pause)));
    if (configured != null) {
      configured.headers().forEach(settings::header);
      configured.patience().applyTo(settings);
      if (configured.baseUrl() != null) {
        settings.baseUrl(configured.baseUrl()).privateHostAllowed(true);
      }
    }
    return settings.build();
  }
}
