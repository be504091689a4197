package dev.attache.micrometer;

import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopListener;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.call.ModelException;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The meters of calls of models, by the names of OpenTelemetry's semantic conventions for
 * generative AI:
 *
 * <ul>
 *   <li>{@code gen_ai.client.operation.duration}, a timer of requests, with their tries, to the end
 *       of their answers
 *   <li>{@code gen_ai.client.token.usage}, a summary of tokens, by {@code gen_ai.token.type}:
 *       {@code input}, with what was read from a cache and written to it, and {@code output}
 * </ul>
 *
 * <p>Both have {@code gen_ai.operation.name}, which is {@code chat}, {@code gen_ai.provider.name}
 * and {@code gen_ai.request.model}; the timer has {@code error.type} as well: the kind of a
 * failure, such as {@code rate-limit}, or {@code none}. One for all conversations of a program.
 * Thread-safe.
 *
 * <pre>{@code
 * Attache.builder(workspace).modelListener(ModelMeters.in(meters)).build();
 * }</pre>
 */
public final class ModelMeters implements LoopListener {

  static final String DURATION = "gen_ai.client.operation.duration";
  static final String TOKENS = "gen_ai.client.token.usage";

  private final MeterRegistry meters;

  private ModelMeters(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * {@return the listener that feeds a registry}
   *
   * @param meters where the meters are registered, each when it first counts something
   */
  public static ModelMeters in(MeterRegistry meters) {
    return new ModelMeters(meters);
  }

  @Override
  public void asked(
      AskedModel model,
      @Nullable ModelUsage usage,
      @Nullable ModelException failure,
      Duration took) {
    Tags tags =
        Tags.of(
            "gen_ai.operation.name", "chat",
            "gen_ai.provider.name", provider(model.provider().name()),
            "gen_ai.request.model", model.model());
    String error =
        failure == null ? "none" : failure.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    meters.timer(DURATION, tags.and("error.type", error)).record(took);
    if (usage != null) {
      tokens(tags, "input", usage.input() + usage.cacheRead() + usage.cacheWrite());
      tokens(tags, "output", usage.output());
    }
  }

  private void tokens(Tags tags, String type, long number) {
    DistributionSummary.builder(TOKENS)
        .baseUnit("token")
        .tags(tags.and("gen_ai.token.type", type))
        .register(meters)
        .record((double) number);
  }

  /** The well-known value of a provider, or our name for it. */
  private static String provider(String name) {
    return switch (name) {
      case "openai-chat", "openai-responses" -> "openai";
      case "gemini" -> "gcp.gemini";
      default -> name;
    };
  }
}
