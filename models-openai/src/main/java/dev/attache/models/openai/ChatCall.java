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

  /** Tests whether the server has given it an id. */
  boolean hasId() {
    return !id.isEmpty();
  }

  /** Tests whether it has this id. */
  boolean has(String other) {
    return !id.isEmpty() && id.equals(other);
  }

  /** Tests whether a piece is the whole call again, with which some servers end it. */
  boolean isRepeated(String otherName, String otherArguments) {
    return isComplete && name.equals(otherName) && arguments.toString().equals(otherArguments);
  }

  /** Tests whether the brackets of its arguments are closed, after which more would not be JSON. */
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

  /** Joins a name that comes in pieces, or grows from piece to piece. */
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

  /** Reports its start, once. */
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
