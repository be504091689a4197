package dev.attache.models.ollama;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.http.ModelEndpoint;
import dev.attache.models.http.WireJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A connection to Ollama, as a rule on this computer, where it asks for no key. Thread-safe. */
public final class OllamaConnector implements ModelConnector {

  private static final String NAME = "ollama";
  private static final String URL = "http://localhost:11434";

  /** The constructor for {@code ServiceLoader}. */
  public OllamaConnector() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    return endpoint(settings).path("api/chat").call(body, request.isStreamed(), OllamaEvents::new);
  }

  /** Ollama counts only what it has answered. */
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
    var models = new ArrayList<ListedModel>();
    Map<String, Object> list = endpoint(settings).path("api/tags").get();
    for (Map<String, Object> each : WireJson.objects(list, "models")) {
      models.add(new ListedModel(WireJson.textOrEmpty(each, "name"), null, null));
    }
    return List.copyOf(models);
  }

  private static ModelEndpoint endpoint(ModelSettings settings) throws ModelException {
    return ModelEndpoint.of(NAME, URL, settings).key("Authorization", "Bearer ", false);
  }
}
