/** The provider of Gemini. */
module dev.attache.models.gemini {
  requires static org.jspecify;
  requires transitive dev.attache.model.api;
  requires dev.attache.models.http;

  exports dev.attache.models.gemini;

  opens dev.attache.models.gemini to
      dev.attache.model.api; // for the profiles

  provides dev.attache.model.ModelProvider with
      dev.attache.models.gemini.GeminiProvider;
  provides dev.attache.model.call.ModelConnector with
      dev.attache.models.gemini.GeminiConnector;
}
