/** The handler of http: and https: URLs. */
module dev.attache.handlers.http {
  requires static org.jspecify;
  requires dev.attache.html;
  requires okhttp3;
  requires transitive dev.attache.resource.support;

  exports dev.attache.handlers.http;

  provides dev.attache.resource.spi.ResourceHandler with
      dev.attache.handlers.http.HttpHandler;
}
