/** The provider of Anthropic. */
module dev.attache.models.anthropic {
  requires static org.jspecify;
  requires transitive dev.attache.model.api;
  requires dev.attache.models.http;

  exports dev.attache.models.anthropic;

  opens dev.attache.models.anthropic to
      dev.attache.model.api; // for the profiles

  provides dev.attache.model.ModelProvider with
      dev.attache.models.anthropic.AnthropicProvider;
  provides dev.attache.model.call.ModelConnector with
      dev.attache.models.anthropic.AnthropicConnector;
}
