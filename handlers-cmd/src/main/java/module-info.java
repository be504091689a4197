/** The handlers of what commands print. */
module dev.attache.handlers.cmd {
  requires static org.jspecify;
  requires transitive dev.attache.resource.support;

  exports dev.attache.handlers.cmd;

  provides dev.attache.resource.spi.ResourceHandler with
      dev.attache.handlers.cmd.CommandHandler;
}
