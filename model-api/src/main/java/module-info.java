/** Requests for models, and what a provider of models implements. */
module dev.attache.model.api {
  requires static org.jspecify;
  requires transitive dev.attache.resource.api;
  requires java.desktop;

  exports dev.attache.model;
  exports dev.attache.model.call;
  exports dev.attache.model.media;
}
