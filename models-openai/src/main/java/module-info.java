/** The providers of OpenAI, of what is compatible with it, and of OpenRouter. */
module dev.attache.models.openai {
  requires static org.jspecify;
  requires transitive dev.attache.model.api;
  requires dev.attache.models.http;

  exports dev.attache.models.openai;

  opens dev.attache.models.openai to
      dev.attache.model.api; // for the profiles

  provides dev.attache.model.ModelProvider with
      dev.attache.models.openai.OpenAiResponses,
      dev.attache.models.openai.OpenAiChat,
      dev.attache.models.openai.OpenAiCompatible,
      dev.attache.models.openai.OpenRouter;
  provides dev.attache.model.call.ModelConnector with
      dev.attache.models.openai.ChatConnector.OpenAi,
      dev.attache.models.openai.ChatConnector.OpenRouter,
      dev.attache.models.openai.ChatConnector.Compatible,
      dev.attache.models.openai.ResponsesConnector;
}
