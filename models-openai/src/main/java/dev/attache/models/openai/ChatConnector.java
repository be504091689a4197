package dev.attache.models.openai;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import java.util.List;
import java.util.OptionalLong;

/** A connection to who speaks Chat Completions. Thread-safe. */
public abstract sealed class ChatConnector implements ModelConnector {

  private final OpenAiPlaces places;

  private ChatConnector(OpenAiPlaces places) {
    this.places = places;
  }

  /** OpenAI. */
  public static final class OpenAi extends ChatConnector {
    /** The constructor for {@code ServiceLoader}. */
    public OpenAi() {
      super(new OpenAiPlaces("openai-chat", OpenAiPlaces.OPENAI, true));
    }
  }

  /** OpenRouter. */
  public static final class OpenRouter extends ChatConnector {
    /** The constructor for {@code ServiceLoader}. */
    public OpenRouter() {
      super(new OpenAiPlaces("openrouter", "https://openrouter.ai/api/v1", true));
    }
  }

  /** Anybody else, wherever the user says: vLLM, llama.cpp, LM Studio, Groq. */
  public static final class Compatible extends ChatConnector {
    /** The constructor for {@code ServiceLoader}. */
    public Compatible() {
      super(new OpenAiPlaces("openai-compatible", null, false));
    }
  }

  @Override
  public String name() {
    return places.name();
  }

  @Override
  public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    return places
        .endpoint(settings)
        .path("chat/completions")
        .call(body, request.isStreamed(), ChatEvents::new);
  }

  /** Nobody counts requests of this wire. */
  @Override
  public boolean countsTokens() {
    return false;
  }

  @Override
  public OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings) {
    return OptionalLong.empty();
  }

  @Override
  public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    return places.models(settings);
  }
}
