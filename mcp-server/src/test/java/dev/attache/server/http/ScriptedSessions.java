package dev.attache.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.session.ClientSession;
import dev.attache.server.session.SessionSource;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Sessions that do what the method of a message says, for tests of transports. Thread-safe. */
final class ScriptedSessions implements SessionSource {

  final List<Scripted> opened = new CopyOnWriteArrayList<>();

  @Override
  public ClientSession open(MessageSink unasked) {
    var session = new Scripted(unasked);
    opened.add(session);
    return session;
  }

  Scripted last() {
    return opened.get(opened.size() - 1);
  }

  /** One session. */
  static final class Scripted implements ClientSession {

    final MessageSink unasked;
    final List<Object> taken = new CopyOnWriteArrayList<>();
    final Map<Object, CompletableFuture<byte @Nullable []>> waiting = new ConcurrentHashMap<>();
    final Map<Object, MessageSink> related = new ConcurrentHashMap<>();
    volatile boolean isClosed;

    Scripted(MessageSink unasked) {
      this.unasked = unasked;
    }

    @Override
    public CompletableFuture<byte @Nullable []> accept(
        @Nullable Object message, MessageSink outlet) {
      taken.add(message == null ? "null" : message);
      if (message instanceof List<?> batch) {
        return CompletableFuture.completedFuture(answers(batch));
      }
      Map<String, Object> request = LenientValues.object(message);
      Object id = request.get("id");
      if (id == null || !request.containsKey("method")) {
        return CompletableFuture.completedFuture(null);
      }
      String method = String.valueOf(request.get("method"));
      Map<String, Object> params = LenientValues.object(request.get("params"));
      switch (method) {
        case "initialize" -> {
          return answered(initialized(id, params));
        }
        case "big" -> {
          return answered(
              result(id, "x".repeat(Integer.parseInt(String.valueOf(params.get("size"))))));
        }
        case "progress" -> {
          outlet.send(notification("progress of " + id));
          return answered(result(id, "done"));
        }
        case "wait" -> {
          var answer = new CompletableFuture<byte @Nullable []>();
          related.put(id, outlet);
          waiting.put(id, answer);
          return answer;
        }
        case "throw" -> throw new IllegalStateException("as asked,\nin two lines");
        default -> {
          return answered(result(id, method));
        }
      }
    }

    /** Answers a request that waits. */
    void answer(Object id) {
      complete(id, result(id, "at last"));
    }

    void complete(Object id, byte[] answer) {
      java.util.Objects.requireNonNull(waiting.get(id)).complete(answer);
    }

    @Override
    public void close() {
      isClosed = true;
      waiting.values().forEach(answer -> answer.complete(null));
    }

    private static CompletableFuture<byte @Nullable []> answered(byte[] answer) {
      return CompletableFuture.completedFuture(answer);
    }

    private static byte @Nullable [] answers(List<?> batch) {
      var answers = new ArrayList<Object>();
      for (Object item : batch) {
        Object id = LenientValues.object(item).get("id");
        if (id != null) {
          answers.add(Map.of("id", id));
        }
      }
      return answers.isEmpty() ? null : bytes(answers);
    }

    private static byte[] initialized(Object id, Map<String, Object> params) {
      Object version = params.get("protocolVersion");
      return version == null
          ? ErrorAnswer.of(id, ErrorAnswer.INVALID_PARAMS, "no version", Map.of())
          : result(id, Map.of("protocolVersion", version));
    }
  }

  static byte[] notification(String text) {
    return ("{\"note\":\"" + text + "\"}").getBytes(UTF_8);
  }

  static byte[] result(Object id, Object result) {
    var answer = new LinkedHashMap<String, Object>();
    answer.put("id", id);
    answer.put("result", result);
    return bytes(answer);
  }

  private static byte[] bytes(Object value) {
    try {
      return PlainJson.write(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
