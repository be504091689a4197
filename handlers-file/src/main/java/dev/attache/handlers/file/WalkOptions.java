package dev.attache.handlers.file;

import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Section;
import java.util.Set;

/**
 * The handler's configuration.
 *
 * @param ignore whether ignore rules apply
 * @param hidden whether hidden entries are included
 */
record WalkOptions(boolean ignore, boolean hidden) {

  static final Set<String> KEYS = Set.of("ignore", "hidden");

  static WalkOptions of(HandlerContext context) {
    Section section = context.configuration();
    return new WalkOptions(section.bool("ignore", true), section.bool("hidden", false));
  }
}
