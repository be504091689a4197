package dev.attache.mcp.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The answers to the messages of a batch, on their way to become one array. Used by one thread. */
final class BatchAnswer {

  private final List<CompletableFuture<byte @Nullable []>> answers = new ArrayList<>();

  void add(CompletableFuture<byte @Nullable []> answer) {
    answers.add(answer);
  }

  /** The array of all answers, in the order of the messages; null if no message has one. */
  CompletableFuture<byte @Nullable []> all() {
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> array());
  }

  private byte @Nullable [] array() {
    var array = new AnswerBuffer();
    boolean isFirst = true;
    for (CompletableFuture<byte @Nullable []> each : answers) {
      byte[] answer = each.join(); // all are there
      if (answer != null) {
        array.write(isFirst ? '[' : ',');
        array.write(answer, 0, answer.length);
        isFirst = false;
      }
    }
    if (isFirst) {
      return null;
    }
    array.write(']');
    return array.toByteArray();
  }
}
