package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.attache.history.ConversationEvent;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Stored;
import dev.attache.resource.json.JsonLine;
import dev.attache.resource.json.JsonTree;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

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
    /**
     * {@return the content; whether it is there shows when it is read}
     *
     * @param isText whether the event has it as a text, and not as bytes
     * @param size its bytes, as the event says
     * @param digest what the content is found by
     */
    Stored find(boolean isText, long size, ContentDigest digest);
  }

  /**
   * {@return the object of an event, in UTF-8, without a line end}
   *
   * <p>It names contents by their digests, also those that no store has: storing them is up to the
   * caller.
   *
   * @param event any event; an {@link ConversationEvent.Other} is written as it was read
   * @throws IOException if something in it is nested too deep
   * @throws IllegalArgumentException if a number in it is not finite
   */
  public static byte[] write(ConversationEvent event) throws IOException {
    return JsonLine.write(json -> EventWriter.write(json, event));
  }

  /**
   * {@return a string in its quotes as it stands in every object that is written here, in UTF-8}
   *
   * @param value any text
   */
  public static byte[] string(String value) {
    return JsonTree.text(TextNode.valueOf(value)).getBytes(UTF_8);
  }

  /**
   * Reads an event.
   *
   * @param line the object, in UTF-8
   * @param contents asked for each content that the event names, while it is read
   * @return the event; an {@link ConversationEvent.Other} if its type is unknown
   * @throws StoreException of kind {@code CORRUPT} if it is none; the message begins with what is
   *     wrong, and where in the line
   */
  public static ConversationEvent read(byte[] line, Contents contents) throws StoreException {
    return EventReader.read(JsonFields.ofLine(line), contents);
  }

  /**
   * {@return the digests of the contents that an event names, as {@link #read} finds them, without
   * reading it: for stores that delete what nothing names} An argument of a tool that looks like a
   * content counts as one; so they are perhaps too many, and never too few.
   *
   * @param line the object, in UTF-8
   * @throws StoreException of kind {@code CORRUPT} if it is no JSON
   */
  public static Set<ContentDigest> digests(byte[] line) throws StoreException {
    var digests = new LinkedHashSet<ContentDigest>();
    try (JsonParser json = JsonTree.parser(JsonFields.text(line))) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME
            && json.currentName().equals(ContentJson.BLOB)
            && json.nextToken() == JsonToken.VALUE_STRING) {
          ContentDigest.parse("sha256:" + json.getText()).ifPresent(digests::add);
        }
      }
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw JsonFields.unreadable(e);
    }
    return digests;
  }
}
