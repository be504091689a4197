package dev.attache.models.openai;

import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/**
 * Servers that take the Chat Completions of OpenAI: vLLM, llama.cpp, LM Studio, Groq and others.
 * Thread-safe.
 */
public final class OpenAiCompatible implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(OpenAiCompatible.class, "openai-compatible.profiles.json");

  /** The constructor for {@code ServiceLoader}. */
  public OpenAiCompatible() {}

  @Override
  public String name() {
    return "openai-compatible";
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
