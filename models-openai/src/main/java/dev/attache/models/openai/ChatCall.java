package dev.attache.models.openai;

import dev.attache.models.http.AnswerEvents;
import java.util.concurrent.ThreadLocalRandom;

/** A call of an answer of Chat Completions, while its pieces come. Not thread-safe. */
final class ChatCall {

  private final StringBuilder arguments = new StringBuilder();
  private String id = "";
  private String name = "";
  private boolean isStarted;
  private int depth; // of the arguments, as JSON
  private boolean isText;
  private boolean isEscaped;
  private boolean isComplete;

  /** Whether the server has an id for it. */
  boolean hasId() {
    return !id.isEmpty();
  }

  /** Whether it goes by this id. */
  boolean has(String other) {
    return !id.isEmpty() && id.equals(other);
  }

  /** Whether a piece is the whole call once more, as some servers end with it. */
  boolean isRepeated(String otherName, String otherArguments) {
    return isComplete && name.equals(otherName) && arguments.toString().equals(otherArguments);
  }

  /** Whether the brackets of its arguments are closed, so that more would be no JSON. */
  boolean isComplete() {
    return isComplete;
  }

  /** Adds a piece; some servers repeat id and name in each of them. */
  void add(String moreId, String moreName, String moreArguments, AnswerEvents out) {
    id = id.isEmpty() ? moreId : id;
    name = arguments.isEmpty() ? joined(name, moreName) : name;
    out.gathering(moreArguments);
    arguments.append(moreArguments);
    moreArguments.chars().forEach(this::step);
    if (!name.isEmpty() && !arguments.isEmpty()) {
      start(out);
    }
  }

  /** A name may come in pieces, each of which may have all until then. */
  private static String joined(String name, String more) {
    return more.startsWith(name) ? more : name.startsWith(more) ? name : name + more;
  }

  private void step(int c) {
    if (isText) {
      isText = isEscaped || c != '"';
      isEscaped = !isEscaped && c == '\\';
    } else if (c == '"') {
      isText = true;
    } else if (c == '{' || c == '[') {
      depth++;
    } else if (c == '}' || c == ']') {
      isComplete |= --depth == 0;
    }
  }

  void end(AnswerEvents out) {
    out.callReady(id, name, arguments.toString());
  }

  /** Says that it has begun, unless it was said. */
  void start(AnswerEvents out) {
    if (!isStarted) {
      if (id.isEmpty()) { // some servers give none
        id = "call_" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
      }
      out.callStarted(id, name);
      isStarted = true;
    }
  }
}
