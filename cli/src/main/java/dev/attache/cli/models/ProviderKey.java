package dev.attache.cli.models;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.cli.terminal.UsageException;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The key of a provider: from the program that the user has named for it, or from an environment
 * variable, and from nowhere else. No message has it.
 */
final class ProviderKey {

  private static final long PATIENCE_SECONDS = 60;
  private static final int MOST_BYTES = 1 << 16;

  private ProviderKey() {}

  /**
   * Returns the key; null if the provider needs none.
   *
   * @throws UsageException if it needs one that cannot be had, saying what to do
   */
  static @Nullable String of(ModelChoice choice, Map<String, String> environment)
      throws UsageException {
    ConfiguredProvider configured = choice.configured();
    if (configured != null && !configured.keyCommand().isEmpty()) {
      return printed(choice.profile().name(), configured.keyCommand());
    }
    String own = configured == null ? null : configured.keyVariable();
    String variable = own == null ? choice.profile().keyVariable() : own;
    if (variable == null) {
      return null;
    }
    String key = environment.getOrDefault(variable, "").strip();
    if (key.isEmpty()) {
      throw new UsageException(
          "no key for "
              + choice.profile().name()
              + ": set "
              + variable
              + ", or key-command in [providers."
              + choice.profile().name()
              + "] of your own configuration");
    }
    return key;
  }

  private static String printed(String provider, List<String> command) throws UsageException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(new File("/dev/null"))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      CompletableFuture<Void> end =
          CompletableFuture.runAsync(
              process::destroyForcibly,
              CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS));
      byte[] output = process.getInputStream().readNBytes(MOST_BYTES);
      process.waitFor();
      if (end.isDone()) {
        throw failed(provider, "it took more than " + PATIENCE_SECONDS + " seconds");
      }
      end.cancel(false);
      String key = new String(output, UTF_8).strip();
      if (process.exitValue() != 0) {
        throw failed(provider, "it exited with " + process.exitValue());
      } else if (key.isEmpty() || key.lines().count() > 1) {
        throw failed(provider, "it must print the key on one line, and nothing else");
      }
      return key;
    } catch (IOException e) {
      throw failed(provider, command.get(0) + " cannot be started");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(provider, "it was interrupted");
    }
  }

  private static UsageException failed(String provider, String why) {
    return new UsageException("[providers." + provider + "] key-command gave no key: " + why);
  }
}
