package dev.attache.models.openai;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.http.KeptFields;
import dev.attache.models.http.WireJson;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A connection to OpenAI by its Responses. Thread-safe. */
public final class ResponsesConnector implements ModelConnector {

  private static final OpenAiPlaces PLACES =
      new OpenAiPlaces("openai-responses", OpenAiPlaces.OPENAI, true);

  /** What {@code input_tokens} takes of a request. */
  private static final Set<String> COUNTED =
      Set.of(
          "model",
          "instructions",
          "input",
          "tools",
          "tool_choice",
          "parallel_tool_calls",
          "text",
          "reasoning",
          "truncation");

  /** The constructor for {@code ServiceLoader}. */
  public ResponsesConnector() {}

  @Override
  public String name() {
    return PLACES.name();
  }

  @Override
  public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    return PLACES
        .endpoint(settings)
        .path("responses")
        .call(body, request.isStreamed(), ResponsesEvents::new);
  }

  @Override
  public OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    Map<String, Object> count =
        PLACES
            .endpoint(settings)
            .path("responses/input_tokens")
            .post(new KeptFields(body, COUNTED));
    return OptionalLong.of(WireJson.number(count, "input_tokens"));
  }

  @Override
  public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    return PLACES.models(settings);
  }
}
