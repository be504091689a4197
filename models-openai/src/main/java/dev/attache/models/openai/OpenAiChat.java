package dev.attache.models.openai;

import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.io.IOException;

/** OpenAI by its Chat Completions ({@code POST /v1/chat/completions}). Thread-safe. */
public final class OpenAiChat implements ModelProvider {

  private static final ModelProfiles PROFILES =
      ModelProfiles.of(OpenAiChat.class, "openai-chat.profiles.json");

  /** The constructor for {@code ServiceLoader}. */
  public OpenAiChat() {}

  @Override
  public String name() {
    return "openai-chat";
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
