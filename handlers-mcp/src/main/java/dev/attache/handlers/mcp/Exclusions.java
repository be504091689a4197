package dev.attache.handlers.mcp;

import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Reference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What references take away: of each address, and of each server, the last that does. */
final class Exclusions {

  private final Map<String, Reference> last = new HashMap<>();
  private final TemplateVariables variables;

  Exclusions(TemplateVariables variables) {
    this.variables = variables;
  }

  /** Adds an exclusion of a canonical address. A template takes away itself and what it makes. */
  void add(Reference exclusion, McpAddress address) throws ResourceException {
    last.put(key(address), exclusion);
    variables
        .expandIfSet(address.uri(), exclusion.target())
        .ifPresent(uri -> last.put(key(new McpAddress(address.server(), uri)), exclusion));
  }

  /** Returns the exclusion that takes a canonical address from a reference; null if none does. */
  @Nullable Reference of(Reference reference, McpAddress address) {
    Reference exclusion = later(last.get(key(address)), last.get(key(address.all())));
    return exclusion != null && exclusion.position() > reference.position() ? exclusion : null;
  }

  private static @Nullable Reference later(@Nullable Reference a, @Nullable Reference b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.position() > b.position() ? a : b;
  }

  private static String key(McpAddress address) {
    return address.server() + '+' + address.uri(); // a server has no plus in an address
  }
}
