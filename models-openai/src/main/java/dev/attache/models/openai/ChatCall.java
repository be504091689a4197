package dev.attache.models.openai;

import dev.attache.models.http.AnswerEvents;
import java.util.concurrent.ThreadLocalRandom;

/** A call of an answer of Chat Completions, while its pieces come. Not thread-safe. */
final class ChatCall {

  private final StringBuilder arguments = new StringBuilder();
  private String id = "";
  private String name = "";
  private boolean isStarted;

  /** Whether it goes by this name. */
  boolean has(String other) {
    return id.equals(other);
  }

  /** Adds a piece; some servers repeat id and name in each of them. */
  void add(String moreId, String moreName, String moreArguments, AnswerEvents out) {
    id = id.isEmpty() ? moreId : id;
    name = name.isEmpty() ? moreName : name;
    out.gathering(moreArguments);
    arguments.append(moreArguments);
    if (!name.isEmpty()) {
      start(out);
    }
  }

  void end(AnswerEvents out) {
    start(out);
    out.callReady(id, name, arguments.toString());
  }

  private void start(AnswerEvents out) {
    if (!isStarted) {
      if (id.isEmpty()) { // some servers give none
        id = "call_" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
      }
      out.callStarted(id, name);
      isStarted = true;
    }
  }
}
