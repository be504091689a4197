package dev.attache.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's part of one turn (RFD 065, {@code ChatRequest}). Immutable.
 *
 * @param author who wrote it
 * @param text what the user wrote
 * @param schema a JSON Schema that the answer is to follow; null when there is none
 * @param resources what is attached in this turn, in order
 * @param notices what else the model is told, a line each
 */
public record ChatRequest(
    Author author,
    String text,
    @Nullable Map<String, Object> schema,
    List<Attachment> resources,
    List<Notice> notices) {

  /** Who wrote a request, which decides what of it has reached a model. */
  public enum Author {
    /** Somebody who asks a model: it is sent with all that it attaches. */
    USER,

    /** A session of MCP that begins: what the client's user asks is not seen here. */
    SESSION,

    /** A tool by which a model attaches something itself. */
    TOOL,

    /** The program that asks a model, which tells it between two requests what has changed. */
    UPDATE;

    /** {@return whether it goes on with what somebody else has asked, and is nobody's question} */
    public boolean isContinuation() {
      return this == TOOL || this == UPDATE;
    }
  }

  /**
   * {@return what the model is told of the notices: those with words, which others only stand for}
   */
  public List<Notice> told() {
    return notices.stream().filter(each -> !each.text().isEmpty()).toList();
  }

  /**
   * Takes copies of the schema and the lists.
   *
   * @param author who wrote it
   * @param text what the user wrote; may be empty
   * @param schema a JSON Schema that the answer is to follow; null when there is none
   * @param resources what is attached in this turn, in order
   * @param notices what else the model is told, a line each
   */
  public ChatRequest {
    schema = schema == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(schema));
    resources = List.copyOf(resources);
    notices = List.copyOf(notices);
  }

  /**
   * {@return a request of nothing but the text of a user}
   *
   * @param text what the user wrote; may be empty
   */
  public static ChatRequest of(String text) {
    return new ChatRequest(Author.USER, text, null, List.of(), List.of());
  }
}
