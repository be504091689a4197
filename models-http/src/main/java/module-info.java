/** Calls of models over HTTP: streams, failures, retries. */
@SuppressWarnings("module") // those that it is exported to are compiled later
module dev.attache.models.http {
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;
  requires okhttp3;
  requires transitive dev.attache.model.api;
  requires dev.attache.resource.support;

  exports dev.attache.models.http to
      dev.attache.models.anthropic,
      dev.attache.models.gemini,
      dev.attache.models.ollama,
      dev.attache.models.openai;
}
