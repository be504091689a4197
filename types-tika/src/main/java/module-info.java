/** Types of contents by Apache Tika. */
@SuppressWarnings("requires-automatic") // Tika has no descriptor
module dev.attache.types.tika {
  requires static org.jspecify;
  requires org.apache.tika.core;
  requires org.slf4j; // for Tika, which cannot ask for it
  requires transitive dev.attache.resource.core;

  exports dev.attache.types.tika;

  provides dev.attache.types.TypeRules with
      dev.attache.types.tika.TikaTypeRules;
}
