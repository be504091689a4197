/** The handler of files, directories and globs. */
module dev.attache.handlers.file {
  requires static org.jspecify;
  requires transitive dev.attache.resource.support;

  exports dev.attache.handlers.file;

  provides dev.attache.resource.spi.ResourceHandler with
      dev.attache.handlers.file.FileHandler;
}
