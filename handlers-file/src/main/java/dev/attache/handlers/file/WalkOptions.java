package dev.attache.handlers.file;

import dev.attache.resource.spi.HandlerContext;
import java.util.Map;

/**
 * The handler's configuration.
 *
 * @param ignore whether ignore rules apply
 * @param hidden whether hidden entries are included
 */
record WalkOptions(boolean ignore, boolean hidden) {

  static WalkOptions of(HandlerContext context) {
    Map<String, Object> section = context.configuration();
    return new WalkOptions(
        !Boolean.FALSE.equals(section.get("ignore")), Boolean.TRUE.equals(section.get("hidden")));
  }
}
