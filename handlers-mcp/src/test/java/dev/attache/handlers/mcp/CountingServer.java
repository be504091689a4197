package dev.attache.handlers.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server on its standard streams that takes its time with each read, and answers with how many
 * reads it had before it at the most so far.
 */
final class CountingServer {

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");
  private static final long READ_MILLIS = 40;

  private final PrintStream out = new PrintStream(System.out, true, UTF_8);
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  private CountingServer() {}

  public static void main(String[] args) throws IOException {
    var server = new CountingServer();
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      server.take(line);
    }
    server.later.shutdown();
  }

  private void take(String line) {
    Matcher matcher = ID.matcher(line);
    if (!matcher.find()) {
      return;
    }
    String id = matcher.group(1);
    if (line.contains("\"initialize\"")) {
      answer(
          id,
          "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"resources\":{}}}");
    } else if (line.contains("\"resources/read\"")) {
      int now = reads.incrementAndGet();
      most.accumulateAndGet(now, Math::max);
      var unused = later.schedule(() -> read(id), READ_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      answer(id, "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}");
    }
  }

  private void read(String id) {
    String text = "\"text\":\"" + most.get() + "\"";
    reads.decrementAndGet();
    answer(id, "\"result\":{\"contents\":[{\"uri\":\"demo://1\"," + text + "}]}");
  }

  private synchronized void answer(String id, String what) {
    out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + what + "}");
  }
}
