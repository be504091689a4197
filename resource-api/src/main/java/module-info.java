/** The model of resources, and what a handler of a URI scheme implements and is given. */
module dev.attache.resource.api {
  requires static transitive org.jspecify;
  requires transitive com.fasterxml.jackson.core;
  requires transitive com.fasterxml.jackson.databind;

  exports dev.attache.resource;
  exports dev.attache.resource.secrets;
  exports dev.attache.resource.spi;
}
