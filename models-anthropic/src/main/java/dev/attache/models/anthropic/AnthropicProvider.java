package dev.attache.models.anthropic;

import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The provider of Claude models, and of others that take the same requests. Thread-safe. */
public final class AnthropicProvider implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(AnthropicProvider.class, "profiles.json");

  /** Gateways drop documents, or refuse them; texts and images are what all of them take. */
  private static final ModelProfiles OF_GATEWAYS =
      PROFILES.with(
          Map.of(
              "message", Map.of("documents", List.of()),
              "toolResult", Map.of("documents", List.of())));

  /** The constructor for {@code ServiceLoader}. */
  public AnthropicProvider() {}

  @Override
  public String name() {
    return "anthropic";
  }

  @Override
  public ModelProfiles profiles() {
    return PROFILES;
  }

  @Override
  public ModelProfiles profiles(@Nullable URI baseUrl) {
    String host = baseUrl == null ? null : baseUrl.getHost();
    boolean isOwn =
        baseUrl == null
            || (host != null && ("." + host.toLowerCase(Locale.ROOT)).endsWith(".anthropic.com"));
    return isOwn ? PROFILES : OF_GATEWAYS;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if a field of {@code extra} is one that the request fills
   */
  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    return AnthropicBody.of(request);
  }
}
