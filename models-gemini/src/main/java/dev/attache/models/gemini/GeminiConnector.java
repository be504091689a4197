package dev.attache.models.gemini;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A connection to Gemini. Thread-safe. */
public final class GeminiConnector implements ModelConnector {

  private static final String NAME = "gemini";
  private static final String URL = "https://generativelanguage.googleapis.com";
  private static final String VERSION = "v1beta";
  private static final String MODELS = "models/";
  private static final int MOST_PAGES = 20;

  /** The constructor for {@code ServiceLoader}. */
  public GeminiConnector() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    ModelEndpoint endpoint = endpoint(request.profile(), settings);
    String model = model(request);
    if (request.isStreamed()) {
      endpoint.path(model + ":streamGenerateContent").query("alt", "sse");
    } else {
      endpoint.path(model + ":generateContent");
    }
    return endpoint.call(body, request.isStreamed(), GeminiEvents::new);
  }

  @Override
  public OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException {
    Map<String, Object> count =
        endpoint(request.profile(), settings)
            .path(model(request) + ":countTokens")
            .post(new Counted(body, model(request)));
    return OptionalLong.of(WireJson.number(count, "totalTokens"));
  }

  @Override
  public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    var models = new ArrayList<ListedModel>();
    String next = null;
    for (int page = 0; page < MOST_PAGES && !"".equals(next); page++) {
      ModelEndpoint endpoint = endpoint(profile, settings).path("models").query("pageSize", "1000");
      if (next != null) {
        endpoint.query("pageToken", next);
      }
      Map<String, Object> list = endpoint.get();
      for (Map<String, Object> each : WireJson.objects(list, "models")) {
        boolean isForContent =
            each.get("supportedGenerationMethods") instanceof List<?> methods
                && methods.contains("generateContent");
        if (isForContent) {
          models.add(listed(each));
        }
      }
      next = WireJson.textOrEmpty(list, "nextPageToken");
    }
    return List.copyOf(models);
  }

  private static ListedModel listed(Map<String, Object> model) {
    String name = WireJson.textOrEmpty(model, "name");
    long window = WireJson.number(model, "inputTokenLimit");
    return new ListedModel(
        name.startsWith(MODELS) ? name.substring(MODELS.length()) : name,
        WireJson.text(model, "displayName"),
        window == 0 ? null : window);
  }

  private static String model(ModelRequest request) {
    return request.model().contains("/") ? request.model() : MODELS + request.model();
  }

  private static ModelEndpoint endpoint(ModelProfile profile, ModelSettings settings)
      throws ModelException {
    String version = profile.version();
    return ModelEndpoint.of(NAME, URL, settings)
        .path(version == null ? VERSION : version)
        .key("x-goog-api-key", "", true);
  }

  /** A request within the question how many tokens it has. */
  private record Counted(RequestBody body, String model) implements RequestBody {

    @Override
    public void writeTo(OutputStream out) throws IOException {
      String head = "{\"generateContentRequest\":{\"model\":" + WireJson.write(model) + ",";
      out.write(head.getBytes(UTF_8));
      body.writeTo(new WithoutFirst(out));
      out.write('}');
    }

    @Override
    public List<Placed> placed() {
      return body.placed();
    }
  }

  /** A stream that drops its first byte, the brace of an object that has begun already. */
  private static final class WithoutFirst extends FilterOutputStream {

    private boolean isFirst = true;

    WithoutFirst(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int dropped = isFirst && length > 0 ? 1 : 0;
      isFirst &= dropped == 0;
      out.write(bytes, offset + dropped, length - dropped);
    }
  }
}
