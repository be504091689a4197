package dev.attache.models.ollama;

import dev.attache.model.Ladder;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/** The provider of models that run at home, by Ollama. Thread-safe. */
public final class OllamaProvider implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(OllamaProvider.class, "profiles.json");

  /** The constructor for {@code ServiceLoader}. */
  public OllamaProvider() {}

  @Override
  public String name() {
    return "ollama";
  }

  @Override
  public ModelProfiles profiles() {
    return PROFILES;
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    return OllamaBody.of(request, Ladder.of(request.profile(), request.messages()));
  }
}
