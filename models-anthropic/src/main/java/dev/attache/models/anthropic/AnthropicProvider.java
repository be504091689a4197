package dev.attache.models.anthropic;

import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/** The provider of Claude models, and of others that take the same requests. Thread-safe. */
public final class AnthropicProvider implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(AnthropicProvider.class, "profiles.json");

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
