package dev.attache.models.anthropic;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.http.KeptFields;
import dev.attache.models.http.ModelEndpoint;
import dev.attache.models.http.WireJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A connection to Anthropic, or to who speaks its Messages. Thread-safe. */
public final class AnthropicConnector implements ModelConnector {

  private static final String NAME = "anthropic";
  private static final String URL = "https://api.anthropic.com";
  private static final String OLDEST = "2023-06-01";

  /** The version that takes the key as others do. */
  private static final String WITH_BEARER = "2026-10-21";

  /** What {@code count_tokens} takes of a request. */
  private static final Set<String> COUNTED =
      Set.of(
          "model",
          "system",
          "tools",
          "messages",
          "tool_choice",
          "thinking",
          "cache_control",
          "output_config");

  /** A list this long has always been the whole. */
  private static final int MOST_PAGES = 20;

  /** The constructor for {@code ServiceLoader}. */
  public AnthropicConnector() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    return endpoint(request.profile(), settings)
        .path("v1/messages")
        .call(body, request.isStreamed(), AnthropicEvents::new);
  }

  @Override
  public OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    Map<String, Object> count =
        endpoint(request.profile(), settings)
            .path("v1/messages/count_tokens")
            .post(new KeptFields(body, COUNTED));
    return OptionalLong.of(WireJson.number(count, "input_tokens"));
  }

  @Override
  public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    var models = new ArrayList<ListedModel>();
    String last = null;
    for (int page = 0; page < MOST_PAGES; page++) {
      ModelEndpoint endpoint = endpoint(profile, settings).path("v1/models").query("limit", "1000");
      if (last != null) {
        endpoint.query("after_id", last);
      }
      Map<String, Object> list = endpoint.get();
      for (Map<String, Object> each : WireJson.objects(list, "data")) {
        long window = WireJson.number(each, "max_input_tokens");
        models.add(
            new ListedModel(
                WireJson.textOrEmpty(each, "id"),
                WireJson.text(each, "display_name"),
                window == 0 ? null : window));
      }
      last = WireJson.text(list, "last_id");
      if (!WireJson.is(list, "has_more") || last == null) {
        break;
      }
    }
    return List.copyOf(models);
  }

  private static ModelEndpoint endpoint(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    String named = profile.version();
    String version = named == null ? OLDEST : named;
    ModelEndpoint endpoint =
        ModelEndpoint.of(NAME, URL, settings).header("anthropic-version", version);
    return version.compareTo(WITH_BEARER) < 0
        ? endpoint.key("x-api-key", "", true)
        : endpoint.key("Authorization", "Bearer ", true);
  }
}
