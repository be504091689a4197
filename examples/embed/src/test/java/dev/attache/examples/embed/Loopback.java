package dev.attache.examples.embed;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.openai.ChatConnector;
import dev.attache.models.openai.OpenAiCompatible;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A provider of a jar beside the program, whose models are asked on loopback. */
public final class Loopback implements ModelProvider {

  /** The system property that says where it is. */
  static final String URL = "loopback.url";

  private final ModelProvider chat = new OpenAiCompatible();

  @Override
  public String name() {
    return "loopback";
  }

  @Override
  public ModelProfiles profiles() {
    return chat.profiles().with(Map.of("name", name(), "model", "small"));
  }

  @Override
  public RequestBody render(ModelRequest request) throws IOException {
    return chat.render(request);
  }

  /** The connection to it. */
  public static final class Connector implements ModelConnector {

    private final ModelConnector chat = new ChatConnector.Compatible();

    @Override
    public String name() {
      return "loopback";
    }

    private static ModelSettings here(ModelSettings settings) {
      return settings.toBuilder()
          .baseUrl(URI.create(System.getProperty(URL)))
          .privateHostAllowed(true)
          .environment(Map.of())
          .build();
    }

    @Override
    public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
        throws ModelException {
      return chat.open(request, body, here(settings));
    }

    @Override
    public OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings)
        throws ModelException {
      return chat.countTokens(request, body, here(settings));
    }

    @Override
    public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings)
        throws ModelException {
      return chat.listModels(profile, here(settings));
    }
  }
}
