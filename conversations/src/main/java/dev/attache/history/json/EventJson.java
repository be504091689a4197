package dev.attache.history.json;

import dev.attache.history.ConversationEvent;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Stored;
import dev.attache.resource.json.JsonLine;
import java.io.IOException;

/**
 * The JSON form of an event: one object on one line, in which the contents of resources stand as
 * {@code {"$blob": DIGEST, "size": BYTES}}. Reading also takes contents that stand there
 * themselves, and the forms of earlier tools (RFD 058, RFD 065). Thread-safe.
 */
public final class EventJson {

  private EventJson() {}

  /** Where contents are that an event names. */
  @FunctionalInterface
  public interface Contents {
    /** Returns the content; whether it is there shows when it is read. */
    Stored find(boolean isText, long size, ContentDigest digest);
  }

  /**
   * Returns the object of an event, in UTF-8, without a line end.
   *
   * <p>It names contents by their digests, also those that no store has: storing them is up to the
   * caller.
   *
   * @throws IOException if something in it is nested too deep
   * @throws IllegalArgumentException if a number in it is not finite
   */
  public static byte[] write(ConversationEvent event) throws IOException {
    return JsonLine.write(json -> EventWriter.write(json, event));
  }

  /**
   * Reads an event.
   *
   * @param line the object, in UTF-8
   * @throws StoreException of kind {@code CORRUPT} if it is none; the message begins with what is
   *     wrong, and where in the line
   */
  public static ConversationEvent read(byte[] line, Contents contents) throws StoreException {
    return EventReader.read(JsonFields.ofLine(line), contents);
  }
}
