package dev.attache.mcp.server;

/**
 * The ids of events: {@code STREAM-NUMBER}, as {@link EventStream.Reader#position()} gives them.
 */
final class EventIds {

  private EventIds() {}

  /** What comes after an event of a session. */
  static EventStream.Reader after(String id, HttpSession session) throws RefusedException {
    int dash = id.indexOf('-');
    if (dash > 0) {
      try {
        long number = Long.parseLong(id.substring(dash + 1));
        EventStream stream = session.stream(Long.parseLong(id.substring(0, dash)));
        if (stream != null) {
          return stream.readAfter(number);
        }
      } catch (NumberFormatException e) {
        throw notKnown(id);
      }
    }
    throw notKnown(id);
  }

  private static RefusedException notKnown(String id) {
    return RefusedException.of(
        400,
        "event "
            + id
            + " of Last-Event-ID is not known, or not kept any more: listen without this header");
  }
}
