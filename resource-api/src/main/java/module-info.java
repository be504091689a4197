/** The model of resources, and what a handler of a URI scheme implements and is given. */
@SuppressWarnings("module") // those that it is exported to are compiled later
module dev.attache.resource.api {
  requires static transitive org.jspecify;
  requires transitive com.fasterxml.jackson.core;
  requires transitive com.fasterxml.jackson.databind;

  exports dev.attache.resource;
  exports dev.attache.resource.convert;
  exports dev.attache.resource.json to
      dev.attache.resource.support,
      dev.attache.resource.core,
      dev.attache.conversations,
      dev.attache.agent,
      dev.attache.handlers.mcp,
      dev.attache.langchain4j,
      dev.attache.model.api,
      dev.attache.schemas.networknt;
  exports dev.attache.resource.secrets;
  exports dev.attache.resource.spi;
  exports dev.attache.resource.tool;
}
