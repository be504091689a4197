package dev.attache.models.openai;

import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/** OpenRouter by its Chat ({@code POST /api/v1/chat/completions}). Thread-safe. */
public final class OpenRouter implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(OpenRouter.class, "openrouter.profiles.json");

  /** The constructor for {@code ServiceLoader}. */
  public OpenRouter() {}

  @Override
  public String name() {
    return "openrouter";
  }

  @Override
  public ModelProfiles profiles() {
    return PROFILES;
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    return ChatBody.of(request);
  }
}
