package dev.attache.model;

import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A provider of models: what its models take, and how a request to them is written. Found by {@code
 * ServiceLoader}, so it has a public constructor without parameters; one in a jar of others is
 * found, trusted and loaded as their handlers are. Thread-safe; keeps nothing between two calls.
 */
public interface ModelProvider {

  /**
   * {@return its name, the same in every call: {@code anthropic}, {@code openai-chat}; 1 to 64
   * lower-case letters, digits, {@code _} and {@code -}}
   */
  String name();

  /** {@return what its models take, by model} */
  ModelProfiles profiles();

  /**
   * {@return the profiles of its models at an address: a gateway usually takes less than the
   * provider itself}
   *
   * @param baseUrl the address; null for the provider's own
   */
  default ModelProfiles profiles(@Nullable URI baseUrl) {
    return profiles();
  }

  /**
   * Writes a request in the words of the provider. The same request gives the same bytes in every
   * JVM; one with more messages at its end begins with the same bytes, but for marks of the cache.
   *
   * @param request what was rendered for a profile of this provider
   * @return the body, which reads the contents of the request whenever it is written
   * @throws IOException if a content that has to be looked at cannot be read
   */
  RequestBody render(ModelRequest request) throws IOException;
}
