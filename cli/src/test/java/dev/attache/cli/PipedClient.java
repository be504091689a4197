package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of MCP on the streams of a process, by which many can call at once. Thread-safe. */
final class PipedClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedWriter out;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();

  PipedClient(Process process) {
    this.process = process;
    this.out = process.outputWriter(UTF_8);
    var reader = new Thread(this::read, "answers");
    reader.setDaemon(true);
    reader.start();
  }

  Process process() {
    return process;
  }

  /** Greets the server, which has to answer. */
  PipedClient initialize() throws Exception {
    call(Mcp.INITIALIZE, Mcp.GREETING).get();
    send(Mcp.INITIALIZED);
    return this;
  }

  /** Sends a request; what comes is the whole answer. */
  CompletableFuture<JsonNode> call(String method, String params) throws IOException {
    String id = "call-" + ids.incrementAndGet();
    var answer = new CompletableFuture<JsonNode>();
    waiting.put(id, answer);
    send(Mcp.request(id, method, params));
    return answer;
  }

  /** Sends a request, and returns its answer when that has come. */
  JsonNode answer(String method, String params)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    return call(method, params).get();
  }

  private void send(String message) throws IOException {
    synchronized (out) {
      out.write(message);
      out.write('\n');
      out.flush();
    }
  }

  private void read() {
    try (BufferedReader in = process.inputReader(UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        JsonNode message = JSON.readTree(line);
        CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asText());
        if (answer != null) {
          answer.complete(message);
        } else if (!message.has("method")) {
          throw new AssertionError("nobody asked for " + line);
        }
      }
    } catch (IOException e) {
      // the streams are closed: who still waits learns it below
    } finally {
      waiting.values().forEach(each -> each.completeExceptionally(new IOException("it has ended")));
    }
  }

  /** Closes both streams, and nothing else. */
  void hangUp() throws IOException {
    out.close();
    process.getInputStream().close();
  }
}
