package dev.attache.model.call;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import java.util.List;
import java.util.OptionalLong;

/**
 * A connection to the models of a provider. Found by {@code ServiceLoader}, so it has a public
 * constructor without parameters; one in a jar of others is found, trusted and loaded as their
 * providers are, and connects to those of the same jar. Thread-safe; keeps nothing of a call.
 */
public interface ModelConnector {

  /** {@return the name of the provider that it belongs to, lower case: {@code anthropic}} */
  String name();

  /**
   * Prepares a call, which its first event sends. Does not wait for the network.
   *
   * @param request what was rendered
   * @param body what came of it, which is written twice: to be counted, and to be sent
   * @param settings the way to the provider, which are only read here
   * @return the call, which is open until it is closed
   * @throws ModelException if it cannot be sent as the settings are: no key, no such address
   */
  ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException;

  /** {@return whether the provider counts the tokens of requests; nobody is asked for that} */
  default boolean countsTokens() {
    return true;
  }

  /**
   * Asks how many tokens a request has. The provider is sent all of it.
   *
   * @param request what was rendered, of which the model counts
   * @param body what came of it
   * @param settings the way to the provider
   * @return nothing if the provider does not count
   * @throws ModelException if the provider did not answer, or refused to
   */
  OptionalLong countTokens(ModelRequest request, RequestBody body, ModelSettings settings)
      throws ModelException;

  /**
   * Asks which models there are, in the order of the provider.
   *
   * @param profile of any model; its version of the interface counts
   * @param settings the way to the provider
   * @return the models, which may be none
   * @throws ModelException if the provider did not answer, or refused to
   */
  List<ListedModel> listModels(ModelProfile profile, ModelSettings settings) throws ModelException;
}
