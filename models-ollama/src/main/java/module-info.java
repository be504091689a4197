/** The provider of Ollama. */
module dev.attache.models.ollama {
  requires static org.jspecify;
  requires transitive dev.attache.model.api;
  requires dev.attache.models.http;

  exports dev.attache.models.ollama;

  opens dev.attache.models.ollama to
      dev.attache.model.api; // for the profiles

  provides dev.attache.model.ModelProvider with
      dev.attache.models.ollama.OllamaProvider;
  provides dev.attache.model.call.ModelConnector with
      dev.attache.models.ollama.OllamaConnector;
}
