package dev.attache.models.openai;

import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.http.ModelEndpoint;
import dev.attache.models.http.WireJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of a provider that speaks like OpenAI: all below one base URL, with one key.
 *
 * @param name the provider
 * @param url its base URL; null if only its user knows
 * @param needsKey whether nothing is answered without a key
 */
record OpenAiPlaces(String name, @Nullable String url, boolean needsKey) {

  static final String OPENAI = "https://api.openai.com/v1";

  ModelEndpoint endpoint(ModelSettings settings) throws ModelException {
    return ModelEndpoint.of(name, url, settings).key("Authorization", "Bearer ", needsKey);
  }

  List<ListedModel> models(ModelSettings settings) throws ModelException {
    var models = new ArrayList<ListedModel>();
    Map<String, Object> list = endpoint(settings).path("models").get();
    for (Map<String, Object> each : WireJson.objects(list, "data")) {
      long window = WireJson.number(each, "context_length"); // OpenRouter
      models.add(
          new ListedModel(
              WireJson.textOrEmpty(each, "id"),
              WireJson.text(each, "name"),
              window == 0 ? null : window));
    }
    return List.copyOf(models);
  }
}
