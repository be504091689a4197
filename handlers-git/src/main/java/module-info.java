/** The handler of files in repositories of git. */
module dev.attache.handlers.git {
  requires static org.jspecify;
  requires transitive dev.attache.resource.support;

  exports dev.attache.handlers.git;

  provides dev.attache.resource.spi.ResourceHandler with
      dev.attache.handlers.git.RepositoryHandler;
}
