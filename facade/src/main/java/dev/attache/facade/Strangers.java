package dev.attache.facade;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rule of what those may have attached who are not trusted: whole URLs of some schemes.
 * Immutable.
 */
final class Strangers {

  /** Never theirs, also as a part of a scheme such as {@code git+file}. */
  private static final Set<String> NEVER = Set.of("file", "cmd", "mcp");

  private final Set<String> schemes;

  private Strangers(Set<String> schemes) {
    this.schemes = schemes;
  }

  /**
   * Returns the rule for some schemes.
   *
   * @param schemes those that the program has set; null for those of the web
   */
  static Strangers allowed(@Nullable Set<String> schemes) {
    var allowed = new TreeSet<>(schemes == null ? Set.of("http", "https") : schemes);
    allowed.removeIf(each -> Arrays.stream(each.split("\\+")).anyMatch(NEVER::contains));
    return new Strangers(allowed);
  }

  boolean mayHave(String reference) {
    return ResourceUri.parse(reference).filter(uri -> schemes.contains(uri.scheme())).isPresent();
  }

  /** Returns a reference that they may have, as what it is: no pattern, no exclusion, no path. */
  Reference reference(String text) {
    return Reference.literal(0, text).by(Requester.WORKSPACE);
  }

  /** Returns why they may not have another, as the end of a sentence that begins with it. */
  String refusal() {
    return schemes.isEmpty()
        ? "nothing may be attached for those who are not trusted"
        : "must be a URL that begins with "
            + schemes.stream().map(each -> each + ":").collect(Collectors.joining(" or "));
  }
}
