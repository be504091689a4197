package dev.attache.models.openai;

import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/** OpenAI by its Responses ({@code POST /v1/responses}). Thread-safe. */
public final class OpenAiResponses implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(OpenAiResponses.class, "openai-responses.profiles.json");

  /** The constructor for {@code ServiceLoader}. */
  public OpenAiResponses() {}

  @Override
  public String name() {
    return "openai-responses";
  }

  @Override
  public ModelProfiles profiles() {
    return PROFILES;
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    return ResponsesBody.of(request);
  }
}
