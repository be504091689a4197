package dev.attache.server.stdio;

import dev.attache.server.rpc.MessageSink;
import dev.attache.server.session.ClientSession;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A session whose results are the parameters, after some notifications if {@code notes} asks for
 * them; {@code hang} never ends, {@code throw} throws.
 */
final class EchoSession implements ClientSession {

  final List<String> events = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final List<CompletableFuture<byte @Nullable []>> hanging = new CopyOnWriteArrayList<>();

  @Override
  public CompletableFuture<byte @Nullable []> accept(
      @Nullable Object message, MessageSink related) {
    Map<String, Object> request = LenientValues.object(message);
    events.add(String.valueOf(request.get("method")));
    var answer = new CompletableFuture<byte @Nullable []>();
    if ("throw".equals(request.get("method"))) {
      throw new IllegalStateException("as asked");
    }
    if ("hang".equals(request.get("method"))) {
      hanging.add(answer);
    } else {
      threads.execute(() -> answer.complete(answer(request, related)));
    }
    return answer;
  }

  private static byte @Nullable [] answer(Map<String, Object> request, MessageSink related) {
    Object params = request.get("params");
    if (LenientValues.object(params).get("notes") instanceof Integer notes) {
      for (int i = 0; i < notes; i++) {
        related.send(json(Map.of("method", "note", "params", request.get("id") + "." + i)));
      }
    }
    if (request.get("id") == null) {
      return null;
    }
    var answer = new LinkedHashMap<String, @Nullable Object>();
    answer.put("id", request.get("id"));
    answer.put("result", params);
    return json(answer);
  }

  private static byte[] json(Map<String, ? extends @Nullable Object> value) {
    try {
      return PlainJson.write(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    events.add("closed");
    threads.shutdownNow();
    hanging.forEach(each -> each.complete(json(Map.of("error", "closed"))));
  }
}
