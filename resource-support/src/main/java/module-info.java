/** What the engine and handlers share: texts, networks, programs, places on disk. */
module dev.attache.resource.support {
  requires static org.jspecify;
  requires transitive dev.attache.resource.api;

  exports dev.attache.support.convert;
  exports dev.attache.support.glob;
  exports dev.attache.support.json;
  exports dev.attache.support.net;
  exports dev.attache.support.places;
  exports dev.attache.support.process;
  exports dev.attache.support.text;

  uses dev.attache.resource.convert.ContentConverter;
}
