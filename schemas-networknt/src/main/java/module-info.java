/** JSON Schema by networknt's validator. */
module dev.attache.schemas.networknt {
  requires static org.jspecify;
  requires com.networknt.schema;
  requires transitive dev.attache.resource.core;

  exports dev.attache.schemas;
}
