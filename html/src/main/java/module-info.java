/** HTML as Markdown. */
@SuppressWarnings({"requires-automatic", "module"}) // neither library has a descriptor
module dev.attache.html {
  requires static org.jspecify;
  requires static okhttp3; // for pages that have an address
  requires flexmark.html2md.converter;
  requires flexmark.util.data;
  requires flexmark.util.format;
  requires transitive dev.attache.resource.api;
  requires org.jsoup;

  exports dev.attache.html;
}
