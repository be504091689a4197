package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the {@code id} of a message that is too long, or too broken, to be read: the one
 * of the outermost object, wherever in it, while its bytes pass by. Keeps next to nothing. Not
 * thread-safe.
 */
public final class MessageId {

  /** No id of ours is longer, in bytes. */
  private static final int LONGEST = 100;

  private final ByteArrayOutputStream token = new ByteArrayOutputStream();
  private int depth;
  private boolean isInString;
  private boolean isEscaped;
  private boolean isValue;
  private boolean isIdValue;
  private final StringBuilder number = new StringBuilder();
  private @Nullable String found;
  private @Nullable String foundNumber;
  private boolean isRequest;

  /** Begins a search. */
  public MessageId() {}

  /**
   * Takes the next bytes of the message.
   *
   * @param bytes an array that is not kept
   * @param offset where in it they begin
   * @param length how many of its bytes count
   */
  public void accept(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      accept(bytes[i]);
    }
  }

  /** {@return the id of the answer; null if it has none that is a text, or is no answer} */
  public @Nullable String found() {
    return isRequest ? null : found;
  }

  /**
   * {@return the id of the message, a request's too: a text or a number; null if none was found}
   */
  public @Nullable Object any() {
    String id = found != null ? '"' + found + '"' : foundNumber;
    try {
      return id == null ? null : PlainJson.read(id);
    } catch (UnreadableException e) {
      return null; // it is as broken as the rest
    }
  }

  private void accept(byte b) {
    if (isInString) {
      acceptInString(b);
    } else if (isIdValue && isValue && depth == 1 && isOfNumber(b)) {
      appendToNumber(b);
    } else if (b == '"') {
      isInString = true;
      token.reset();
    } else if (b == '{' || b == '[') {
      depth++;
      isValue = depth == 1 && b == '[';
    } else if (b == '}' || b == ']') {
      endOfNumber();
      depth--;
    } else if (b == ':' && depth == 1) {
      isValue = true;
    } else if (b == ',' && depth == 1) {
      endOfNumber();
      isValue = false;
      isIdValue = false;
    }
  }

  private void appendToNumber(byte b) {
    if (number.length() <= LONGEST) {
      number.append((char) b);
    }
  }

  private static boolean isOfNumber(byte b) {
    return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }

  private void endOfNumber() {
    if (depth == 1 && !number.isEmpty()) {
      foundNumber = number.length() <= LONGEST ? number.toString() : null;
      found = null;
    }
    number.setLength(0);
  }

  private void acceptInString(byte b) {
    if (isEscaped) {
      isEscaped = false;
    } else if (b == '\\') {
      isEscaped = true;
    } else if (b == '"') {
      isInString = false;
      endOfString();
      return;
    }
    if (depth == 1 && token.size() <= LONGEST) {
      token.write(b);
    }
  }

  private void endOfString() {
    if (depth != 1) {
      return;
    }
    String text = token.toString(UTF_8);
    if (!isValue) {
      isIdValue = text.equals("id");
      isRequest |= text.equals("method");
    } else if (isIdValue) {
      found = token.size() <= LONGEST ? text : null; // of a longer one, not all was kept
      foundNumber = null;
    }
  }
}
