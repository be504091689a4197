package dev.attache.models.gemini;

import dev.attache.model.Ladder;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/** The provider of Google's models, by the Gemini API. Thread-safe. */
public final class GeminiProvider implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(GeminiProvider.class, "profiles.json");

  /** The constructor for {@code ServiceLoader}. */
  public GeminiProvider() {}

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public ModelProfiles profiles() {
    return PROFILES;
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    return GeminiBody.of(request, Ladder.of(request.profile(), request.messages()));
  }
}
