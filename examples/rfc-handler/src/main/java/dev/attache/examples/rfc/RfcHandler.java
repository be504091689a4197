package dev.attache.examples.rfc;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The handler of {@code rfc:NUMBER}: the text of an RFC, from the site of its editor.
 *
 * <p>It has no client of its own. The handler of {@code https} gets the page, and with it come the
 * cache, {@code --offline}, {@code --allow-host}, the limits and the guards against private
 * networks.
 *
 * <p>Configuration: {@code mirror} is where the texts are, with {@code %d} for the number.
 *
 * <p>Thread-safe.
 */
public final class RfcHandler implements ResourceHandler {

  private static final String SITE = "https://www.rfc-editor.org/rfc/rfc%d.txt";

  /** Creates the handler; done by the engine. */
  public RfcHandler() {}

  @Override
  public Set<String> schemes() {
    return Set.of("rfc");
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    String number = uri.value().toLowerCase(Locale.ROOT).replaceFirst("rfc:(rfc)?0*", "");
    if (!number.matches("[1-9][0-9]{0,5}")) {
      throw ResourceException.of(
          Kind.INVALID_URI, uri.value(), "an RFC has a number, as in rfc:9110");
    }
    return ResourceUri.of("rfc:" + number);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    int number = Integer.parseInt(uri.value().substring("rfc:".length()));
    String site = context.configuration().string("mirror", SITE);
    Resource text = context.resolve(ResourceUri.of(String.format(site, number))).get(0);
    return List.of(
        Resource.builder(uri, text.content())
            .mimeType("text/plain")
            .name("RFC " + number)
            .annotations(text.annotations())
            .build());
  }
}
